"""Keys of a test, and how long its thread waits for the store."""

from collections.abc import Iterator

import pytest

from service.backend import Backend
from store.keys import Keys
from store.patience import StoreDeadline, store_deadline


@pytest.fixture
def keys(parts: Backend) -> Keys:
    return parts.keys


@pytest.fixture
def waits() -> Iterator[StoreDeadline]:
    """The waits of the test's own thread, without a limit afterwards."""
    yield store_deadline()
    store_deadline().limit_to(None)
