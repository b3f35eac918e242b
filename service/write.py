"""The write path: load, decide, append; again when the game has moved on meanwhile."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import random
from time import sleep
from typing import NamedTuple

from events import Appended, Conflict, Entry, Group, Key
from game import TooEarly
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

    Raises NoSuchGame, KeyReused, Conflict after ATTEMPTS lost races, and what `decide` raises on the newest state.
    """
    recent = backend.games.recent(game)
    if recent and (written := _on_recent(backend, game, key, decide, recent)):
        return written
    for attempt in range(1, ATTEMPTS + 1):
        loaded, known = backend.games.load_with(game, key.field)
        if known:
            return _again(backend, game, key, known)
        if not loaded.version:
            raise NoSuchGame(game)
        groups = decide(loaded)
        if not groups:
            return Written(loaded.version, ())
        try:
            return _append(backend, game, key, loaded, groups)
        except Conflict:  # all seats act at once (R5): losing a race is normal
            if attempt == ATTEMPTS:
                raise
            sleep(random() * 0.002 * attempt)
    raise AssertionError("the last attempt returns or raises")


def _on_recent(backend: Backend, game: str, key: Key, decide: Decide, recent: Loaded) -> Written | None:
    """The same on the state this process folded last, without asking the server first.

    None when that state may have been too old: the append lost the race, or `decide` found nothing to do or refused,
    which is to be believed of the newest state only.
    """
    try:
        groups = decide(recent)
    except Exception:
        return None
    try:
        return _append(backend, game, key, recent, groups) if groups else None
    except Conflict:
        return None


def _append(backend: Backend, game: str, key: Key, loaded: Loaded, groups: Sequence[Group]) -> Written:
    outcome = backend.log.append(game, groups, loaded.version, loaded.head, key)
    if outcome.known:
        return _again(backend, game, key, outcome)
    with suppress(TooEarly):  # a rewind: whoever needs the game next folds it anew
        backend.games.keep(game, appended(loaded, groups, outcome))
    return Written(outcome.last, outcome.entries)


def _again(backend: Backend, game: str, key: Key, known: Appended) -> Written:
    if known.digest != key.digest:
        raise KeyReused(key.field)
    return Written(known.last, backend.log.read(game, known.first - 1, known.last))
