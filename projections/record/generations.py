"""A rebuild of the record beside the one that is read."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from redis import Redis

from projections.explorer.store import Explorer, count_everything
from projections.record.store import FIRST_GENERATION, Record
from store.clock import read_time
from store.keys import Keys

RATED_AT_ONCE = 500
KEPT_SECONDS = 60
"""How long a replaced generation stays, for requests that have begun to read it."""
COMPARED_AT_ONCE = 500
BEGIN = """
local number = tostring(redis.call('HINCRBY', KEYS[1], 'newest', 1))
local abandoned = redis.call('HGET', KEYS[1], 'building') or ''
redis.call('HSET', KEYS[1], 'building', number)
return { number, abandoned }
"""
REPLACE = """
if redis.call('HGET', KEYS[1], 'building') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'current', ARGV[1])
redis.call('HDEL', KEYS[1], 'building')
return 1
"""


class Generations:
    """The generations of the record on a server. It begins and finishes one rebuild."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._name = keys.lobby("record")
        self._begin = redis.register_script(BEGIN)
        self._replace = redis.register_script(REPLACE)
        self.begun = ""
        """The number of the generation that was begun; empty before."""

    def begin(self) -> Record:
        """An empty record beside the current one. From now on, games that finish are added to both.

        List the games to add afterwards. A rebuild that another process has begun and not finished is given up.
        """
        number, abandoned = self._begin(keys=[self._name])
        self.begun = number.decode()
        if abandoned:
            self._drop(abandoned.decode())
        return Record(self._redis, self._keys, self.begun)

    def finish(self) -> list[str] | None:
        """Rate the record that was begun, and read it from now on.

        Returns the players whose statistics or ratings differ from those before, sorted; None if there was no record.
        If another rebuild has given this one up, nothing happens: the record of the other one may still be incomplete.
        """
        current = self._stored("current") or FIRST_GENERATION
        if self._stored("building") != self.begun:
            return []
        rate_everything(Record(self._redis, self._keys, self.begun))
        count_everything(Explorer(self._redis, self._keys, self.begun), read_time(self._redis) * 1000)
        differing = self._compare(current, self.begun) if self._redis.exists(self._key(current, "games")) else None
        if self._replace(keys=[self._name], args=[self.begun]):
            self._drop(current)
        return differing

    def _compare(self, *generations: str) -> list[str]:
        """The players whose statistics or ratings differ between two generations, sorted."""
        starts = [self._key(generation, "statistics:") for generation in generations]
        players = sorted({key.removeprefix(start) for start in starts for key in self._scan(start)})
        for _ in range(2):  # a game that finishes between two reads makes a difference only once
            for generation in generations:
                rate_everything(Record(self._redis, self._keys, generation))
            first, second = generations
            players = [player for player in players if self._of(player, first) != self._of(player, second)]
        return players

    def _of(self, player: str, generation: str) -> tuple[Any, ...]:
        pipe = self._redis.pipeline(transaction=True)
        pipe.hgetall(self._key(generation, f"statistics:{player}"))
        pipe.hgetall(self._key(generation, f"days:{player}"))
        pipe.hget(self._key(generation, "ratings:all"), player)
        return tuple(pipe.execute())

    def _drop(self, generation: str) -> None:
        keys = self._scan(self._key(generation, ""))
        while some := list(islice(keys, COMPARED_AT_ONCE)):
            pipe = self._redis.pipeline(transaction=False)
            for key in some:
                pipe.expire(key, KEPT_SECONDS)
            pipe.execute()

    def _scan(self, start: str) -> Iterator[str]:
        return (key.decode() for key in self._redis.scan_iter(match=f"{start}*", count=1000))

    def _key(self, generation: str, name: str) -> str:
        return f"{self._name}:{generation}:{name}"

    def _stored(self, field: str) -> str | None:
        found: Any = self._redis.hget(self._name, field)
        return found.decode() if found else None


def rate_everything(record: Record) -> None:
    """Rate all games that are not rated yet."""
    while record.rate(RATED_AT_ONCE):
        pass
