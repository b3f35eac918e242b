"""Fixtures of the API's tests."""

import pytest

from tests.service.client import Caller, Service


@pytest.fixture
def table(service: Service) -> tuple[str, list[Caller]]:
    """A game of two, in its first draft."""
    return service.start_game(2)
