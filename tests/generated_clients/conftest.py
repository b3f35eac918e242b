"""The generated clients and the service that they use."""

import pytest

from tests.end_to_end.running import Running
from tests.generated_clients.tools import require_tools


@pytest.fixture(scope="package")
def tools() -> None:
    """The generators of clients are installed; without them, the test is skipped."""
    require_tools()


@pytest.fixture
def service_url(tools: None, running: Running) -> str:
    """The address of a running service."""
    return running.url
