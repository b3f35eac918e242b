"""Milestones: earlier versions of a game, stored at intervals and after each rewind.

So any version is cheap to reach: from the milestone before it, at most EVENTS_APART events lead there, and no rewind.

They are a cache: dropping any of them changes no answer. Old stores without milestones get them on the way.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from time import sleep
from typing import Any

from cachetools import LRUCache
from redis import Redis

import game as rules
from events import Entry, Log
from events.entry import canonical
from game.rewinds import Rewound
from projections.past import Past, after_events
from projections.replay import read_stretch
from projections.snapshots import stamp
from store.keys import Keys

EVENTS_APART = 256
"""The most events between two milestones, and so the most that are folded to reach a version: about 7 ms of CPU."""
MAX_KNOWN_GAMES = 20_000
Read = Callable[[int, int], Sequence[Entry]]
"""The entries with versions after < v <= upto."""


class Milestones:
    """The milestones of all games on Redis, each about 2 kB."""

    def __init__(self, redis: Redis, keys: Keys, log: Log) -> None:
        self._redis = redis
        self._keys = keys
        self._log = log
        self._save = redis.register_script(files(__package__).joinpath("milestone.lua").read_text("utf-8"))
        self._kept_up: LRUCache[str, tuple[int, int]] = LRUCache(MAX_KNOWN_GAMES)
        """By game: the version of its newest milestone, and how many of its rewinds were decided then."""

    def past_at(self, game: str, version: int, read: Read | None = None) -> Past:
        """A game at a version that it has reached. `read`: reads its log, if the caller has it already.

        A rewind leads to the game at another version, which is reached in the same way.
        """
        return self._past_at(game, version, read or partial(read_stretch, self._log, game), {})

    def keep_up(self, game: str, state: rules.State, read: Read | None = None) -> None:
        """Store the milestones of a game up to this state, which it has reached, as far as they are missing."""
        decided = state.rewinds - (state.proposal is not None)
        newest, rewinds = self._kept_up.get(game, (0, 0))
        if state.version - newest < EVENTS_APART and decided <= rewinds:
            return
        newest = max(self._versions(game), default=0)
        self._kept_up[game] = newest, decided
        if state.version - newest >= EVENTS_APART or decided > rewinds:
            self.past_at(game, state.version, read)

    def drop(self, game: str) -> None:
        """Delete the game's milestones."""
        self._kept_up.pop(game, None)
        self._redis.delete(self._keys.milestones(game))

    def _past_at(self, game: str, version: int, read: Read, known: dict[int, Past]) -> Past:
        """`known`: versions of the game that were reached before, to which others are added."""
        if version in known:
            return known[version]
        past = self._nearest(game, version)
        known[past.version] = past
        while past.version < version:
            entries = read(past.version, min(version, past.version + EVENTS_APART))
            if not entries:
                raise LookupError(f"game {game} has no version {version}")
            is_full = len(entries) == EVENTS_APART
            entries = entries[: _last_end(entries) if is_full else None]
            for part in _parts(entries):
                to = _target(part[-1])
                if to is not None and to < past.version:
                    self._past_at(game, to, read, known)
                past = after_events(past, [entry.event for entry in part], {} if to is None else {to: known[to]})
                known[past.version] = past
                if part[-1].hash and (to is not None or (is_full and past.version == entries[-1].version)):
                    self._store(game, past, part[-1])
            sleep(0)  # others have their turn after each stretch
        return past

    def _nearest(self, game: str, version: int) -> Past:
        """The game at the newest milestone up to a version; its beginning if there is none."""
        if version < EVENTS_APART // 2:
            return Past()
        for stored in sorted(self._versions(game), reverse=True):
            if stored <= version and (past := self._load(game, stored)):
                return past
        return Past()

    def _versions(self, game: str) -> list[int]:
        return [int(field) for field in self._redis.hkeys(self._keys.milestones(game))]

    def _load(self, game: str, version: int) -> Past | None:
        """A milestone, if it is of the current schema."""
        text: Any = self._redis.hget(self._keys.milestones(game), str(version))
        data = json.loads(zlib.decompress(text)) if text else {"state": {}, "stamp": None}
        if data["stamp"] != stamp(data["state"].get("ruleset", "")):
            return None
        return Past(rules.state(data["state"]), tuple([(at, seat) for at, seat in data["moves"]]))

    def _store(self, game: str, past: Past, last: Entry) -> None:
        """Store a milestone, unless the log has lost its last entry meanwhile."""
        data = {"stamp": stamp(past.state.ruleset), "state": rules.quick_facts(past.state), "moves": past.moves}
        keys = [self._keys.milestones(game), self._keys.stream(game)]
        self._save(keys=keys, args=[past.version, last.hash, zlib.compress(canonical(data).encode())])
        newest, rewinds = self._kept_up.get(game, (0, 0))
        self._kept_up[game] = max(past.version, newest), rewinds


def _last_end(entries: Sequence[Entry]) -> int | None:
    """How many of the entries end with the end of an append, which has a hash; None if none of them is one."""
    return next((at for at in range(len(entries), 0, -1) if entries[at - 1].hash), None)


def _parts(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """The entries in parts: a part ends with a rewind, or with a version to which one of the rewinds leads."""
    targets = {_target(entry) for entry in entries}
    first = 0
    for end, entry in enumerate(entries, 1):
        if end == len(entries) or entry.version in targets or _target(entry) is not None:
            yield entries[first:end]
            first = end


def _target(entry: Entry) -> int | None:
    """The version to which the entry leads back, if it is a rewind."""
    event = entry.event if entry.name == "rewound" else None
    return event.to if isinstance(event, Rewound) else None
