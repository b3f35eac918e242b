"""A running service for tests that do no harm to it. Each of them registers players and opens games of its own."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.running import Running, up


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service as `make run` starts it, which also logs each request, and looks often for what is overdue."""
    folder = tmp_path_factory.mktemp("running")
    with up(folder, SWEEP_SECONDS="0.3", GUNICORN_CMD_ARGS="--access-logfile -") as started:
        yield started
