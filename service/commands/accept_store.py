"""`wonderful accept-store`: let the service take the store as it is, after it lost data or was replaced."""

import click

from service.commands.store import open_store, store_name
from service.run.known_epoch import remember_epoch
from service.settings import Settings
from store.cluster import Cluster
from store.cluster.epochs import accept_cluster
from store.identity import accept_store
from store.keys import settle_partitions


def accept_as_it_is(settings: Settings) -> None:
    """Give the store a new epoch that all processes accept. Raises StartError."""
    with open_store(settings, create=True, check=False) as backend:
        settle_partitions(backend.redis, backend.keys)
        accept = accept_cluster if isinstance(backend.redis, Cluster) else accept_store
        epoch = accept(backend.redis, backend.keys)
    if settings.redis_url is None:
        remember_epoch(settings.data_dir, epoch)
    click.echo(f"The store {store_name(settings)} is accepted as it is, under the epoch {epoch}.")
    click.echo("Running processes take it within a second. If STORE_EPOCH is set in your configuration, change it.")
