"""One web application for the tests of this folder, on keys of its own. Each test opens its own games."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.service.client import Caller, Service, ended_processes, own_service


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[Service]:
    """The web application, without projector and workers."""
    with own_service(redis_url) as made:
        yield made


@pytest.fixture(autouse=True)
def processes() -> Iterator[None]:
    """The processes that a test begins end with it."""
    with ended_processes():
        yield


@pytest.fixture
def ada(service: Service) -> Caller:
    """A player."""
    return service.new_player("Ada")


@pytest.fixture
def ben(service: Service) -> Caller:
    """Another one."""
    return service.new_player("Ben")


@pytest.fixture
def marvin(service: Service) -> Caller:
    """A bot account."""
    return service.new_bot()


@pytest.fixture
def http(service: Service) -> FlaskClient:
    """A client without a token."""
    return service.app.test_client()


@pytest.fixture
def other(service: Service) -> Service:
    """A second process on the same store."""
    return service.another_process()


@pytest.fixture(scope="session")
def finished(service: Service) -> tuple[str, list[Caller]]:
    """A game of two that is over and scored; not to be changed, for many tests look at it."""
    game, callers = service.start_game(2)
    service.play(game, callers)
    return game, callers
