"""Without their store, limits refuse nobody, and say so once."""

from itertools import count
from pathlib import Path

import pytest

from service.limits.limits import Asker, Limits
from service.run.embedded_redis import ensure_server, stop_server
from store.keys import Keys
from store.server import connect

pytestmark = pytest.mark.slow


def test_an_outage_is_one_line_at_its_beginning_and_one_at_its_end(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    hours = count(0, 3600)  # so that no pause and no drawn token lasts from one request to the next
    server = ensure_server(tmp_path, "no")
    with connect(server.url, retries=0) as redis:
        limits = Limits(redis, Keys(), {"requests": 10}, lambda: float(next(hours)))
        ada = Asker("ada", None)
        assert limits.take("requests", ada)
        stop_server(server)
        assert [limits.take("requests", ada) for _ in range(3)] == [[], [], []]
        server = ensure_server(tmp_path, "no")
        assert limits.take("requests", ada)
    stop_server(server)
    told = [record.message for record in caplog.records if record.name == "service.limits.limits"]
    assert told == ["limits are not counted, because the store fails: ConnectionError", "limits are counted again"]
