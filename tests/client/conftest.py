"""Clients of the application in this process, and of the running service."""

from collections.abc import Iterator

import httpx
import pytest

from tests.service.client import Service
from tests.service.conftest import finished, service
from wonderful_client import Client

__all__ = ["client", "finished", "new_client", "service"]


def new_client(service: Service, name: str, token: str | None = None, **fields: str) -> Client:
    """A client of the application in this process: with this token, or for a new player."""
    http = httpx.Client(transport=httpx.WSGITransport(app=service.app))
    client = Client("http://localhost", token, http=http)
    if token is None:
        client.register_player(name=name, **fields)
    return client


@pytest.fixture
def client(service: Service) -> Iterator[Client]:
    """The client of a new player, Ada."""
    with new_client(service, "Ada") as made:
        yield made
