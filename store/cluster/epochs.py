"""The epoch of a store on a cluster. Each partition has a copy, because each primary can lose its data alone."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from redis import Redis

from store.faults import StoreUnavailable
from store.identity import Epoch
from store.keys import Keys


def lay_epoch(redis: Redis, keys: Keys) -> None:
    """Give a new store an epoch: first a copy to each partition, then the one that says that all have theirs.

    A store that comes from a single server has an epoch and no copy of it. Several processes may do it at once, and
    each may end in between. Raises StoreUnavailable if the store has copies of
    another epoch: then the primary that had the epoch itself lost its data.
    """
    if found := _text(redis.get(keys.epoch)):
        if epoch_copies(redis, keys) == {""}:
            _copy(redis, keys, found)
        return
    redis.set(keys.first_epoch, token_hex(8), nx=True)
    epoch = _text(redis.get(keys.first_epoch))
    if not epoch_copies(redis, keys) - {"", epoch}:
        _copy(redis, keys, epoch)
        redis.set(keys.epoch, epoch, nx=True)
    redis.delete(keys.first_epoch)
    if not redis.exists(keys.epoch):  # another process may have finished meanwhile
        raise StoreUnavailable("foreign")


def accept_cluster(redis: Redis, keys: Keys) -> str:
    """Give the store a new epoch in the place of its own, so that all processes take it as it is; the new epoch."""
    copies = epoch_copies(redis, keys)
    own = Epoch(_text(redis.get(keys.epoch)) or max(copies)).own
    found = [each for each in map(Epoch, copies) if each.own == own]
    epoch = max(found, key=len, default=Epoch(own)).successor()  # the one that names most others
    pipe = redis.pipeline(transaction=False)
    for partition in range(keys.count):
        pipe.set(keys.epoch_of(partition), epoch)
    pipe.execute()
    redis.set(keys.epoch, epoch)
    return epoch.own


def _copy(redis: Redis, keys: Keys, epoch: str) -> None:
    """Give each partition that has none a copy."""
    pipe = redis.pipeline(transaction=False)
    for partition in range(keys.count):
        pipe.set(keys.epoch_of(partition), epoch, nx=True)
    pipe.execute()


def epoch_copies(redis: Redis, keys: Keys) -> set[str]:
    """The different copies that the partitions have; empty text for a partition that has none. Raises RedisError."""
    pipe = redis.pipeline(transaction=False)
    for partition in range(keys.count):
        pipe.get(keys.epoch_of(partition))
    return {_text(copy) for copy in pipe.execute()}


def _text(found: Any) -> str:
    return (found or b"").decode()


def epochs_at(node: Redis, keys: Keys, partitions: list[int]) -> Mapping[int, Epoch | Exception]:
    """The epoch of each of these partitions of one primary; an error for one that it does not own any more.

    It also tries out whether the node takes writes. Raises RedisError.
    """
    pipe = node.pipeline(transaction=False)
    for partition in partitions:
        pipe.get(keys.epoch_of(partition))
    pipe.set(keys.none_of(partitions[0]), 1, xx=True)  # changes nothing, but is refused by a node that takes no writes
    *found, refusal = pipe.execute(raise_on_error=False)
    if isinstance(refusal, Exception):
        raise refusal
    texts = [each if isinstance(each, Exception) else Epoch(_text(each)) for each in found]
    return dict(zip(partitions, texts, strict=True))
