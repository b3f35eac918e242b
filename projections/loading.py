"""A game as it stands now: the newest snapshot, or what this process folded before, and the entries after it."""

from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

from cachetools import LRUCache

import game as rules
from events import Appended, Entry, Log
from projections.loaded import Loaded, empty, folded
from projections.snapshots import Snapshots


class Games:
    """Games by id, loaded from a log; what was folded is kept, least recently used games are forgotten.

    `capacity`: games kept, about 30 kB each. Safe to use from several threads.
    """

    def __init__(self, log: Log, snapshots: Snapshots, capacity: int = 2000) -> None:
        self._log = log
        self._snapshots = snapshots
        self._kept: LRUCache[str, Loaded] = LRUCache(capacity)
        self._lock = Lock()

    def recent(self, game: str) -> Loaded | None:
        """The game as this process saw it last, perhaps not its newest version; nothing is asked of the server."""
        with self._lock:
            return self._kept.get(game)

    def load(self, game: str) -> Loaded:
        """The game at its newest version; version 0 when there is no such game."""
        known = self._start(game)
        return self._topped_up(game, known, self._log.read(game, _before(known)))

    def load_with(self, game: str, field: str) -> tuple[Loaded, Appended | None]:
        """The same, and what the idempotency entry `field` holds, in the same round trip."""
        known = self._start(game)
        entries, before = self._log.tail(game, _before(known), field)
        return self._topped_up(game, known, entries), before

    def at(self, game: str, version: int) -> rules.State:
        """The state at an earlier version, folded from the beginning."""
        return rules.fold([entry.event for entry in self._log.read(game, upto=version)])

    def rest(self, game: str, version: int) -> int:
        """The newest version, at most this one, at which a group ends: the game rested there, and can go on from it."""
        following = self._log.read(game, version, count=1)
        return following[0].group - 1 if following else version

    def keep(self, game: str, loaded: Loaded) -> Loaded:
        """Remember a game, unless a newer version is known; gives the argument back."""
        with self._lock:
            known = self._kept.get(game)
            if loaded.version and (known is None or known.version < loaded.version):
                self._kept[game] = loaded
        return loaded

    def _start(self, game: str) -> Loaded:
        return self.recent(game) or self._snapshots.load(game) or empty(game)

    def _topped_up(self, game: str, known: Loaded, entries: Sequence[Entry]) -> Loaded:
        """The game after the entries from its last known one on.

        It is folded anew when the game was rewound to before that one, or the log holds another one there: the server
        lost its last second then, and what was known of it is nobody's past any more.
        """
        if not known.version or (entries and entries[0].hash == known.head):
            with suppress(rules.TooEarly):
                return self.keep(game, folded(known, entries[1:] if known.version else entries))
        with self._lock:
            self._kept.pop(game, None)
        return self.keep(game, folded(empty(game), self._log.read(game)))


def _before(known: Loaded) -> int:
    """The version to read after so that the last known entry is read again."""
    return max(known.version - 1, 0)
