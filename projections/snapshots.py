"""Snapshots: folded states, stored to shorten a fold. They are a cache: dropping any of them changes no answer."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from redis import Redis

import game as rules
from events import Entry
from events.archive import Archive
from events.entry import canonical
from game.clocks import Clocks, SeatClock
from projections.effects import Effect, Effects, parse_effect
from projections.games import Loaded
from store.keys import Keys
from store.partial import execute_partial

SCHEMA = 8
"""Counts up when the fields of a snapshot, or those of `game.facts`, change. Other schemas are not read."""


ARCHIVED = b"archived"
"""In place of the stamp: the snapshot is in the archive."""


def stamp(ruleset: str) -> str:
    """What a stored state must bear to be read: the schema, and the ruleset of the game."""
    return f"{SCHEMA} {ruleset}"


def snapshot_fields(loaded: Loaded) -> dict[str, Any]:
    """The fields of a stored snapshot beside its stamp and its version."""
    return {
        "head": loaded.head,
        "state": canonical(rules.quick_facts(loaded.state)),
        "opened": loaded.opened_ms,
        "touched": loaded.touched_ms,
        "clocks": json.dumps(loaded.clocks),
        "changed": json.dumps(loaded.changed_version),
        "changed_ms": json.dumps(loaded.changed_ms),
    }


def archived_fields(loaded: Loaded) -> dict[str, str]:
    """The fields of a snapshot as the archive holds them."""
    fields = snapshot_fields(loaded) | {"head": loaded.head.hex(), "stamp": stamp(loaded.state.ruleset)}
    return {name: str(value) for name, value in fields.items()}


class Snapshots:
    """Snapshots on Redis, each written in one step with the game's effects and the seats that it waits for."""

    def __init__(self, redis: Redis, keys: Keys, archive: Archive | None = None) -> None:
        self._redis = redis
        self._archive = archive
        self._keys = keys
        self._save = redis.register_script(files(__package__).joinpath("snapshot.lua").read_text("utf-8"))
        self._take = redis.register_script(files(__package__).joinpath("take_timers.lua").read_text("utf-8"))
        self._recall = redis.register_script(files(__package__).joinpath("recall_timers.lua").read_text("utf-8"))
        self._postpone = redis.register_script(files(__package__).joinpath("postpone_timer.lua").read_text("utf-8"))

    def save(self, game: str, loaded: Loaded, effects: Effects) -> bool:
        """Store snapshot, effects and waiting seats, unless a newer snapshot is stored. Returns whether it did."""
        fields: list[Any] = [each for pair in snapshot_fields(loaded).items() for each in pair]
        at_once, timed = effects
        head: list[Any] = [stamp(loaded.state.ruleset), loaded.version, game, at_once.stored if at_once else ""]
        head.append(json.dumps(rules.waiting_on(loaded.state)) if loaded.state.status == "playing" else "")
        head += [timed.stored, timed.after_ms] if timed else ["", ""]
        partition, names = self._keys.partition(game), self._keys
        keys = [names.snapshot(game), names.due(partition), names.waiting(partition)]
        keys += [names.timed(partition), names.timers(partition), names.archived(partition)]
        return bool(self._save(keys=keys, args=head + fields))

    def load(self, game: str) -> Loaded | None:
        """The stored snapshot, if it has the current schema; of an archived game, that in the archive.

        Raises ArchiveFault.
        """
        row: dict[bytes, bytes] = self._redis.hgetall(self._keys.snapshot(game))  # type: ignore[assignment]
        if row.get(b"stamp") == ARCHIVED and self._archive:
            row = {
                name.encode(): bytes.fromhex(value) if name == "head" else value.encode()
                for name, value in self._archive.snapshot(game).items()
            }
        return _loaded(row) if b"state" in row else None

    def count_archived(self) -> int:
        """How many games are archived. Their snapshots are in the archive."""
        pipe = self._redis.pipeline(transaction=False)
        for partition in range(self._keys.count):
            pipe.hlen(self._keys.archived(partition))
        return sum(filter(None, execute_partial(pipe)))

    def renew_archived(self, game: str, loaded: Loaded, entries: Sequence[Entry]) -> None:
        """Give an archived game a snapshot of the current schema. `entries`: all of its log. Raises ArchiveFault."""
        if self._archive and self._redis.hexists(self._keys.archived(self._keys.partition(game)), game):
            fields = archived_fields(loaded)
            if self._archive.snapshot(game) != fields:
                self._archive.write(game, loaded.state.ruleset, entries, fields)

    def drop(self, game: str) -> None:
        """Delete the game's snapshot, and what was stored with it."""
        partition, pipe = self._keys.partition(game), self._redis.pipeline()
        pipe.delete(self._keys.snapshot(game))
        pipe.hdel(self._keys.due(partition), game)
        pipe.hdel(self._keys.waiting(partition), game)
        pipe.hdel(self._keys.timed(partition), game)
        pipe.zrem(self._keys.timers(partition), game)
        pipe.execute()

    def next_timers_ms(self) -> list[float]:
        """For each partition that has timers, when its first one is due, in ms since 1970."""
        pipe = self._redis.pipeline(transaction=False)
        for partition in range(self._keys.count):
            pipe.zrange(self._keys.timers(partition), 0, 0, withscores=True)
        return [score for rows in execute_partial(pipe) for _, score in rows or ()]

    def take_timers(self, now_ms: float, again_ms: float, limit: int) -> list[Effect]:
        """The effects whose time has come, at most `limit` of each partition, the earliest first.

        Each is taken until `again_ms`: then it is due again, unless the game has moved on. Times in ms since 1970.
        """
        pipe = self._redis.pipeline(transaction=False)
        for partition in range(self._keys.count):
            keys = [self._keys.timed(partition), self._keys.timers(partition)]
            self._take(keys=keys, args=[now_ms, again_ms, limit], client=pipe)
        return [parse_effect(text.decode()) for texts in execute_partial(pipe) for text in texts or ()]

    def postpone_timer(self, game: str, taken_ms: float, until_ms: float) -> None:
        """Let the effect of a game be due at `until_ms`, if it still is as `take_timers` took it, until `taken_ms`."""
        self._postpone(keys=[self._keys.timers(self._keys.partition(game))], args=[game, taken_ms, until_ms])

    def recall_timers(self, due_ms: int) -> None:
        """Let all effects of clocks be due at `due_ms` (ms since 1970) or before, once for this time or a later one.

        Raises RedisError if a part of the store does not answer; then it can be repeated.
        """
        done = self._keys.lobby("recalled")
        if int(self._redis.get(done) or 0) >= due_ms:
            return
        pipe = self._redis.pipeline(transaction=False)
        for partition in range(self._keys.count):
            self._recall(keys=[self._keys.timed(partition), self._keys.timers(partition)], args=[due_ms], client=pipe)
        pipe.execute()
        self._redis.set(done, due_ms)

    def due_effects(self) -> list[Effect]:
        """The effects that the stored snapshots call for at once, over all games."""
        pipe = self._redis.pipeline(transaction=False)
        for partition in range(self._keys.count):
            pipe.hvals(self._keys.due(partition))
        return [parse_effect(row.decode()) for rows in execute_partial(pipe) for row in rows or ()]

    def waiting_seats(self, games: Sequence[str]) -> dict[str, list[int]]:
        """Game → the seats that it waits for, ascending, in one round trip.

        A game that is not under way, or has no snapshot, is left out.
        """
        partitions: dict[int, list[str]] = {}
        for game in games:
            partitions.setdefault(self._keys.partition(game), []).append(game)
        pipe = self._redis.pipeline(transaction=False)
        for partition, members in partitions.items():
            pipe.hmget(self._keys.waiting(partition), members)
        found = zip(partitions.values(), execute_partial(pipe) if partitions else (), strict=True)
        rows = (pair for members, texts in found for pair in zip(members, texts or [None] * len(members), strict=True))
        return {game: json.loads(text) for game, text in rows if text}


def _loaded(row: Mapping[bytes, bytes]) -> Loaded | None:
    """What the fields of a snapshot say; None if they are of another schema."""
    facts = json.loads(row[b"state"])
    if row[b"stamp"].decode() != stamp(facts.get("ruleset", "")):
        return None
    seats, *others = json.loads(row[b"clocks"])
    clocks = Clocks(tuple([seat and SeatClock(seat[0], seat[1], tuple(seat[2])) for seat in seats]), *others)
    opened_ms, touched_ms = int(row[b"opened"]), int(row[b"touched"])
    versions, times = [tuple(json.loads(row[field])) for field in (b"changed", b"changed_ms")]
    return Loaded(rules.state(facts), row[b"head"], opened_ms, touched_ms, clocks, versions, times)
