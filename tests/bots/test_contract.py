"""What every strategy keeps to."""

import ast
import json
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

import bots
import game
from bots import STRATEGIES, UnknownStrategy, strategy
from bots.options import options
from bots.table import play
from game.determinization import known
from game.model import Seat
from tests.bots.budgets import small

EVERY = pytest.mark.parametrize("name", STRATEGIES)
TABLES = [(seats, side) for seats in (2, 3, 4, 5) for side in "AB"]


def positions(name, seats, side, seed=7):
    """Each (state, seat) at which a game of the strategy waits for a decision."""
    state, rng = game.fold(game.new({"seats": seats, "side": side}, seed=seed)), Random(seed)
    while waiting := game.waiting_on(state):
        yield state, waiting[0]
        seen = json.loads(json.dumps(game.view(state, waiting[0])))
        chosen = strategy(name).decide(seen, rng, small(name))
        state = game.fold(game.decide(state, chosen), state)


@EVERY
@pytest.mark.parametrize(("seats", "side"), TABLES)
def test_whole_games_end(name, seats, side):
    state = play([strategy(name)] * seats, seed=3, side=side, budget=small(name))
    assert state.phase == "finished"
    assert not game.waiting_on(state)


@EVERY
@pytest.mark.parametrize(("seats", "side"), [(2, "A"), (5, "B")])
def test_every_decision_is_legal_repeatable_and_leaves_the_view_alone(name, seats, side):
    for state, seat in positions(name, seats, side):
        seen = json.loads(json.dumps(game.view(state, seat)))
        before = deepcopy(seen)
        chosen = strategy(name).decide(seen, Random("luck"), small(name))
        assert chosen in game.legal(state, seat)
        assert seen == before
        assert strategy(name).decide(before, Random("luck"), small(name)) == chosen


@EVERY
def test_the_same_game_twice(name):
    players, budget = [strategy(name)] * 3, small(name)
    assert play(players, seed=11, budget=budget) == play(players, seed=11, budget=budget)


def test_options_are_the_legal_intentions():
    for state, seat in positions("random", 3, "A"):
        assert options(game.view(state, seat)) == game.legal(state, seat)


def test_known_shows_nothing_of_others():
    for state, seat in positions("greedy", 3, "A"):
        seats = known(game.view(state, seat)).seats
        assert all(other == Seat() for index, other in enumerate(seats) if index != seat)


def test_bots_import_game_and_the_standard_library_only():
    allowed = {*sys.stdlib_module_names, "bots", "game"}
    for path in Path(bots.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= allowed, path.name


def test_an_unknown_strategy_is_named_with_those_there_are():
    with pytest.raises(UnknownStrategy, match="no strategy 'clever'; there are: random, greedy, planner, search"):
        strategy("clever")
