"""`wonderful accept-store`: let the service take the store as it is, after it lost data or was replaced."""

from contextlib import suppress

import click
from redis import Redis
from redis.exceptions import NoPermissionError

from service.backend import Backend, has_begun
from service.commands.store import open_store, store_name
from service.run.known_epoch import remember_epoch
from service.settings import Settings, StartError
from store.cluster import Cluster
from store.cluster.epochs import accept_cluster
from store.identity import accept_store
from store.keys import Keys, settle_partitions

SHOWN = 3
"""Stores of other prefixes that are named."""


def accept_as_it_is(settings: Settings) -> None:
    """Give the store a new epoch that all processes accept. Raises StartError.

    An empty server is a store that lost all of its data. One that only has stores of other prefixes is refused: the
    setting is mistyped.
    """
    with open_store(settings, create=True, check=False) as backend:
        if not _is_there(backend) and (others := _prefixes(backend.redis)):
            raise StartError(
                f"there is no store in {store_name(settings)}; the server has {', '.join(others[:SHOWN])}; see that "
                "KEY_PREFIX is that of the service, or start the service, which begins a new store"
            )
        settle_partitions(backend.redis, backend.keys)
        accept = accept_cluster if isinstance(backend.redis, Cluster) else accept_store
        epoch = accept(backend.redis, backend.keys)
    if settings.redis_url is None:
        remember_epoch(settings.data_dir, epoch)
    click.echo(f"The store {store_name(settings)} is accepted as it is, under the epoch {epoch}.")
    click.echo("Running processes take it within a second. If STORE_EPOCH is set in your configuration, change it.")


def _is_there(backend: Backend) -> bool:
    """Whether there is a store under this prefix, also one that lost a part of its data. Raises RedisError."""
    redis, keys = backend.redis, backend.keys
    return has_begun(redis, keys) or any(redis.exists(key) for key in (keys.partitions, keys.spread, keys.missed))


def _prefixes(redis: Redis) -> list[str]:
    """The prefixes of all stores on the server, as settings. Raises RedisError."""
    ending = Keys().partitions
    names = (name.decode(errors="replace") for name in redis.scan_iter(match=f"*{ending}", count=1000))
    return sorted(
        f"KEY_PREFIX={name.removesuffix(ending)}" for name in names if _is_store(redis, name.removesuffix(ending))
    )


def _is_store(redis: Redis, prefix: str) -> bool:
    """Whether a store has this prefix. One that this user must not read is none."""
    with suppress(NoPermissionError):
        return bool(redis.exists(Keys(prefix).spread))
    return False
