"""docs/environments.md: its tables are those of the code, and its snippets run."""

import re
from pathlib import Path

import pytest

from training.environments.actions import blocks, layout
from training.environments.designs import COLUMNS, design_features
from training.environments.fields import SEAT_FIELDS, SLOTS, TABLE_FIELDS
from training.environments.setup import Setup

PAGE = Path("docs/environments.md").read_text("utf-8")


def row(field, first=()):
    sides = [*first, *["S" if side == SLOTS else str(side) for side in field.shape]]
    shape = ", ".join(sides) + ("," if len(sides) == 1 else "")
    return f"| `{field.name}` | ({shape}) | {field.low} to {field.high} | {field.meaning} |\n"


@pytest.mark.parametrize("field", TABLE_FIELDS, ids=lambda field: field.name)
def test_the_arrays_of_the_table_are_documented(field):
    assert row(field) in PAGE


@pytest.mark.parametrize("field", SEAT_FIELDS, ids=lambda field: field.name)
def test_the_arrays_of_the_seats_are_documented(field):
    assert row(field, ["N"]) in PAGE


def test_the_blocks_of_actions_are_documented_in_their_order():
    names = [name for name, _ in blocks(28)]
    section = PAGE.partition("## Actions")[2].partition("### Slots")[0]
    assert re.findall(r"^\| (\w+) \| [\dS(]", section, re.MULTILINE) == names


def test_the_sizes_of_the_spaces_are_documented():
    sizes = [Setup(2).layout.size, Setup(1).layout.size, Setup(1, scenario="SC01").layout.size, layout(12).size]
    assert [f"{size:,}" in PAGE for size in sizes] == [True] * 4


def test_the_snippets_run():
    exec("\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)), {})


def test_features_have_a_name_each():
    assert design_features().shape == (78, len(COLUMNS))
    assert f"in {len(COLUMNS)} numbers" in PAGE
    assert len(set(COLUMNS)) == len(COLUMNS)
