"""The write path: load a game, decide, append; decide again when the game has moved on meanwhile."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import NamedTuple

import game as rules
from events import Appended, Conflict, Entry, Group, IdempotencyKey, Queued, TookTooLong
from projections.games import Loaded, after_append
from service.backend import Backend

WAIT_SECONDS = 5.0
"""The longest time a writer waits for the lock. One that takes longer than its turn lasts has MIN_TURNS in any case."""
MIN_TURNS = 12


class NoSuchGame(LookupError):
    """No event was ever appended under this id."""


class KeyReused(Exception):
    """The idempotency key was used before, for another request."""


class Decided(NamedTuple):
    """What to append to a game, and the state that it leads to.

    `groups`: empty when there is nothing to do. `state`: None when only the log can tell, as after a rewind.
    """

    groups: Sequence[Group] = ()
    state: rules.State | None = None


Decide = Callable[[Loaded], Decided]
"""What to append to a game in a given state; raises Refused, or another error that ends the attempt.

A pure function: the result depends on its argument and on values that were settled before. `write` calls it once or
more, first on a state that may be old, so it must not read the clock, draw luck, do I/O or remember an earlier call.
"""


class Written(NamedTuple):
    """The entries that a request led to, now or when its key was first used; none when there was nothing to do.

    `version`: that of the last entry. `state`: the game at this version or a newer one. `repeated`: the key was used
    before, so nothing happened now.
    """

    version: int
    entries: Sequence[Entry]
    state: rules.State
    repeated: bool = False


def write(backend: Backend, game: str, key: IdempotencyKey, decide: Decide) -> Written:
    """Append what `decide` returns, once for the key, however often it is sent.

    Raises NoSuchGame, KeyReused, Conflict when the game was too busy for WAIT_SECONDS, and what `decide` raises on the
    newest state.
    """
    until = monotonic() + WAIT_SECONDS
    try:
        with backend.log.writers.alone(game, WAIT_SECONDS):
            cached = backend.games.cached(game)
            with suppress(Conflict):  # all seats act at once (R5), so losing a race is normal
                if cached and (written := _write_on_cached(backend, game, key, decide, cached)):
                    return written
                return _write_on_newest(backend, game, key, decide)
            return _write_in_turn(backend, game, key, decide, until)
    except TookTooLong as error:
        known = backend.games.cached(game)
        version = known.version if known else 0
        raise Conflict(game, version, version + 1) from error


def _write_in_turn(backend: Backend, game: str, key: IdempotencyKey, decide: Decide, until: float) -> Written:
    """Write when it is this writer's turn. A slow one can lose its turn, and then waits for the next.

    Raises Conflict, TookTooLong.
    """
    for attempt in count(1):
        try:
            with backend.log.turn(game, until) as writer:
                written = _write_on_newest(backend, game, key, decide, writer)
                if written.repeated or not written.entries:
                    backend.log.leave_turn(game, writer)
                return written
        except Conflict:
            if attempt >= MIN_TURNS and monotonic() > until:
                raise
    raise AssertionError("count never ends")


def _write_on_newest(backend: Backend, game: str, key: IdempotencyKey, decide: Decide, writer: str = "") -> Written:
    """Write on the newest state. Raises Conflict if it is not the newest any more. `writer`: whose turn it is."""
    loaded, earlier = backend.games.load_with_key(game, key.field)
    if earlier:
        return _repeat(backend, game, key, earlier, loaded.state)
    if not loaded.version:
        raise NoSuchGame(game)
    decided = decide(loaded)
    if not decided.groups:
        return Written(loaded.version, (), loaded.state)
    return _append(backend, game, key, loaded, decided, writer)


def _write_on_cached(
    backend: Backend, game: str, key: IdempotencyKey, decide: Decide, cached: Loaded
) -> Written | None:
    """Write on the state that this process cached, without asking the server for a newer one first.

    None if the cached state led to no append: it was stale, `decide` found nothing to do, or `decide` raised. The
    caller then tries again on the newest state, where that is final. Raises Queued while others wait for their turn.
    """
    try:
        decided = decide(cached)
    except Exception:
        return None
    try:
        return _append(backend, game, key, cached, decided) if decided.groups else None
    except Queued:
        raise
    except Conflict:
        return None


def _append(
    backend: Backend, game: str, key: IdempotencyKey, loaded: Loaded, decided: Decided, writer: str = ""
) -> Written:
    outcome = backend.log.append(game, decided.groups, loaded.version, loaded.head, key, writer)
    if outcome.known:
        return _repeat(backend, game, key, outcome, backend.games.load(game).state)
    if decided.state is None:
        return Written(outcome.last, outcome.entries, backend.games.load(game).state)
    backend.games.keep(game, after_append(loaded, decided.state, outcome.entries))
    return Written(outcome.last, outcome.entries, decided.state)


def _repeat(backend: Backend, game: str, key: IdempotencyKey, earlier: Appended, newest: rules.State) -> Written:
    """The answer to a key that was used before."""
    if earlier.digest != key.digest:
        raise KeyReused(key.field)
    entries = backend.log.read(game, earlier.first - 1, earlier.last)
    return Written(earlier.last, entries, newest, repeated=True)
