"""Recordings of games of a running service, as `wonderful replay` makes them."""

import pytest

from projections.replay import build_replay
from service.commands import recordings
from service.commands.recordings import make_recording, service_recording
from tests.client.conftest import new_client
from tests.service.client import Service, id_of


@pytest.mark.parametrize(("seats", "page"), [(1, 1000), (2, 1000), (2, 10)])
def test_a_game_under_way_has_all_steps(service: Service, seats: int, page: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recordings, "MAX_PAGE_EVENTS", page)
    game, callers = service.start_game(seats)
    service.play(game, callers, until="finished")  # all but the score
    stored = make_recording(build_replay(service.parts.log.read(id_of(game))), "en", {})
    with new_client(service, "Ada", callers[0].token) as client:
        recording = service_recording(client, id_of(game), "en")
    assert (recording.last, recording.steps) == (stored.last, stored.steps)
