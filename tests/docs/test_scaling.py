"""docs/scaling.md has the tables that `python -m tests.bench scaling` prints."""

import re
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.bench.scaling.costs import COSTS
from tests.bench.scaling.report import (
    GROWING,
    PAGE,
    PICTURE,
    SIZES,
    draw,
    formula_tables,
    grown,
    halved_row,
    limits_table,
    line,
    simulated_row,
    with_tables,
)


@pytest.mark.verify
def test_the_tables_of_the_page_are_those_of_the_command():
    page = PAGE.read_text("utf-8")
    assert with_tables(page, formula_tables()) == page


def test_the_simulated_rows_of_the_page_are_those_of_the_command():
    """Of each table the cheapest one: another model makes another row."""
    lines = PAGE.read_text("utf-8").splitlines()
    assert line(simulated_row(min(SIZES), 1)) in lines
    assert line(halved_row(min(SIZES), 1, ("worker",))) in lines


@pytest.mark.verify
def test_the_picture_of_the_page_is_that_of_the_command(tmp_path: Path):
    picture = PICTURE.read_text("utf-8")
    points = re.findall(r'<desc class="value">(\d+): ([\d.]+)</desc>', picture)
    found = {games: [float(ms) for at, ms in points if int(at) == games] for games in GROWING}
    assert found[min(GROWING)] == grown(min(GROWING))
    assert draw(tmp_path / PICTURE.name, found).read_text("utf-8") == picture


def test_each_size_at_which_something_is_to_be_done_is_one_of_the_table():
    page = PAGE.read_text("utf-8")
    _, _, to_do = page.partition("## What to do")
    named = set(re.findall(r"\((?:from )?([\d,]+) games", to_do))
    assert len(named) > 4
    assert named <= {line.split("|")[-2].strip() for line in limits_table().splitlines()}


def test_a_page_without_a_place_for_a_table_is_refused():
    with pytest.raises(ValueError, match="limits"):
        with_tables("<!-- machines -->\n<!-- end of machines -->", {"limits": "| a |\n"})


def test_each_cost_names_a_measurement_that_there_is():
    commands = re.findall(
        r"`(?:python -m tests.bench )?([\w|]+)`", (ROOT / "docs" / "performance.md").read_text("utf-8")
    )
    known = {name for command in commands for name in command.split("|")} | {"tournament"}
    for cost in COSTS.values():
        for source in re.findall(r"`([^`]+)`", cost.source):
            assert source in known or (ROOT / source).is_file(), source
