"""Jobs: what workers do for a game. Each loads the game anew and stops when there is nothing due any more."""

import json
import logging
import os
from collections.abc import Sequence
from functools import cache
from random import Random
from secrets import randbits, token_hex

import game as rules
from bots import Budget, strategy
from events import Group, Key
from projections.loaded import Loaded
from service.backend import Backend, backend
from service.settings import read_settings
from service.write import write

log = logging.getLogger(__name__)
MOST = 64
"""Intentions that bots append at once."""
FALLBACK = "random"


@cache
def parts() -> Backend:
    """The backend of this worker process."""
    return backend(read_settings(os.environ))


def bots(game: str) -> None:
    """Play all intentions of the bots until the game waits for somebody else."""
    play_bots(parts(), game)


def score(game: str) -> None:
    """Append the score of an ended game, once."""
    score_game(parts(), game)


def play_bots(backend: Backend, game: str) -> None:
    """Let the bots play until none of them is due."""
    rng = Random(randbits(128))
    done = False
    while not done:
        key = Key(f"bots:{token_hex(8)}", b"bots")
        done = not write(backend, game, key, lambda loaded: _turns(loaded, rng)).entries


def _turns(loaded: Loaded, rng: Random) -> Sequence[Group]:
    """What the bots do from here, each on what the others did before it; at most MOST intentions."""
    state = loaded.state
    found: list[Group] = []
    while len(found) < MOST and (due := rules.bots_due(state)):
        group = turn(state, due[0], rng)
        found.append(group)
        state = rules.fold(group.events, state)
    return found


def turn(state: rules.State, seat: int, rng: Random) -> Group:
    """One intention of a bot, which sees only a JSON copy of its view; the fallback acts for one that fails."""
    name = state.seats[seat].bot or FALLBACK
    view = json.loads(json.dumps(rules.view(state, seat)))
    try:
        return Group(f"bot:{name}", rules.decide(state, strategy(name).decide(view, rng, Budget())))
    except Exception:  # whatever a strategy does, the game goes on
        log.exception("strategy %s failed in game %s at version %d", name, state.id, state.version)
        return Group(f"bot:{FALLBACK}", rules.decide(state, strategy(FALLBACK).decide(view, rng, Budget())))


def score_game(backend: Backend, game: str) -> None:
    """Append `game_scored`; the fixed idempotency key makes a second one impossible."""

    def decide(loaded: Loaded) -> Sequence[Group]:
        state = loaded.state
        if state.status != "playing" or state.phase != "finished":
            return []
        return [Group("service", [rules.scored(state)])]

    write(backend, game, Key("service:score", b"score"), decide)
