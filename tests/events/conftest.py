"""Logs of every kind."""

from collections.abc import Iterator
from secrets import token_hex

import pytest
from redis import Redis

from events import Log, MemoryLog, RedisLog
from service.backend import Backend
from store.cluster import Cluster
from store.keys import Keys
from store.server import connect
from tests.running_cluster import RunningCluster, running_cluster

NOW = 1_795_234_774.306


@pytest.fixture
def redis(empty: Backend) -> Redis:
    return empty.redis


@pytest.fixture
def keys(empty: Backend) -> Keys:
    return empty.keys


ON_CLUSTER = [pytest.param(each, marks=pytest.mark.slow) for each in ("cluster", "cluster with confirmation")]


@pytest.fixture(params=["memory", "redis", "redis by RESP2", *ON_CLUSTER])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    """A log whose clock stands still, in memory, on Redis by either protocol, or on a cluster."""
    if request.param == "memory":
        yield MemoryLog(lambda: NOW)
        return
    if request.param.startswith("cluster"):
        yield from _on_cluster(request.getfixturevalue("replicated").url, "confirmation" in request.param)
        return
    keys, url = request.getfixturevalue("keys"), request.getfixturevalue("redis_url")
    with Redis.from_url(url, protocol=2 if request.param == "redis by RESP2" else 3) as client:
        yield RedisLog(client, keys, lambda: NOW)


def _on_cluster(url: str, confirms: bool) -> Iterator[Log]:
    with connect(url) as client:
        assert isinstance(client, Cluster)
        keys = Keys(f"{token_hex(4)}:", 64)
        yield RedisLog(client, keys, lambda: NOW, confirmed=client.confirmed() if confirms else None)


@pytest.fixture(scope="package")
def replicated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCluster]:
    """Three primaries, each with a replica, that nobody disturbs."""
    with running_cluster(tmp_path_factory.mktemp("replicated")) as made:
        yield made
