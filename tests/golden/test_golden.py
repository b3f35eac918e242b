"""The recorded games, played again line by line: deals, states, views and results are as they were written."""

import json

import pytest

import game
from game.intentions import Intention
from game.scenarios import SCENARIOS
from tests.golden.recorded import FOLDER, GAMES, intention_line, moment, opening_line, result_line, views_line


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_replays_line_by_line(name):
    first, *rest = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    state = opened(first)
    assert opening_line(GAMES[name], state) == first
    lines = iter(rest)
    while state.phase != "finished":
        line = next(lines)
        before, done = state, said(line)
        state = game.fold(game.decide(state, done), state)
        assert intention_line(done, state) == line
        if moment(before) != moment(state):
            assert views_line(state) == next(lines)
    assert [*lines] == [result_line(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_stays_readable_in_review(name):
    assert (FOLDER / f"{name}.jsonl").stat().st_size < 60_000


def test_there_is_a_recorded_game_for_each_number_of_seats_both_sides_alone_and_each_scenario():
    assert {play.seats for play in GAMES.values()} == {1, 2, 3, 4, 5}
    assert {play.side for play in GAMES.values() if play.seats > 1} == {"A", "B"}
    assert {(play.side, play.scenario) for play in GAMES.values() if play.seats == 1} == {
        ("A", None),
        *(("B", scenario) for scenario in (None, *SCENARIOS)),
    }
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(GAMES)


def opened(line: str) -> game.State:
    head = json.loads(line)
    return game.fold(game.new(head["options"], seed=head["seed"]))


def said(line: str) -> Intention:
    seat, body, *_ = json.loads(line)
    return game.intention(seat, body)
