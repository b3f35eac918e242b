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
        _finish(backend, keys, settings)
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
    if int(stored) == count:
        return None
    if int(stored) != MOVING:
        if _is_in_use(redis, Keys(keys.prefix, int(stored))):
            raise StartError("the service uses the store: stop all of its processes first")
        begun = {"to": count, "from": int(stored), "keeps_list": _is_list_of_store(backend)}
        redis.set(keys.repartition, json.dumps(begun))
        redis.set(keys.partitions, MOVING)  # from here on, whatever starts says that this command must be run again
    plan = _plan(backend)
    if plan["to"] != count:
        raise StartError(f"a move to {plan['to']} partitions was cut short: run `wonderful repartition {plan['to']}`")
    if "before" not in plan:
        _lock_out(backend, Keys(keys.prefix, plan["from"]))
        sleep(NOTICED_SECONDS)
        plan["before"] = contents(redis, keys)
        redis.set(keys.repartition, json.dumps(plan))
    return Contents(*plan["before"])


def _plan(backend: Backend) -> dict[str, Any]:
    """What is under way. `keeps_list`: whether the list of finished games is that of the store, not of a former one.

    `before`: what the store held once it was locked.
    """
    stored: Any = backend.redis.get(backend.keys.repartition)
    found: dict[str, Any] = json.loads(stored)
    return found


def _is_list_of_store(backend: Backend) -> bool:
    listed = backend.public_list.newest()
    return bool(listed.note) and listed.epoch == read_epoch(backend.redis, backend.keys).own


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
    redis, epoch = backend.redis, token_hex(8)
    redis.set(keys.epoch, epoch)
    if isinstance(redis, Cluster):
        for partition in range(keys.count):
            redis.set(keys.epoch_of(partition), epoch)


def _finish(backend: Backend, keys: Keys, settings: Settings) -> None:
    """Let processes start again, once all know the new epoch. The store lost nothing, so its list goes on."""
    redis, epoch, keeps_list = backend.redis, token_hex(8), _plan(backend)["keeps_list"]
    redis.delete(keys.missed)
    redis.set(keys.epoch, epoch)
    if isinstance(redis, Cluster):
        lay_epoch(redis, keys)
    if keeps_list:
        listed = backend.public_list.newest()
        backend.public_list.keep(listed, listed._replace(epoch=epoch))
    if settings.redis_url is None:
        remember_epoch(settings.data_dir, epoch)
    redis.set(keys.partitions, keys.count)
    redis.delete(keys.repartition)


def _words(found: Contents) -> str:
    return f"{found.games} games with {found.entries} events in {found.keys} keys"
