"""The feed: pointers to appends, one stream for each partition, read by the consumer group of the projectors."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys
from store.partial import execute_partial

GROUP = "projector"
MAX_POINTERS, MAX_RECLAIMED_POINTERS = 200, 1000
"""How many pointers of one partition one read returns."""
GONE_CONSUMER_MS = 600_000
"""An idle consumer is removed after this time."""


class Pointer(NamedTuple):
    """An entry of the feed. `entry`: its id. `actor`: who wrote what it points to, `cause`: on whose behalf.

    Both are empty in those of older versions.
    """

    partition: int
    entry: bytes
    actor: str = ""
    cause: str = ""


class Feed:
    """All partitions' feeds, read as one consumer of the group.

    An entry goes to one consumer, at least once; it is acknowledged when its game has been projected, so the
    group's own bookkeeping is the checkpoint. `blocking` is a client that may wait on the server.
    """

    fails_by_partition = False
    """Whether a part of the feeds can be out of reach while the others are not."""

    def __init__(self, redis: Redis, blocking: Redis, keys: Keys, consumer: str) -> None:
        self._blocking = blocking
        blocking.connection_pool.connection_kwargs["redis_connect_func"] = self._greet
        self._begin(redis, keys, consumer)

    def _begin(self, redis: Redis, keys: Keys, consumer: str) -> None:
        self._redis = redis
        self._consumer = consumer
        self._partitions = {keys.feed(p).encode(): p for p in range(keys.count)}
        self._is_new = False
        self.join()

    def has_reconnected(self) -> bool:
        """Whether there was a new connection since the last call: the server may have restarted in between."""
        found, self._is_new = self._is_new, False
        return found

    def _greet(self, connection: Any) -> None:
        connection.on_connect()
        self._is_new = True

    def join(self) -> None:
        """Create the group where it is missing: at the first start, and after the server lost it."""
        pipe = self._redis.pipeline(transaction=False)
        for name in self._partitions:
            pipe.xgroup_create(name, GROUP, id="0", mkstream=True)
        execute_partial(pipe, harmless="BUSYGROUP")

    def wait(self, milliseconds: int) -> dict[str, list[Pointer]]:
        """New pointers by game, waiting at most that long for the first; 0: not at all."""
        names: dict[Any, Any] = dict.fromkeys(self._partitions, ">")
        found: Any = self._blocking.xreadgroup(
            GROUP, self._consumer, names, count=MAX_POINTERS, block=milliseconds or None
        )
        pairs = found.items() if isinstance(found, dict) else found or ()
        return by_game((self._partitions[name], rows) for name, rows in pairs)

    def reclaim(self, idle_ms: int) -> dict[str, list[Pointer]]:
        """Pointers that a consumer took and did not acknowledge for `idle_ms`: it died, or failed on them."""
        taken, starts = [], dict.fromkeys(self._partitions, b"0-0")
        while starts:
            pipe = self._redis.pipeline(transaction=False)
            for name, start in starts.items():
                pipe.xautoclaim(name, GROUP, self._consumer, idle_ms, start, count=MAX_RECLAIMED_POINTERS)
            pages = dict(zip(starts, execute_partial(pipe), strict=True))
            taken += [
                (self._partitions[name], [row for row in page[1] if row[1]]) for name, page in pages.items() if page
            ]
            starts = {name: page[0] for name, page in pages.items() if page and page[0] != b"0-0"}
        return by_game(taken)

    def acknowledge(self, pointers: Iterable[Pointer]) -> None:
        """Mark pointers as projected. Those that cannot be marked now are handed out again."""
        pipe = self._redis.pipeline(transaction=False)
        names = {partition: name for name, partition in self._partitions.items()}
        for pointer in pointers:
            pipe.xack(names[pointer.partition], GROUP, pointer.entry)
        execute_partial(pipe)

    def trim(self) -> None:
        """Drop pointers that every consumer has projected, and consumers that are gone."""
        pipe = self._redis.pipeline(transaction=False)
        for name in self._partitions:
            pipe.xinfo_groups(name)
            pipe.xpending(name, GROUP)
            pipe.xinfo_consumers(name, GROUP)
        answers = execute_partial(pipe)
        for name, groups, pending, consumers in zip(
            self._partitions, answers[::3], answers[1::3], answers[2::3], strict=True
        ):
            if groups is None or pending is None or consumers is None:
                continue
            group = next(each for each in groups if each["name"] in (GROUP, GROUP.encode()))
            pipe.xtrim(name, minid=pending["min"] or group["last-delivered-id"], approximate=True)
            for consumer in consumers:
                if consumer["pending"] == 0 and consumer["idle"] > GONE_CONSUMER_MS:
                    pipe.xgroup_delconsumer(name, GROUP, consumer["name"])
        execute_partial(pipe)


def by_game(feeds: Iterable[tuple[int, Any]]) -> dict[str, list[Pointer]]:
    """The pointers that were read of partitions, by game."""
    games: dict[str, list[Pointer]] = {}
    for partition, rows in feeds:
        for entry, row in rows:
            pointer = Pointer(partition, entry, row.get(b"actor", b"").decode(), row.get(b"cause", b"").decode())
            games.setdefault(row[b"game"].decode(), []).append(pointer)
    return games
