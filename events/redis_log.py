"""The log on Redis streams: one stream a game, entry id `<version>-0`, one script for the append."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from time import time
from typing import Any

from redis import Redis

from events.entry import Entry
from events.keys import Keys
from events.log import Appended, Conflict, Group, IdempotencyKey, entries


class RedisLog:
    """A Log. `redis` must not decode responses. Its automatic retries are safe: the key reveals a repetition.

    `saw`: called with the id of each new pointer in a feed (`events.watch`).
    """

    def __init__(
        self,
        redis: Redis,
        keys: Keys,
        now: Callable[[], float] = time,
        saw: Callable[[bytes], None] = lambda pointer: None,
    ) -> None:
        self._redis = redis
        self._keys = keys
        self._now = now
        self._saw = saw
        self._append = redis.register_script(files(__package__).joinpath("append.lua").read_text("utf-8"))

    def append(self, game: str, groups: Sequence[Group], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        return self._write(game, entries(groups, expected, head, self._now), expected, head, key)

    def restore(self, game: str, entries: Sequence[Entry], key: IdempotencyKey) -> Appended:
        return self._write(game, entries, 0, b"", key)

    def _write(self, game: str, made: Sequence[Entry], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        keys = [self._keys.stream(game), self._keys.feed(self._keys.partition(game)), self._keys.idempotency(game)]
        args: list[Any] = [expected, key.field, key.digest, game, self._keys.wake, head]
        for e in made:
            args += (e.name, "" if e.seat is None else e.seat, e.group, e.actor, e.ms, e.data, e.salt, e.hash)
        outcome, value, *pointer = self._append(keys=keys, args=args)
        if outcome == b"known":
            return _known(value)
        if outcome == b"conflict":
            raise Conflict(game, expected, value)
        self._saw(*pointer)
        return Appended(expected + 1, value, key.digest, entries=tuple(made))

    def read(self, game: str, after: int = 0, upto: int | None = None, count: int | None = None) -> list[Entry]:
        last = "+" if upto is None else f"{upto}-0"
        return _entries(self._redis.xrange(self._keys.stream(game), f"({after}-0", last, count))

    def read_many(self, after: Mapping[str, int]) -> list[list[Entry]]:
        pipe = self._redis.pipeline(transaction=False)
        for game, version in after.items():
            pipe.xrange(self._keys.stream(game), f"({version}-0", "+")
        return [_entries(rows) for rows in pipe.execute()]

    def tail(self, game: str, after: int, field: str) -> tuple[list[Entry], Appended | None]:
        pipe = self._redis.pipeline(transaction=False)
        pipe.xrange(self._keys.stream(game), f"({after}-0", "+")
        pipe.hget(self._keys.idempotency(game), field)
        rows, known = pipe.execute()
        return _entries(rows), _known(known) if known else None

    def heads(self, games: Sequence[str]) -> dict[str, bytes]:
        pipe = self._redis.pipeline(transaction=False)
        for game in games:
            pipe.xrevrange(self._keys.stream(game), count=1)
        return {game: rows[0][1][b"hash"] for game, rows in zip(games, pipe.execute(), strict=True) if rows}


def _entries(rows: Any) -> list[Entry]:
    return [
        Entry(
            int(entry_id[:-2]),
            row[b"name"].decode(),
            int(row[b"seat"]) if row[b"seat"] else None,
            int(row[b"group"]),
            row[b"actor"].decode(),
            int(row[b"ms"]),
            row[b"data"].decode(),
            row[b"salt"],
            row[b"hash"],
        )
        for entry_id, row in rows
    ]


def _known(value: bytes) -> Appended:
    first, last, digest = value.split(b" ", 2)
    return Appended(int(first), int(last), digest, known=True)
