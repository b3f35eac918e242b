"""The backend's parts that store and read projections, on keys of their own."""

from collections.abc import Callable, Iterator

import pytest

from events import RedisLog
from events.server import connect_blocking
from projections.feed import Feed
from projections.lobby import Lobby
from projections.snapshots import Snapshots
from service.backend import Backend


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

    def consumer(name: str = "one") -> Feed:
        clients.append(connect_blocking(redis_url))
        return Feed(parts.redis, clients[-1], parts.keys, name)

    yield consumer
    for client in clients:
        client.close()
