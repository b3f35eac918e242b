"""What every strategy guarantees, and what `random` does."""

from copy import deepcopy
from itertools import islice
from random import Random

import pytest

import game
from bots import STRATEGIES, Budget, UnknownStrategy, strategy
from bots.table import play
from bots.uniform import options
from game.model import Seat
from game.views.determinization import partial_state
from tests.bots.games import decisions, first_view, small_budget

EVERY = pytest.mark.parametrize("name", STRATEGIES)
TABLES = [(2, "A"), (3, "B"), (4, "A"), (5, "B")]
GAMES = [
    pytest.param(name, *table, marks=pytest.mark.verify if STRATEGIES[name].nodes and table[0] > 2 else ())
    for name in STRATEGIES
    for table in (TABLES[::3] if STRATEGIES[name].nodes else TABLES)
]
"""A strategy that searches takes seconds for a game: two tables are enough for it, and a small one in every run."""


def players(name, seats):
    others = "greedy" if STRATEGIES[name].nodes else name
    return [strategy(name), *[strategy(others)] * (seats - 1)]


@pytest.mark.parametrize(("name", "seats", "side"), GAMES)
@pytest.mark.slow
def test_a_game_ends(name, seats, side):
    state = play(players(name, seats), seed=3, side=side, budget=small_budget(name))
    assert state.phase == "finished"
    assert not game.waiting_on(state)


@EVERY
@pytest.mark.parametrize(("seats", "side"), TABLES[::3])
@pytest.mark.slow
def test_a_decision_is_legal_repeatable_and_does_not_change_the_view(name, seats, side):
    budget = small_budget(name)
    for state, seat, view, _ in islice(
        decisions("planner", seats=seats, side=side), 0, None, 31 if budget.nodes else 13
    ):
        before = deepcopy(view)
        chosen = strategy(name).decide(view, Random("luck"), budget)
        assert chosen in game.legal(state, seat)
        assert view == before
        assert strategy(name).decide(view, Random("luck"), budget) == chosen


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.verify if STRATEGIES[name].nodes else ()) for name in STRATEGIES]
)
def test_a_seed_repeats_a_game(name):
    table, budget = players(name, 2), small_budget(name)
    assert play(table, seed=11, budget=budget) == play(table, seed=11, budget=budget)


def test_every_strategy_decides_when_the_deck_is_too_small_for_the_next_round():
    views = [each.view for each in decisions("greedy", seats=3) if each.view["round"] == 2]
    for phase in ("draft", "planning", "production"):
        view = next(view for view in views if view["phase"] == phase)
        deck = game.imagine(view, Random(0)).deck
        view = view | {"deck_size": 0, "discard": [*view["discard"], *deck]}
        assert game.check_view(view) == view
        legal = game.legal(game.imagine(view, Random(0)), view["seat"])
        for name, each in STRATEGIES.items():
            assert each.decide(view, Random(0), small_budget(name)) in legal, name


def test_options_are_the_legal_intentions():
    for state, seat, view, _ in decisions("random", seats=3):
        assert options(view) == game.legal(state, seat)


def test_known_leaves_the_other_seats_empty():
    for _, seat, view, _ in decisions("greedy", seats=3):
        assert all(other == Seat() for index, other in enumerate(partial_state(view).seats) if index != seat)


def test_an_unknown_strategy_is_refused_with_the_names_of_all():
    with pytest.raises(UnknownStrategy, match=f"no strategy 'clever'; there are: {', '.join(STRATEGIES)}"):
        strategy("clever")


def test_random_takes_every_legal_intention_about_equally_often():
    view = first_view(3)
    rng = Random(1)
    taken = [strategy("random").decide(view, rng, Budget()) for _ in range(700)]
    assert {*taken} == {*options(view)}
    assert all(70 <= taken.count(option) <= 130 for option in options(view))
