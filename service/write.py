"""The write path: load, decide, append; again when the game has moved on meanwhile."""

from collections.abc import Callable, Sequence
from random import random
from time import sleep
from typing import NamedTuple

from events import Appended, Conflict, Entry, Group, Key
from projections.loaded import Loaded, appended
from service.backend import Backend

ATTEMPTS = 12
Decide = Callable[[Loaded], Sequence[Group]]
"""What is to be appended to a game as it stands; raises Refused, or another error that ends the attempt."""


class NoSuchGame(LookupError):
    """No event was ever appended under this id."""


class KeyReused(Exception):
    """The idempotency key was used before, with another body."""


class Written(NamedTuple):
    """The entries an intention led to, now or when it was first asked for; none when there was nothing to do."""

    version: int
    entries: Sequence[Entry]


def write(backend: Backend, game: str, key: Key, decide: Decide) -> Written:
    """Append what `decide` says, once for the key, however often it is asked.

    First on the state this process knows: a stale one loses the race in `append`, and only then, or when `decide`
    refuses or finds nothing to do, is the server asked for the newest. Raises NoSuchGame, KeyReused, Conflict after
    ATTEMPTS lost races, and what `decide` raises on the newest state.
    """
    loaded = backend.games.recent(game)
    newest = False
    for attempt in range(ATTEMPTS):
        if loaded is None:
            loaded, known = backend.games.load_with(game, key.field)
            newest = True
            if known:
                return _again(backend, game, key, known)
            if not loaded.version:
                raise NoSuchGame(game)
        try:
            groups = decide(loaded)
            if not groups and newest:
                return Written(loaded.version, ())
            if not groups:
                loaded = None
                continue
            outcome = backend.log.append(game, groups, loaded.version, loaded.head, key)
        except Conflict:
            if attempt + 1 == ATTEMPTS:
                raise
            if newest and attempt > 1:  # many at once: spread them
                sleep(random() * 0.002 * attempt)
            loaded = None
        except Exception:
            if newest:
                raise
            loaded = None
        else:
            if outcome.known:
                return _again(backend, game, key, outcome)
            backend.games.keep(game, appended(loaded, groups, outcome))
            return Written(outcome.last, outcome.entries)
    raise AssertionError("every attempt returns or raises")


def _again(backend: Backend, game: str, key: Key, known: Appended) -> Written:
    if known.digest != key.digest:
        raise KeyReused(key.field)
    return Written(known.last, backend.log.read(game, known.first - 1, known.last))
