"""Jobs: what workers do for a game. Each loads the game anew and stops when there is nothing due any more."""

import json
import logging
import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from secrets import randbits, token_hex
from typing import Any

import game as rules
from bots import Budget, strategy
from bots.strategy import View
from events import Group, Key
from game.lobby import FALLBACKS
from projections.loaded import Loaded
from service.alarm import limited
from service.backend import Backend, backend
from service.decisions import decided
from service.settings import read_settings
from service.write import write

log = logging.getLogger(__name__)
MOST = 64
"""Intentions that bots append at once."""
TRIES = 3
"""Decisions that a strategy is asked for before the fallback acts."""
BUDGET = Budget()
"""Each strategy's own measure: with seconds it would use them all, while other games wait."""
LIMIT = 5.0
"""Seconds after which a decision is broken off: a strategy that keeps to its budget is done long before."""


@cache
def parts() -> Backend:
    """The backend of this worker process."""
    return backend(read_settings(os.environ))


def bots(game: str) -> None:
    """Play all intentions of the bots until the game waits for somebody else."""
    play_bots(parts(), game)


def late(game: str) -> None:
    """Play for the programs outside that have not answered in time."""
    play_late(parts(), game)


def score(game: str) -> None:
    """Append the score of an ended game, once."""
    score_game(parts(), game)


def decision(name: str, view: View, budget: tuple[float | None, int | None], seed: str) -> dict[str, Any]:
    """Decide for a table that somebody else keeps."""
    return decided(name, view, budget, seed)


def play_bots(backend: Backend, game: str) -> None:
    """Let the bots play until none of them is due."""
    rng = Random(randbits(128))
    _play(backend, game, lambda loaded: _turns(loaded.state, rules.bots_due, rng))


def play_late(backend: Backend, game: str, now: Callable[[], float] = time.time) -> None:
    """Let the fallback do what is due of the programs outside that have not moved for long enough."""
    rng = Random(randbits(128))
    late: dict[int, set[int]] = {}  # by when their phase began, so that the next one is theirs again

    def decide(loaded: Loaded) -> Sequence[Group]:
        state = loaded.state
        past = now() * 1000 - 1000 * state.options.bot_seconds
        if not late:
            late[state.since] = {seat for seat in rules.externals_due(state) if loaded.moved[seat] <= past}
        seats = late.get(state.since, set())
        return _turns(state, lambda state: tuple([s for s in rules.externals_due(state) if s in seats]), rng)

    _play(backend, game, decide)


def _play(backend: Backend, game: str, decide: Callable[[Loaded], Sequence[Group]]) -> None:
    """Append what is decided until nothing is."""
    done = False
    while not done:
        key = Key(f"bots:{token_hex(8)}", b"bots")
        done = not write(backend, game, key, decide).entries


def _turns(state: rules.State, due: Callable[[rules.State], tuple[int, ...]], rng: Random) -> Sequence[Group]:
    """What the seats that are due do from here, each on what the others did before it; at most MOST intentions.

    A phase at a time, so that who is not due in the next one is not played for.
    """
    found: list[Group] = []
    since = state.since
    while len(found) < MOST and (seats := due(state)) and (state.since == since or due is rules.bots_due):
        group = turn(state, seats[0], rng)
        found.append(group)
        state = rules.fold(group.events, state)
    return found


def turn(state: rules.State, seat: int, rng: Random) -> Group:
    """One intention of a seat, by its strategy or the fallback, which see only a JSON copy of its view.

    A strategy that fails, takes too long, or decides what is refused is asked again, with the refusal in its view.
    """
    own = state.seats[seat].bot
    view = json.loads(json.dumps(rules.view(state, seat)))
    for name in dict.fromkeys((own or FALLBACKS[0], *FALLBACKS)):
        for _ in range(TRIES):
            try:
                with limited(LIMIT):
                    intention = strategy(name).decide(json.loads(json.dumps(view)), rng, BUDGET)
                if intention.seat != seat:
                    raise rules.Refused("unknown_seat", f"you play seat {seat}")
                return Group(f"bot:{name}", rules.decide(state, intention))
            except Exception as error:  # whatever a strategy does, the game goes on
                refused = error if isinstance(error, rules.Refused) else rules.Refused("failed", type(error).__name__)
                view["refused"] = {"code": refused.code, "detail": refused.detail}
                log.warning("strategy %s failed in game %s, version %d: %r", name, state.id, state.version, error)
    raise AssertionError("the last fallback decides what is legal")


def score_game(backend: Backend, game: str) -> None:
    """Append `game_scored`; the fixed idempotency key makes a second one impossible."""

    def decide(loaded: Loaded) -> Sequence[Group]:
        state = loaded.state
        if state.status != "playing" or state.phase != "finished":
            return []
        return [Group("service", [rules.scored(state)])]

    write(backend, game, Key("service:score", b"score"), decide)
