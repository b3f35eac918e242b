"""Logs of every kind, and a server that a test may kill."""

from collections.abc import Iterator

import pytest
from redis import Redis

from events import Keys, Log, MemoryLog, RedisLog
from service.backend import Backend
from service.run.embedded_redis import Server, ensure_server, stop_server

NOW = 1_795_234_774.306


@pytest.fixture
def redis(parts: Backend) -> Redis:
    return parts.redis


@pytest.fixture
def keys(parts: Backend) -> Keys:
    return parts.keys


@pytest.fixture(params=["memory", "redis", "redis by RESP2"])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    """A log whose clock stands still, in memory or on Redis by either protocol."""
    if request.param == "memory":
        yield MemoryLog(lambda: NOW)
        return
    keys, url = request.getfixturevalue("keys"), request.getfixturevalue("redis_url")
    with Redis.from_url(url, protocol=2 if request.param == "redis by RESP2" else 3) as client:
        yield RedisLog(client, keys, lambda: NOW)


@pytest.fixture(scope="package")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An embedded server for these tests alone: they may change its settings and drop its scripts."""
    server = ensure_server(tmp_path_factory.mktemp("own"), "no")
    yield server
    stop_server(server)
