"""The feed of a store on a cluster, where no command can wait on several partitions."""

import logging
from collections.abc import Iterable
from time import monotonic
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from projections.feed import GROUP, MAX_POINTERS, Feed, Pointer, by_game
from store.keys import Keys
from store.partial import OUT_OF_REACH
from store.subscription import Subscription

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
"""The interval at which all partitions are read: a wake-up may get lost."""
MAX_MESSAGES = 1000
"""The most wake-ups taken at once."""


class ClusterFeed(Feed):
    """Reads the partitions that wake-ups name, and now and then all. One that is out of reach delays no other."""

    fails_by_partition = True

    def __init__(self, redis: Redis, url: str, keys: Keys, consumer: str) -> None:
        """`url`: of the store, to hear of its wake-ups."""
        self._url = url
        self._keys = keys
        self._wakeups: Subscription | None = None
        self._due: set[int] = set()
        self._out_of_reach: set[int] = set()
        self._next_look = 0.0
        self._begin(redis, keys, consumer)

    def wait(self, milliseconds: int) -> dict[str, list[Pointer]]:
        """New pointers by game, waiting at most that long for the first; 0: not at all."""
        until = monotonic() + milliseconds / 1000
        while True:
            found = self._look(until)
            if found or monotonic() >= until:
                return found

    def _look(self, until: float) -> dict[str, list[Pointer]]:
        """What the next wake-ups point to, or what all partitions have if it is time to look at them."""
        seconds = min(until, self._next_look) - monotonic()
        self._due |= self._heard(0.0 if self._due else max(0.0, seconds))
        if monotonic() >= self._next_look:
            self._next_look = monotonic() + LOOK_SECONDS
            self._due = set(self._partitions.values())
        due, self._due = self._due, set()
        return by_game(self._read(due)) if due else {}

    def _read(self, partitions: Iterable[int]) -> list[tuple[int, Any]]:
        """What each partition has. One that may have more, or cannot be reached, is looked at again."""
        names = {name: p for name, p in self._partitions.items() if p in partitions}
        pipe = self._redis.pipeline(transaction=False)
        for name in names:
            pipe.xreadgroup(GROUP, self._consumer, {name: ">"}, count=MAX_POINTERS)
        found = []
        for partition, answer in zip(names.values(), pipe.execute(raise_on_error=False), strict=True):
            if isinstance(answer, OUT_OF_REACH):
                self._out_of_reach.add(partition)
                continue
            if isinstance(answer, Exception):
                raise answer
            if partition in self._out_of_reach:
                self._out_of_reach.remove(partition)
                self._is_new = True  # another primary has it now, perhaps without its newest entries
            rows = _rows(answer)
            if len(rows) == MAX_POINTERS:
                self._due.add(partition)
            found.append((partition, rows))
        return found

    def _heard(self, seconds: float) -> set[int]:
        """The partitions that wake-ups have named by now; waits at most `seconds` for the first one."""
        named: set[int] = set()
        try:
            if self._wakeups is None:
                self._wakeups = Subscription(self._url, self._keys.wake)
                self._next_look, self._is_new = 0.0, True
            for _ in range(MAX_MESSAGES):
                message = self._wakeups.next(0.0 if named else seconds)
                if message is None:
                    break
                if message["type"] == "message":
                    named.add(self._keys.partition(message["data"].partition(b" ")[0].decode()))
        except RedisError as error:
            logger.warning("lost the wake-up channel, listening again: %s", error)
            self._close()
        return named

    def _close(self) -> None:
        wakeups, self._wakeups = self._wakeups, None
        if wakeups:
            wakeups.close()


def _rows(answer: Any) -> Any:
    """The rows of the only stream of an answer; none if it had nothing new."""
    return answer[0][1] if answer else []
