"""The backend's parts that store and read projections, on keys of their own."""

from collections.abc import Callable, Iterator

import pytest

from events import RedisLog
from events.cluster import is_cluster_url
from events.server import connect, connect_blocking
from projections.cluster_feed import ClusterFeed
from projections.feed import Feed
from projections.lobby import Lobby
from projections.snapshots import Snapshots
from service.backend import Backend

STORES = ["server", pytest.param("cluster", marks=pytest.mark.slow)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what uses a store on both kinds, except a test that is marked `one_store`."""
    if "store" in metafunc.fixturenames:
        stores = ["server"] if metafunc.definition.get_closest_marker("one_store") else STORES
        metafunc.parametrize("store", stores, indirect=True, scope="session")


@pytest.fixture(scope="session")
def store(request: pytest.FixtureRequest) -> str:
    """The kind of the store: everything that is projected is the same on both."""
    return str(request.param)


@pytest.fixture(scope="session")
def redis_url(store: str, server_url: str, request: pytest.FixtureRequest) -> str:
    return server_url if store == "server" else request.getfixturevalue("cluster").url


@pytest.fixture
def log(parts: Backend) -> RedisLog:
    return parts.log


@pytest.fixture
def snapshots(parts: Backend) -> Snapshots:
    return parts.snapshots


@pytest.fixture
def lobby(parts: Backend) -> Lobby:
    return parts.lobby


@pytest.fixture
def feed(parts: Backend, redis_url: str) -> Iterator[Callable[..., Feed]]:
    """Makes consumers of the feed, by name."""
    clients = []

    def consumer(name: str = "one", options: str = "") -> Feed:
        url = redis_url + options
        clients.append(connect(url))
        if is_cluster_url(url):
            return ClusterFeed(clients[-1], url, parts.keys, name)
        clients.append(connect_blocking(url))
        return Feed(clients[-2], clients[-1], parts.keys, name)

    yield consumer
    for client in clients:
        client.close()
