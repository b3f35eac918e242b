"""A service whose webhooks may call receivers on this machine, and such a receiver."""

from collections.abc import Iterator

import pytest

from tests.service.client import Service, own_service
from tests.service.webhooks.receivers import Receiver, receiving


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[Service]:
    """The web application, without projector and workers."""
    with own_service(redis_url, WEBHOOK_ALLOWED_NETWORKS="127.0.0.0/8") as made:
        yield made


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that accepts everything, until told otherwise."""
    with receiving() as started:
        yield started
