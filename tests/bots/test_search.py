"""The strategy `search`."""

from itertools import count
from random import Random

import pytest

import game
from bots import Budget, strategy
from bots.search import race
from bots.table import play
from game.draft import Draft
from tests.amounts import amounts
from tests.bots.games import first_view

SEARCH, PLANNER = strategy("search"), strategy("planner")


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_seed_and_a_node_budget_repeat_a_decision_without_reading_the_clock(seats, monkeypatch):
    monkeypatch.setattr(race, "perf_counter", None)
    view = first_view(seats)
    found = {SEARCH.decide(view, Random(2), Budget(nodes=60)) for _ in range(3)}
    assert len(found) == 1


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_it_stops_when_its_seconds_are_over(seats, monkeypatch):
    ticks = count()
    monkeypatch.setattr(race, "perf_counter", lambda: next(ticks) / 10)  # each reading takes a tenth of a second
    SEARCH.decide(first_view(seats), Random(0), Budget(seconds=2.0))
    assert next(ticks) <= 2.0 * 10 + 4


def test_a_dropout_keeps_its_distance_to_the_winner():
    options = [race.Option(Draft(0, str(at)), lambda world, at=at: world + at) for at in range(8)]
    worlds = iter(range(1000))
    found = race.race(options, lambda: float(next(worlds)), 1, Budget(nodes=240), 1)
    assert [each.intention.card for each in found] == ["7", "6", "5", "4", "3", "2", "1", "0"]
    assert [round(found[0].value - each.value, 6) for each in found] == [0, 1, 2, 3, 4, 5, 6, 7]


def test_the_option_that_brings_most_wins_a_race():
    options = [race.Option(Draft(0, str(at)), lambda world, at=at: world * at) for at in range(7)]
    assert race.race(options, lambda: 1.0, 1, Budget(nodes=100), 1)[0].intention == Draft(0, "6")
    assert race.race(options, lambda: 1.0, 1, Budget(nodes=3), 1)[0].intention == Draft(0, "2")


def test_a_judged_value_counts_as_games():
    options = [race.Option(Draft(0, "a"), lambda world: 0.0, 9.0), race.Option(Draft(0, "b"), lambda world: 1.0)]
    assert race.race(options, lambda: 1.0, 1, Budget(nodes=4), 1, judged_games=3.0)[0].intention == Draft(0, "a")
    assert race.race(options, lambda: 1.0, 1, Budget(nodes=4), 1)[0].intention == Draft(0, "b")


@pytest.mark.slow
@amounts("deals", 1, 4, timeout=600)
def test_it_beats_the_planner_in_most_games(deals):
    """A single deal may be one that it loses: the first one here it wins from both seats."""
    budget, won = Budget(nodes=24), 0
    for seed in range(2, 2 + deals):
        won += game.ranking(play([SEARCH, PLANNER], seed, "AB"[seed % 2], budget))[0] == [0]
        won += game.ranking(play([PLANNER, SEARCH], seed, "AB"[seed % 2], budget))[0] == [1]
    assert won > deals


@pytest.mark.slow
@amounts("deals", 1, 4, timeout=600)
def test_alone_it_scores_more_than_the_planner(deals):
    budget = Budget(nodes=60)
    ours = [game.score(play([SEARCH], seed, "B", budget))[0]["total"] for seed in range(deals)]
    theirs = [game.score(play([PLANNER], seed, "B"))[0]["total"] for seed in range(deals)]
    assert sum(ours) > sum(theirs)
