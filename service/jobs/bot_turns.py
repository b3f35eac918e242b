"""The bots' turns: a strategy decides for each seat that is due, from nothing but a copy of its view."""

import json
import logging
from collections.abc import Callable
from random import Random
from secrets import randbits, token_hex

import game as rules
from bots import Budget, strategy
from events import Group, IdempotencyKey
from game.lobby import FALLBACKS
from game.message import Message
from projections.games import Loaded
from service.backend import Backend
from service.games.write import Decided, write
from service.jobs.time_limit import time_limit

logger = logging.getLogger(__name__)
MAX_APPENDED_INTENTIONS = 64
"""Intentions of bots in one append."""
MAX_TRIES = 3
"""How often a strategy is asked before the fallback acts."""
DEFAULT_BUDGET = Budget()
"""Each strategy's own measure. A budget of seconds would be used up while other games wait."""
DECISION_LIMIT_SECONDS = 5.0
"""A strategy that keeps to its budget is done long before."""

SeatsDue = Callable[[rules.State], tuple[int, ...]]


def play_bots(backend: Backend, game: str) -> None:
    """Play the bots of a game until none of them is due."""
    seed = randbits(128)

    def decide(loaded: Loaded) -> Decided:
        return play_seats(loaded.state, rules.bots_due, Random(f"{seed}/{loaded.version}"))

    while write(backend, game, IdempotencyKey(f"bots:{token_hex(8)}", b"bots"), decide).entries:
        pass


def play_seats(
    state: rules.State, due: SeatsDue, rng: Random, max_intentions: int = MAX_APPENDED_INTENTIONS
) -> Decided:
    """What the seats that are due do from here, each after the others; at most so many intentions."""
    groups: list[Group] = []
    while len(groups) < max_intentions and (seats := due(state)):
        groups.append(play_seat(state, seats[0], rng))
        state = rules.fold(groups[-1].events, state)
    return Decided(groups, state)


def play_seat(state: rules.State, seat: int, rng: Random) -> Group:
    """One intention of a seat, by its strategy or a fallback.

    A strategy that fails, exceeds its time limit, or decides what the rules refuse is asked again, with the refusal in
    its view.
    """
    own_strategy = state.seats[seat].bot
    view = json.loads(json.dumps(rules.view(state, seat)))
    for name in dict.fromkeys((own_strategy or FALLBACKS[0], *FALLBACKS)):
        for _ in range(MAX_TRIES):
            try:
                with time_limit(DECISION_LIMIT_SECONDS):
                    intention = strategy(name).decide(json.loads(json.dumps(view)), rng, DEFAULT_BUDGET)
                if intention.seat != seat:
                    raise rules.Refused("unknown_seat", Message("you play seat {seat}", seat=seat))
                return Group(f"bot:{name}", rules.decide(state, intention))
            except Exception as error:  # the game goes on, whatever a strategy does
                view["refused"] = (
                    {"code": error.code, "detail": error.detail}
                    if isinstance(error, rules.Refused)
                    else {"code": "failed", "detail": type(error).__name__}
                )
                logger.warning("strategy %s failed in game %s, version %d: %r", name, state.id, state.version, error)
    raise AssertionError("the last fallback decides what is legal")
