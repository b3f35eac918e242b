"""The write path: load a game, decide, append; decide again when the game has moved on meanwhile."""

from collections.abc import Callable, Sequence
from random import uniform
from time import monotonic, sleep
from typing import NamedTuple

import game as rules
from events import Appended, Conflict, Entry, Group, IdempotencyKey
from projections.games import Games, Loaded, after_append
from service.metrics import append_conflicts
from store.patience import store_deadline

MAX_WAIT_SECONDS = 5.0
"""After that, and MIN_ATTEMPTS, a writer who loses every race gives up."""
MIN_ATTEMPTS = 12
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.001, 0.02
"""After a lost race a writer pauses for a random part of this: doubling from the first to the last."""


class Declined(Exception):
    """What `decide` raises to append nothing, beside Refused: final on the newest state alone."""


class TooBusy(Exception):
    """Others wrote to the game again and again. Nothing was appended."""


class NoSuchGame(Declined):
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
"""What to append to a game in a given state; raises Refused or Declined to append nothing.

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


def write(games: Games, game: str, key: IdempotencyKey, decide: Decide) -> Written:
    """Append what `decide` returns, once for the key, however often it is sent.

    Raises NoSuchGame, KeyReused, TooBusy, DamagedLog, and what `decide` raises on the newest state.
    """
    if written := _write_on_cached(games, game, key, decide):
        return written
    until, attempt = monotonic() + MAX_WAIT_SECONDS, 0
    while True:
        attempt += 1
        try:
            return _write_on_newest(games, game, key, decide)
        except Conflict:  # all seats act at once (R5), so losing a race is normal
            append_conflicts.inc()
            if attempt >= MIN_ATTEMPTS and monotonic() > until:
                raise TooBusy from None
        with store_deadline().not_counted():
            sleep(uniform(0, min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**attempt)))


def _write_on_cached(games: Games, game: str, key: IdempotencyKey, decide: Decide) -> Written | None:
    """Write on the state that this process cached, without asking the server for a newer one first.

    None if that led to no append: nothing is cached, it was stale, or `decide` appends nothing. Then the newest state
    is asked, where that is final.
    """
    cached = games.cached(game)
    if cached is None:
        return None
    try:
        decided = decide(cached)
        return _append(games, game, key, cached, decided) if decided.groups else None
    except (rules.Refused, Declined, Conflict):
        return None


def _write_on_newest(games: Games, game: str, key: IdempotencyKey, decide: Decide) -> Written:
    """Write on the newest state. Raises Conflict if it is not the newest any more."""
    loaded, earlier = games.load_with_key(game, key.field)
    if earlier:
        return _repeat(games, game, key, earlier, loaded.state)
    if not loaded.version:
        raise NoSuchGame(game)
    decided = decide(loaded)
    if not decided.groups:
        return Written(loaded.version, (), loaded.state)
    return _append(games, game, key, loaded, decided)


def _append(games: Games, game: str, key: IdempotencyKey, loaded: Loaded, decided: Decided) -> Written:
    outcome = games.log.append(game, decided.groups, loaded.state.version, loaded.head, key)
    if outcome.known:
        return _repeat(games, game, key, outcome, games.load(game).state)
    if decided.state is None:
        return Written(outcome.last, outcome.entries, games.load(game).state)
    games.keep(game, after_append(loaded, decided.state, outcome.entries))
    return Written(outcome.last, outcome.entries, decided.state)


def _repeat(games: Games, game: str, key: IdempotencyKey, earlier: Appended, newest: rules.State) -> Written:
    """The answer to a key that was used before."""
    if earlier.digest != key.digest:
        raise KeyReused(key.field)
    entries = games.log.read(game, earlier.first - 1, earlier.last)
    return Written(earlier.last, entries, newest, repeated=True)
