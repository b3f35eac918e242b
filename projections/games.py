"""Games as they stand now: what this process folded before, or the newest snapshot, and the entries after it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from events import Appended, DamagedLog, Entry, Log, first_link
from events.entry import UnknownEvent
from game.clocks import Clocks, advance
from game.model import has_clocks
from game.outages import Moment, Outage, TimeGivenBack, without_outage
from game.rewinds import Rewound
from projections.past import Past, after_events

GIVEN_BACK = "time_given_back"
"""The stored name of the only event that changes clocks alone: no seat and nothing on the table."""


class Loaded(NamedTuple):
    """A game's state, and what its log tells beside it.

    `head`: the hash of the newest entry. `opened_ms`, `touched_ms`: times of the first and the newest entry, in ms
    since 1970, 0 without entries. `clocks`: the time that each seat has left. `changed_version`, `changed_ms`: by seat,
    version and time of the newest entry of the seat or of the whole table, as when a phase begins.
    """

    state: rules.State
    head: bytes
    opened_ms: int = 0
    touched_ms: int = 0
    clocks: Clocks = Clocks()
    changed_version: tuple[int, ...] = ()
    changed_ms: tuple[int, ...] = ()

    @property
    def version(self) -> int:
        return self.state.version


def without_events(game: str) -> Loaded:
    """A game whose log is empty."""
    return Loaded(rules.State(), first_link(game))


def with_entries(loaded: Loaded, entries: Sequence[Entry], past: Mapping[int, rules.State] | None = None) -> Loaded:
    """The game after more entries, which follow it and end with the end of an append.

    `past`: earlier states that rewinds go back to, by version. Raises TooEarly, also if an outage began before the
    newest entry of `loaded`.
    """
    if not entries:
        return loaded
    events = [entry.event for entry in entries]
    earlier = dict(past or {})
    state = rules.fold(events, loaded.state, earlier)
    clocks = loaded.clocks
    if has_clocks(state):
        clocks = _clocks_after(loaded, rules.states(events, loaded.state, earlier), entries)
    return _after(loaded, state, clocks, entries)


def with_states(game: str, entries: Sequence[Entry]) -> tuple[Loaded, list[rules.State]]:
    """A game folded from all its entries, and the state after each of them."""
    start = without_events(game)
    if not entries:
        return start, []
    states = [*rules.states([entry.event for entry in entries])]
    clocks = _clocks_after(start, states, entries) if has_clocks(states[-1]) else start.clocks
    return _after(start, states[-1], clocks, entries), states


def _clocks_after(loaded: Loaded, states: Iterable[rules.State], entries: Sequence[Entry]) -> Clocks:
    """The clocks after more entries, which led to these states: they advance with each append, which has one time."""
    moments = [Moment(loaded.touched_ms, loaded.state, loaded.clocks)]
    for entry, state in zip(entries, states, strict=True):
        if entry.name == GIVEN_BACK and isinstance(event := entry.event, TimeGivenBack):
            moments = without_outage(moments, Outage(event.from_ms, event.to_ms))
        if entry.hash:  # it ends an append
            moments.append(Moment(entry.ms, state, advance(moments[-1].clocks, state, entry.ms)))
    return moments[-1].clocks


def after_append(loaded: Loaded, state: rules.State, entries: Sequence[Entry]) -> Loaded:
    """The game after the entries of one append, which led to `state`; nothing is folded.

    It must have no `rewound` or `time_given_back`: these need the games before.
    """
    clocks = loaded.clocks
    if clocks.seats or loaded.state.phase is None:  # a game has clocks from its start on, or never
        clocks = advance(clocks, state, entries[-1].ms)
    return _after(loaded, state, clocks, entries)


def _after(loaded: Loaded, state: rules.State, clocks: Clocks, entries: Sequence[Entry]) -> Loaded:
    seats = len(state.seats)
    versions, times = ([*known, *[0] * seats][:seats] for known in (loaded.changed_version, loaded.changed_ms))
    for entry in entries:
        for seat in changed_seats(entry, seats):
            versions[seat], times[seat] = entry.version, entry.ms
    opened_ms = loaded.opened_ms or entries[0].ms
    return Loaded(state, entries[-1].hash, opened_ms, entries[-1].ms, clocks, tuple(versions), tuple(times))


def changed_seats(entry: Entry, seats: int) -> Iterable[int]:
    """The seats that an entry changes: its own, or all `seats` if it is of the whole table, as when a phase begins."""
    if entry.seat is None:
        return () if entry.name == GIVEN_BACK else range(seats)
    return (entry.seat,) if entry.seat < seats else ()  # the host may have taken seats away since


class Games:
    """Games by id, loaded from a log. Folded games are cached; the least recently used ones are dropped first.

    `load_snapshot` returns the stored snapshot of a game, if there is one. `past_at` returns a game at an earlier
    version; without it the log is folded from the beginning. `capacity`: number of cached games, about 30 kB each. Safe
    to use from several threads.
    """

    def __init__(
        self,
        log: Log,
        load_snapshot: Callable[[str], Loaded | None],
        capacity: int = 2000,
        past_at: Callable[[str, int], Past] | None = None,
    ) -> None:
        self.log = log
        self.past_at = past_at or partial(fold_past, log)
        """The game at an earlier version, with the moves that stand then."""
        self._load_snapshot = load_snapshot
        self._cached: LRUCache[str, Loaded] = LRUCache(capacity)
        self._lock = Lock()

    def cached(self, game: str) -> Loaded | None:
        """The game as this process cached it, perhaps at an old version; the server is not asked."""
        with self._lock:
            return self._cached.get(game)

    def load(self, game: str, head: bytes | None = None) -> Loaded:
        """The game at its newest version; version 0 when there is no such game. Raises DamagedLog.

        `head`: the hash of its newest entry, if the caller has read it; if it is cached, the server is not asked.
        """
        known = self._start(game)
        if head is not None and known.head == head:
            return self.keep(game, known)
        return self._with_newer(game, known, self.log.follow(game, known.version, known.head))

    def load_sound(self, game: str, head: bytes | None = None) -> Loaded:
        """The same for one who looks at many games: one whose log is damaged is as if there were no such game."""
        try:
            return self.load(game, head)
        except DamagedLog:
            return without_events(game)

    def forget(self, game: str) -> None:
        """Cache the game no more."""
        with self._lock:
            self._cached.pop(game, None)

    def load_with_key(self, game: str, field: str) -> tuple[Loaded, Appended | None]:
        """The game at its newest version, and what the idempotency entry `field` holds, in one round trip."""
        known = self._start(game)
        newer, earlier = self.log.tail(game, known.version, known.head, field)
        return self._with_newer(game, known, newer), earlier

    def load_with_entries(self, after: Mapping[str, int]) -> list[tuple[Loaded, Sequence[Entry]]]:
        """Games at their newest versions, each with its entries after a version, up to there.

        One round trip for all of them, as a rule.
        """
        known = {game: self._start(game) for game in after}
        first = {game: min(_before(known[game]), version) for game, version in after.items()}
        found: list[tuple[Loaded, Sequence[Entry]]] = []
        for (game, version), entries in zip(after.items(), self.log.read_many(first), strict=True):
            loaded = self._with_newer(game, known[game], _newer(known[game], entries, first[game]))
            if first[game] + len(entries) == loaded.version:
                found.append((loaded, entries[version - first[game] :]))
            else:  # folded again, perhaps at another version
                found.append((loaded, self.log.read(game, version, upto=loaded.version)))
        return found

    def state_at(self, game: str, version: int) -> rules.State:
        """The state at an earlier version."""
        return self.past_at(game, version).state

    def last_group_end(self, game: str, version: int) -> int:
        """The newest version, at most this one, that ends an event group: the game can go on from there."""
        following = self.log.read(game, version, count=1)
        return following[0].group - 1 if following else version

    def keep(self, game: str, loaded: Loaded) -> Loaded:
        """Cache a game unless a newer version is cached; returns the argument."""
        with self._lock:
            known = self._cached.get(game)
            if loaded.version and (known is None or known.version < loaded.version):
                self._cached[game] = loaded
        return loaded

    def _start(self, game: str) -> Loaded:
        return self.cached(game) or self._load_snapshot(game) or without_events(game)

    def _with_newer(self, game: str, known: Loaded, newer: Sequence[Entry] | None) -> Loaded:
        """The game after the entries that follow what is known of it.

        It is folded from the beginning without any, when the log holds another entry there: then the server lost its
        last second, and the known state is no longer part of the game.
        """
        try:
            if newer is not None:
                rewinds = [event for entry in newer if isinstance(event := entry.event, Rewound)]
                past = {event.to: self.state_at(game, event.to) for event in rewinds if event.to < known.version}
                with suppress(rules.TooEarly):  # of an outage, which is given back late
                    return self.keep(game, with_entries(known, newer, past))
            self.forget(game)
            return self.keep(game, with_entries(without_events(game), self.log.read(game)))
        except UnknownEvent as error:
            raise DamagedLog(game, error.version, str(error)) from error


def fold_past(log: Log, game: str, version: int) -> Past:
    """A game at an earlier version, folded from the beginning."""
    return after_events(Past(), [entry.event for entry in log.read(game, upto=version)], {})


def _before(known: Loaded) -> int:
    """The version to read after so that the last known entry is read again."""
    return max(known.version - 1, 0)


def _newer(known: Loaded, entries: Sequence[Entry], after: int) -> Sequence[Entry] | None:
    """Of the entries after a version, those that follow what is known; None if they are of another game by now."""
    if not known.version:
        return entries
    found = entries[_before(known) - after :]
    return found[1:] if found and found[0].hash == known.head else None
