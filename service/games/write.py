"""The write path: load a game, decide, append; decide again when the game has moved on meanwhile."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from redis.backoff import FullJitterBackoff
from redis.retry import Retry

import game as rules
from events import Appended, Conflict, Entry, Group, IdempotencyKey
from projections.games import Loaded, after_append
from service.backend import Backend

MAX_ATTEMPTS = 12
BACKOFF_BASE_SECONDS, BACKOFF_CAP_SECONDS = 0.001, 0.024
"""The pause between two attempts is random, up to a limit: twice the base, then doubling up to the cap."""


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

    Raises NoSuchGame, KeyReused, Conflict after MAX_ATTEMPTS lost races, and what `decide` raises on the newest state.
    """
    cached = backend.games.cached(game)
    if cached and (written := _write_on_cached(backend, game, key, decide, cached)):
        return written
    # All seats act at once (R5), so losing a race is normal.
    pauses = FullJitterBackoff(cap=BACKOFF_CAP_SECONDS, base=BACKOFF_BASE_SECONDS)
    retry = Retry(pauses, MAX_ATTEMPTS - 1, supported_errors=(Conflict,))
    return retry.call_with_retry(lambda: _write_on_newest(backend, game, key, decide), lambda error: None)


def _write_on_newest(backend: Backend, game: str, key: IdempotencyKey, decide: Decide) -> Written:
    loaded, earlier = backend.games.load_with_key(game, key.field)
    if earlier:
        return _repeat(backend, game, key, earlier, loaded.state)
    if not loaded.version:
        raise NoSuchGame(game)
    decided = decide(loaded)
    if not decided.groups:
        return Written(loaded.version, (), loaded.state)
    return _append(backend, game, key, loaded, decided)


def _write_on_cached(
    backend: Backend, game: str, key: IdempotencyKey, decide: Decide, cached: Loaded
) -> Written | None:
    """Write on the state that this process cached, without asking the server for a newer one first.

    None if the cached state led to no append: it was stale, `decide` found nothing to do, or `decide` raised. The
    caller then tries again on the newest state, where that is final.
    """
    try:
        decided = decide(cached)
    except Exception:
        return None
    try:
        return _append(backend, game, key, cached, decided) if decided.groups else None
    except Conflict:
        return None


def _append(backend: Backend, game: str, key: IdempotencyKey, loaded: Loaded, decided: Decided) -> Written:
    outcome = backend.log.append(game, decided.groups, loaded.version, loaded.head, key)
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
