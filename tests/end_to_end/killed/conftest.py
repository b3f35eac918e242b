"""One service for the tests that kill its processes. Its supervisor starts others, with which the next test goes on."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.running import ALL_LANES, OwnService, await_true, up

KINDS = ("server", "web", "projector", *(f"worker --lane {lane}" for lane in ("quick", "slow", "webhooks")))
SETTINGS = ALL_LANES | {"WORKERS": "2", "SWEEP_SECONDS": "0.5", "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8"}


@pytest.fixture(scope="package")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnService]:
    """The service, whatever the last test has done to it."""
    with up(tmp_path_factory.mktemp("killed"), **SETTINGS) as own:
        yield own


@pytest.fixture
def own_service(started: OwnService) -> OwnService:
    """The service, with processes of each kind."""
    started.await_ready()
    await_true(lambda: all(map(started.processes, KINDS)), started.output)
    return started
