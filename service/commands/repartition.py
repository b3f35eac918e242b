"""`wonderful repartition`: move games and accounts to another number of partitions, while the service is stopped."""

import json
from secrets import token_hex
from time import sleep
from typing import Any

import click
from redis import Redis
from redis.exceptions import ResponseError

from projections.feed import GROUP
from projections.repartition import Contents, contents, move, point_to_unprojected
from service.backend import Backend
from service.commands.progress import progress_bar
from service.commands.store import open_store, store_name
from service.run.known_epoch import remember_epoch
from service.settings import Settings, StartError
from store.cluster import Cluster
from store.cluster.epochs import lay_epoch
from store.identity import read_epoch
from store.keys import MOVING, Keys

NOTICED_SECONDS = 2.0
"""The time after which every process that still runs has noticed that the store is not for it any more."""
IN_USE_MS = 3000
"""A projector that runs reads the feeds again within this time."""


def repartition(settings: Settings, count: int) -> None:
    """Move the store to `count` partitions, or go on with a move that was cut short. Raises StartError."""
    with open_store(settings, check=False) as backend:
        before = _begin(backend, count)
        if before is None:
            click.echo(f"The store {store_name(settings)} has {count} partitions already.")
            return
        keys = Keys(settings.key_prefix, count)
        with progress_bar("keys") as bar:
            task = bar.add_task("keys", total=before.keys)
            for _ in move(backend.redis, keys):
                bar.advance(task)
        late = point_to_unprojected(backend.redis, keys)
        after = contents(backend.redis, keys)
        if after != before:
            raise StartError(f"the store had {_words(before)}, and now has {_words(after)}: restore your backup")
        epoch = _finish(backend, keys)
    if settings.redis_url is None:
        remember_epoch(settings.data_dir, epoch)
    click.echo(f"The store {store_name(settings)} has {count} partitions now: {_words(after)}, as before.")
    click.echo(f"{late} games are to be projected. Start the service; PARTITIONS must be {count}, or empty.")
    if settings.backup_dir:
        where = settings.backup_dir.resolve()
        click.echo(f"Its backup begins anew: before that, move {where} away, or set another BACKUP_DIR.")


def _begin(backend: Backend, count: int) -> Contents | None:
    """What the store holds, once no process uses it any more; None if it is already as it is to be."""
    redis, keys = backend.redis, backend.keys
    stored: Any = redis.get(keys.partitions)
    if stored is None:
        raise StartError("the store is empty: start the service, with PARTITIONS for another number than 64")
    under_way: Any = redis.get(keys.repartition)
    if int(stored) == count:
        return None
    if under_way is None:
        old = Keys(keys.prefix, int(stored))
        if _is_in_use(redis, old):
            raise StartError("the service uses the store: stop all of its processes first")
        _lock_out(backend, old)
        sleep(NOTICED_SECONDS)
        under_way = json.dumps({"to": count, "before": contents(redis, keys)}).encode()
        redis.set(keys.repartition, under_way)
        redis.set(keys.partitions, MOVING)
    plan = json.loads(under_way)
    if plan["to"] != count:
        raise StartError(f"a move to {plan['to']} partitions was cut short: run `wonderful repartition {plan['to']}`")
    return Contents(*plan["before"])


def _is_in_use(redis: Redis, keys: Keys) -> bool:
    """Whether a process listens to the wake-ups, or a projector reads the feeds and goes on reading.

    To a server that has loaded its file, each projector has read just now, also those that ended long ago.
    """
    nodes = [node.redis for node in redis.nodes.primaries()] if isinstance(redis, Cluster) else [redis]
    if any(listening for node in nodes for _, listening in node.pubsub_numsub(keys.wake)):
        return True
    if not _was_read(redis, keys):
        return False
    sleep(IN_USE_MS / 1000)
    return _was_read(redis, keys)


def _was_read(redis: Redis, keys: Keys) -> bool:
    """Whether a projector has read a feed within IN_USE_MS."""
    for partition in range(keys.count):
        try:
            consumers: Any = redis.xinfo_consumers(keys.feed(partition), GROUP)
        except ResponseError:
            continue  # there is no feed yet
        if any(consumer["idle"] < IN_USE_MS for consumer in consumers):
            return True
    return False


def _lock_out(backend: Backend, keys: Keys) -> None:
    """Give the store an epoch that no process accepts, so that each one that still runs refuses it."""
    redis, epoch = backend.redis, _renew_epoch(backend)
    if isinstance(redis, Cluster):
        for partition in range(keys.count):
            redis.set(keys.epoch_of(partition), epoch)


def _finish(backend: Backend, keys: Keys) -> str:
    """Let processes start again; the epoch of the store."""
    redis = backend.redis
    redis.delete(keys.missed)
    epoch = _renew_epoch(backend)
    if isinstance(redis, Cluster):
        lay_epoch(redis, keys)
    redis.set(keys.partitions, keys.count)
    redis.delete(keys.repartition)
    return epoch


def _renew_epoch(backend: Backend) -> str:
    """Give the store a new epoch. It lost nothing, so its list of finished games goes on under this one."""
    listed, before, epoch = backend.public_list.newest(), read_epoch(backend.redis, backend.keys), token_hex(8)
    backend.redis.set(backend.keys.epoch, epoch)
    if listed.note and listed.epoch == before.own:
        backend.public_list.keep(listed, listed._replace(epoch=epoch))
    return epoch


def _words(found: Contents) -> str:
    return f"{found.games} games with {found.entries} events in {found.keys} keys"
