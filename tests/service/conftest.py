"""One web application for the tests of this folder, on keys of its own. Each test opens its own games."""

from collections.abc import Iterator
from secrets import token_hex

import pytest

from service.backend import open_backend
from service.jobs.queues import Queues
from service.settings import read_settings
from tests.conftest import delete_keys
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Caller, Service, ended_processes


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[Service]:
    """The web application, without projector and workers."""
    environ = {"REDIS_URL": redis_url, "KEY_PREFIX": f"test-{token_hex(6)}:", "ALLOW_VOLATILE": "1"} | HIGH_LIMITS
    parts = open_backend(read_settings(environ))
    with ended_processes():
        yield Service(parts)
    Queues(parts.settings).lanes["quick"].delete(delete_jobs=True)
    delete_keys(parts)
    parts.redis.close()


@pytest.fixture(autouse=True)
def processes() -> Iterator[None]:
    """The processes that a test begins end with it."""
    with ended_processes():
        yield


@pytest.fixture
def ada(service: Service) -> Caller:
    """A player."""
    return service.new_player("Ada")


@pytest.fixture(scope="session")
def finished(service: Service) -> tuple[str, list[Caller]]:
    """A game of two that is over and scored; not to be changed, for many tests look at it."""
    game, callers = service.start_game(2)
    service.play(game, callers)
    return game, callers
