"""A service whose webhooks may call receivers on this machine, and such a receiver."""

from collections.abc import Iterator
from secrets import token_hex

import pytest

from service.backend import open_backend
from service.settings import read_settings
from tests.conftest import delete_keys
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Service, ended_processes
from tests.service.webhooks.receivers import Receiver, receiving


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[Service]:
    """The web application, without projector and workers."""
    environ = {"REDIS_URL": redis_url, "KEY_PREFIX": f"test-{token_hex(6)}:", "ALLOW_VOLATILE": "1"} | HIGH_LIMITS
    parts = open_backend(read_settings(environ | {"WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8"}))
    with ended_processes():
        yield Service(parts)
    delete_keys(parts)
    parts.redis.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that accepts everything, until told otherwise."""
    with receiving() as started:
        yield started
