"""Keys of a test."""

import pytest

from service.backend import Backend
from store.keys import Keys


@pytest.fixture
def keys(parts: Backend) -> Keys:
    return parts.keys
