"""Streams that are open while seats resign, are taken over by bots, undo and rewind: no secret gets out."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.events import EVENTS
from tests.service.api.live.following import Following, follow, versions
from tests.service.api.test_secrets_while_waiting import SEATS, perform
from tests.service.client import Caller, Json, Service

STAYS = 2
"""This seat never resigns, so bots alone never play the game to its end: that would take long."""
MOVES = st.sampled_from(("pick", "bots", "undo", "rewind"))
SEAT = st.integers(0, SEATS - 1)
LAST: Json = {"type": "auto_ready", "on": True}
"""The intention that ends a test: no bot has it."""


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    moves=st.lists(
        st.tuples(MOVES, SEAT) | st.tuples(st.just("resign"), st.integers(0, STAYS - 1)), min_size=3, max_size=14
    )
)
@pytest.mark.slow
def test_no_stream_shows_what_a_seat_does_after_its_player_left_it(service: Service, moves: list[tuple[str, int]]):
    game, callers = service.start_game(SEATS)
    first, viewers = service.version(game), [*callers, service.new_player("Eve")]
    with ThreadPoolExecutor(len(viewers)) as readers, ExitStack() as stack:
        streams = [stack.enter_context(follow(viewer, game, "?include=view,legal")) for viewer in viewers]
        found = [readers.submit(read_all, stream) for stream in streams]
        for move, seat in moves:
            perform(service, game, callers, move, seat)
        assert callers[STAYS].post(f"{game}/intentions", LAST).status_code == 201
        for viewer, items in zip(viewers, found, strict=True):
            assert versions(items.result()) == [*range(first + 1, service.version(game) + 1)]
            for item in items.result():
                assert_shows_own_secrets_only(item, viewer)


def read_all(stream: Following) -> list[Json]:
    """The items as they come, up to the last intention of the test. A client that does not read is cut off."""
    found = []
    for item in stream:
        found.append(item)
        if item.get("name") == "auto_ready_set":
            return found
    raise AssertionError(f"the stream ends early: {found[-1]}")


def assert_shows_own_secrets_only(item: Json, viewer: Caller) -> None:
    """An event with secret fields is the viewer's own; a view of a seat is that of the viewer."""
    if item["type"] == "event":
        if item["data"].keys() & EVENTS[item["name"]].own_seat:
            assert item["actor"] == viewer.id, item
    elif "view" in item and item["view"]["seat"] is not None:
        seat = item["view"]["seats"][item["view"]["seat"]]
        assert (seat["player"]["id"], seat["bot"]) == (viewer.id, None)
    elif "view" in item:
        assert (item["view"]["hand"], item["view"]["picked"], item["legal"]) == ([], None, [])
