"""The feed: pointers to appends, one stream for each partition, read by the consumer group of the projectors."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events import Keys

GROUP = "projector"
MAX_POINTERS, MAX_RECLAIMED_POINTERS = 200, 1000
"""How many pointers of one partition one read returns."""
GONE_CONSUMER_MS = 600_000
"""A consumer that was idle for so long is removed."""


class Pointer(NamedTuple):
    """An entry of the feed. `entry`: its id. `actor`: who wrote what it points to; empty in those of older versions."""

    partition: int
    entry: bytes
    actor: str = ""


class Feed:
    """All partitions' feeds, read as one consumer of the group.

    An entry goes to one consumer, at least once; it is acknowledged when its game has been projected, so the
    group's own bookkeeping is the checkpoint. `blocking` is a client that may wait on the server.
    """

    def __init__(self, redis: Redis, blocking: Redis, keys: Keys, consumer: str) -> None:
        self._redis = redis
        self._blocking = blocking
        self._consumer = consumer
        self._partitions = {keys.feed(p).encode(): p for p in range(keys.count)}
        self._is_new = False
        blocking.connection_pool.connection_kwargs["redis_connect_func"] = self._greet
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
        for name in self._partitions:
            try:
                self._redis.xgroup_create(name, GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise

    def wait(self, milliseconds: int) -> dict[str, list[Pointer]]:
        """New pointers by game, waiting at most that long for the first; 0: not at all."""
        names: dict[Any, Any] = dict.fromkeys(self._partitions, ">")
        found: Any = self._blocking.xreadgroup(
            GROUP, self._consumer, names, count=MAX_POINTERS, block=milliseconds or None
        )
        pairs = found.items() if isinstance(found, dict) else found or ()
        return _by_game((self._partitions[name], rows) for name, rows in pairs)

    def reclaim(self, idle_ms: int) -> dict[str, list[Pointer]]:
        """Pointers that a consumer took and did not acknowledge for `idle_ms`: it died, or failed on them."""
        taken = []
        for name, partition in self._partitions.items():
            start: Any = b"0-0"
            while start is not None:
                start, rows, *_ = self._redis.xautoclaim(
                    name, GROUP, self._consumer, idle_ms, start, count=MAX_RECLAIMED_POINTERS
                )
                taken.append((partition, [row for row in rows if row[1]]))
                start = None if start == b"0-0" else start
        return _by_game(taken)

    def acknowledge(self, pointers: Iterable[Pointer]) -> None:
        """Mark pointers as projected."""
        pipe = self._redis.pipeline(transaction=False)
        names = {partition: name for name, partition in self._partitions.items()}
        for pointer in pointers:
            pipe.xack(names[pointer.partition], GROUP, pointer.entry)
        pipe.execute()

    def trim(self) -> None:
        """Drop pointers that every consumer has projected, and consumers that are gone."""
        for name in self._partitions:
            group = next(g for g in self._redis.xinfo_groups(name) if g["name"] in (GROUP, GROUP.encode()))
            pending: Any = self._redis.xpending(name, GROUP)
            self._redis.xtrim(name, minid=pending["min"] or group["last-delivered-id"], approximate=True)
            for consumer in self._redis.xinfo_consumers(name, GROUP):
                if consumer["pending"] == 0 and consumer["idle"] > GONE_CONSUMER_MS:
                    self._redis.xgroup_delconsumer(name, GROUP, consumer["name"])


def _by_game(feeds: Iterable[tuple[int, Any]]) -> dict[str, list[Pointer]]:
    games: dict[str, list[Pointer]] = {}
    for partition, rows in feeds:
        for entry, row in rows:
            pointer = Pointer(partition, entry, row.get(b"actor", b"").decode())
            games.setdefault(row[b"game"].decode(), []).append(pointer)
    return games
