"""Deadlines that pass while nobody does anything."""

import pytest

from tests.end_to_end.running import PersistentPlayer, Running, await_true


@pytest.mark.verify
def test_an_open_game_expires_by_itself(running: Running):
    host = PersistentPlayer(running.url, "Host")
    game = host.open_game(seats=2, open_seconds=10)["id"]
    await_true(lambda: host.get_game(game)["status"] == "abandoned", running.output)
    view = host.get_game(game)
    assert view["end_reason"] == "expired"
    host.close()
