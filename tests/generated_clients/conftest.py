"""A running service for the generated clients."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.running import up
from tests.generated_clients.tools import require_tools


@pytest.fixture(scope="session")
def service_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service."""
    require_tools()
    with up(tmp_path_factory.mktemp("service")) as running:
        yield running.url
