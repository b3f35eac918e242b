"""Whole games between strategies in one process, for tests and tournaments."""

import json
from collections.abc import Sequence
from random import Random

import game
from bots.strategy import Budget, Strategy


def play(
    strategies: Sequence[Strategy],
    seed: int,
    side: str = "A",
    budget: Budget | None = None,
    scenario: str | None = None,
) -> game.State:
    """The final state of a game in which strategies[i] plays seat i; a single strategy plays a solo game.

    `seed` fixes the deal, which is the same for every seating, and each seat's random numbers. `scenario`: SC01..SC06,
    solo only. A strategy gets only a JSON copy of its seat's view.
    """
    state = game.fold(game.new({"seats": len(strategies), "side": side, "scenario": scenario}, seed=seed))
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(strategies))]
    while waiting := game.waiting_on(state):
        seat = waiting[0]
        view = json.loads(json.dumps(game.view(state, seat)))
        intention = strategies[seat].decide(view, rngs[seat], budget or Budget())
        state = game.fold(game.decide(state, intention), state)
    return state
