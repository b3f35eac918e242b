"""Whole games of strategies in one process: for tests and tournaments."""

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
    """The state after the last ready of a game whose seat i is played by strategies[i]; one alone plays solo.

    `seed` fixes the deal, whoever sits where, and each seat's own luck. A seat sees a JSON copy of its view only.
    """
    state = game.fold(game.new({"seats": len(strategies), "side": side, "scenario": scenario}, seed=seed))
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(strategies))]
    while waiting := game.waiting_on(state):
        seat = waiting[0]
        view = json.loads(json.dumps(game.view(state, seat)))
        intention = strategies[seat].decide(view, rngs[seat], budget or Budget())
        state = game.fold(game.decide(state, intention), state)
    return state
