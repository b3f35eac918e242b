"""Deadlines that pass while nobody does anything."""

import pytest

from tests.end_to_end.running import PersistentPlayer, Running, await_true


@pytest.mark.slow
def test_an_open_game_expires_by_itself(running: Running):
    host = PersistentPlayer(running.url, "Host")
    game = host.open("one", seats=2, open_seconds=10)
    await_true(lambda: host.ask("GET", game).json()["status"] == "abandoned", running.output)
    view = host.ask("GET", game).json()
    assert view["end_reason"] == "expired"
    host.close()
