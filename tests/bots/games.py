"""Views of games as strategies get them: copied through JSON. Budgets small enough for tests."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import game
from bots import Budget, strategy
from bots.strategy import View

NODES = {"search": 8, "master": 2}


class Decision(NamedTuple):
    """A decision of a game: the state before it, the seat, its view, and what the strategy decides."""

    state: game.State
    seat: int
    view: View
    chosen: game.Intention


def view_of(state: game.State, seat: int) -> View:
    """The view of the seat, copied through JSON."""
    copied: View = json.loads(json.dumps(game.view(state, seat)))
    return copied


def first_view(seats: int, side: str = "B", seed: int = 4, scenario: str | None = None) -> View:
    """The view of seat 0 at the beginning of a game."""
    return view_of(game.fold(game.new({"seats": seats, "side": side, "scenario": scenario}, seed=seed)), 0)


def decisions(name: str, seed: int = 7, **options: Any) -> Iterator[Decision]:
    """The decisions of a game in which the strategy plays every seat, in order. `options`: of the game."""
    state, rng = game.fold(game.new(options, seed=seed)), Random(seed)
    while waiting := game.waiting_on(state):
        view = view_of(state, waiting[0])
        chosen = strategy(name).decide(view, rng, small_budget(name))
        yield Decision(state, waiting[0], view, chosen)
        state = game.fold(game.decide(state, chosen), state)


def small_budget(name: str) -> Budget:
    """A small budget of nodes for a strategy that searches, an empty one for the others."""
    return Budget(nodes=NODES.get(name))
