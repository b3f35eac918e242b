"""One web application for the tests of this folder, on keys of its own. Each test opens its own games."""

from collections.abc import Iterator

import pytest

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


@pytest.fixture(scope="session")
def finished(service: Service) -> tuple[str, list[Caller]]:
    """A game of two that is over and scored; not to be changed, for many tests look at it."""
    game, callers = service.start_game(2)
    service.play(game, callers)
    return game, callers
