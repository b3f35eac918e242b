"""Opening a store to read it: nothing is begun, started or prepared for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from service.backend import check_urls
from service.jobs.queues import Queues
from service.run.embedded_redis import has_data, running_server
from service.settings import Settings, StartError
from store.cluster import Cluster
from store.cluster.nodes import NotACluster
from store.faults import JOBS, STORE, StoreUnavailable, describe, fault_of
from store.keys import NEW_STORE_PARTITIONS, Keys
from store.server import connect

ANSWER_SECONDS = 3.0
"""The longest wait for an answer, unless STORE_SECONDS is longer."""
PART_SECONDS = 10.0
"""The longest wait for all answers that one part of the facts takes."""


class Opened(NamedTuple):
    """A store to read. `keys`: for as many partitions as a new store has, until it is known how many this one has."""

    settings: Settings
    redis: Redis
    keys: Keys
    queues: Queues

    @property
    def is_cluster(self) -> bool:
        return isinstance(self.redis, Cluster)

    @property
    def has_own_queues(self) -> bool:
        """Whether the queues have a server of their own."""
        return self.settings.rq_redis_url != self.settings.redis_url


@contextmanager
def open_to_read(settings: Settings) -> Iterator[Opened]:
    """The store of the settings: the server of REDIS_URL, or the embedded one, if it runs. Raises StartError."""
    url = settings.redis_url or _url_of_embedded(settings)
    seconds = max(settings.store_seconds, ANSWER_SECONDS)
    settings = replace(settings, redis_url=url, rq_redis_url=settings.rq_redis_url or url, store_seconds=seconds)
    keys = Keys(settings.key_prefix, settings.partitions or NEW_STORE_PARTITIONS)
    check_urls(settings)
    opened = Opened(settings, connect(url, retries=1, seconds=seconds), keys, Queues(settings))
    try:
        yield opened
    finally:
        opened.redis.close()
        opened.queues.redis.close()


def _url_of_embedded(settings: Settings) -> str:
    folder = settings.data_dir.resolve()
    if server := running_server(settings.data_dir):
        return server.url
    if has_data(settings.data_dir):
        raise StartError(f"the service does not run: no server has the data folder {folder}")
    raise StartError(f"there is no store in {folder}: go where the service runs, or set DATA_DIR or REDIS_URL")


@contextmanager
def asking_queues() -> Iterator[None]:
    """Inside the block, errors are those of the server of the queues."""
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(fault_of(error), JOBS) from error


def why_unread(error: RedisError | NotACluster) -> str:
    """Why a part could not be read, in one sentence."""
    if isinstance(error, NotACluster):
        return str(error)
    return describe(fault_of(error), getattr(error, "part", STORE))
