"""Moving the games and accounts of a store to another number of partitions, while no process of the service uses it.

Each key moves alone, and where it goes depends on its game or account only. So a move that was cut short is simply
done again.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys, split_key

FIELDS = ("due", "timed", "waiting", "archived")
"""Hashes of a partition with a field for each game."""
TIMERS = "timers"
LEFT_BEHIND = ("feed", "epoch", "confirmed", "turns", "here")
"""What is made anew: pointers, marks, and who waits or follows."""
UNCOUNTED = (*LEFT_BEHIND, "token")
"""A token that was replaced may expire meanwhile."""
READ_AT_ONCE = 200


class Contents(NamedTuple):
    """What must be the same before and after: numbers of games, of entries in their logs, and of all moved keys."""

    games: int
    entries: int
    keys: int


def contents(redis: Redis, keys: Keys) -> Contents:
    """Count what a store holds, wherever its keys lie by now."""
    prefix = keys.prefix
    found: set[tuple[str, str]] = set()
    lengths: dict[str, int] = {}
    for names in _batches(_partition_keys(redis, prefix)):
        pipe = redis.pipeline(transaction=False)
        games = [name for name in names if _kind(prefix, name)[0] == "g"]
        for name in games:
            pipe.xlen(name)
        for name, length in zip(games, pipe.execute(), strict=True):
            game = _kind(prefix, name)[1]
            lengths[game] = max(length, lengths.get(game, 0))
        found.update(kind for name in names if (kind := _kind(prefix, name))[1] and kind[0] not in UNCOUNTED)
    return Contents(len(lengths), sum(lengths.values()), len(found))


def move(redis: Redis, keys: Keys) -> Iterator[str]:
    """Move every key to where it belongs in the layout of `keys`; gives the name of each key that was looked at."""
    for name in _partition_keys(redis, keys.prefix):
        _, partition, kind, owner = split_key(keys.prefix, name)
        if kind in LEFT_BEHIND:
            redis.delete(name)
        elif owner:
            _move_key(redis, name, keys.owned(owner, kind))
        elif kind in FIELDS:
            _move_fields(redis, keys, name, partition, kind)
        elif kind == TIMERS:
            _move_timers(redis, keys, name, partition)
        yield name


def point_to_unprojected(redis: Redis, keys: Keys) -> int:
    """Let the feeds point to each game whose snapshot is older than its log; how many there are."""
    count = 0
    for names in _batches(name for name in _partition_keys(redis, keys.prefix) if _kind(keys.prefix, name)[0] == "g"):
        games = [_kind(keys.prefix, name)[1] for name in names]
        pipe = redis.pipeline(transaction=False)
        for name, game in zip(names, games, strict=True):
            pipe.xlen(name)
            pipe.hget(keys.snapshot(game), "version")
        answers: list[Any] = pipe.execute()
        late = [
            (game, length)
            for game, length, version in zip(games, answers[::2], answers[1::2], strict=True)
            if int(version or 0) < length
        ]
        for game, length in late:
            pipe.xadd(keys.feed(keys.partition(game)), {"game": game, "version": length, "actor": ""})
        pipe.execute()
        count += len(late)
    return count


def _move_key(redis: Redis, name: str, target: str) -> None:
    if name == target:
        return
    content: Any = redis.dump(name)
    left_ms: Any = redis.pttl(name)
    if content is not None:
        redis.restore(target, max(0, left_ms), content, replace=True)
        redis.delete(name)


def _move_fields(redis: Redis, keys: Keys, name: str, partition: int, kind: str) -> None:
    fields: Any = redis.hgetall(name)
    for field, value in fields.items():
        target = keys.partition(field.decode())
        if target != partition:
            redis.hset(keys.of_partition(target, kind), field, value)
            redis.hdel(name, field)


def _move_timers(redis: Redis, keys: Keys, name: str, partition: int) -> None:
    timers: Any = redis.zrange(name, 0, -1, withscores=True)
    for game, score in timers:
        target = keys.partition(game.decode())
        if target != partition:
            redis.zadd(keys.of_partition(target, TIMERS), {game: score})
            redis.zrem(name, game)


def _partition_keys(redis: Redis, prefix: str) -> Iterator[str]:
    return (name.decode() for name in redis.scan_iter(match=f"{prefix}{{p[0-9]*}}:*", count=1000))


def _kind(prefix: str, name: str) -> tuple[str, str]:
    """The kind of a key and its game or account, which is empty for what a partition has once."""
    _, _, kind, owner = split_key(prefix, name)
    return kind, owner


def _batches(names: Iterator[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for name in names:
        batch.append(name)
        if len(batch) == READ_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch
