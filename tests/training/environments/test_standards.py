"""The tests that PettingZoo and Gymnasium bring for environments pass, nobody warns, and the documentation is right."""

import re
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from training import environments
from training.environments.actions import blocks, layout
from training.environments.designs import COLUMNS, design_features
from training.environments.fields import SEAT_FIELDS, SLOTS, TABLE_FIELDS
from training.environments.setup import Setup

pytestmark = [
    # PettingZoo says both of every environment with a mask in its observation that is not its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
GAMES = [
    {"seats": 2},
    {"seats": 3, "reward": "difference", "shaped": True},
    {"seats": 1, "scenario": "SC02"},
]
PAGE = Path("docs/environments.md").read_text("utf-8")


@pytest.mark.parametrize("options", GAMES)
def test_the_aec_environment_keeps_the_api(options):
    api_test(environments.env(**options), num_cycles=300)
    api_test(environments.raw_env(**options), num_cycles=100)


@pytest.mark.parametrize("options", GAMES)
def test_the_parallel_environment_keeps_the_api(options):
    parallel_api_test(environments.parallel_env(**options), num_cycles=300)


@pytest.mark.parametrize("options", GAMES)
def test_a_seed_repeats_an_episode(options):
    seed_test(lambda: environments.env(**options), num_cycles=200)
    parallel_seed_test(lambda: environments.parallel_env(**options), num_cycles=200)


def test_max_cycles_truncates_an_episode():
    max_cycles_test(environments)


@pytest.mark.parametrize("options", [{}, {"side": "A", "shaped": True}, {"scenario": "SC01"}, {"slots": 8}])
def test_the_gymnasium_environment_passes_the_checker(options):
    check_env(gymnasium.make(environments.SOLO_ID, **options).unwrapped)


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
