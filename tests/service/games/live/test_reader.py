"""The reader goes on whatever happens: an error ends the streams of one game at most."""

import json
import logging
from collections.abc import Iterator

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from service.games.live import reader as module
from service.games.live.hub import Hub
from service.games.live.items import Item
from service.games.live.news import Follower
from service.games.live.stream import Stream
from service.games.live.update import GameUpdate
from tests.service.client import Caller, Json, Service, id_of

PATIENCE_SECONDS = 60


@pytest.fixture
def hub(service: Service) -> Hub:
    found: Hub = service.app.live
    return found


@pytest.fixture
def open_streams(service: Service, hub: Hub) -> Iterator[list[Stream]]:
    """Streams that are closed in the end."""
    streams: list[Stream] = []
    yield streams
    for stream in streams:
        hub.close(stream)


def follow(service: Service, hub: Hub, caller: Caller, game: str) -> Stream:
    """A stream whose frame has been taken."""
    player = service.parts.accounts.by_id(caller.id)
    assert player
    stream = hub.open(id_of(game), Follower(player))
    assert stream
    assert [item.kind for item in stream.mailbox.take(0) or ()] == ["frame"]
    return stream


def next_items(stream: Stream) -> list[Json]:
    """What comes next, except what is told beside the log."""
    while True:
        items: list[Item] | None = stream.mailbox.take(PATIENCE_SECONDS)
        assert items, "nothing comes"
        if found := [json.loads(item.text) for item in items if item.kind != "table"]:
            return found


def test_an_unforeseen_error_ends_the_streams_of_its_game_only(
    service: Service, hub: Hub, open_streams: list[Stream], monkeypatch, caplog: pytest.LogCaptureFixture
):
    broken, [ada, _] = service.start_game(2)
    sound, [ben, _] = service.start_game(2)
    open_streams += [follow(service, hub, ada, broken), follow(service, hub, ben, sound)]

    class FaultyMoment(GameUpdate):
        def events(self, after, seat, languages):
            if self.state.id == id_of(broken):
                raise ZeroDivisionError
            return super().events(after, seat, languages)

    monkeypatch.setattr(module, "GameUpdate", FaultyMoment)
    caplog.set_level(logging.CRITICAL, module.__name__)
    ada.move(broken)
    assert [(item["type"], item["reason"]) for item in next_items(open_streams[0])] == [("end", "restarting")]
    ben.move(sound)
    assert [item["version"] for item in next_items(open_streams[1])] == [6]


def test_a_stream_whose_entry_is_another_one_by_now_gets_the_whole_game(
    service: Service, hub: Hub, open_streams: list[Stream]
):
    """So it is after the server has lost its last second, and the game has gone on in another way."""
    game, [ada, _] = service.start_game(2)
    stream = follow(service, hub, ada, game)
    open_streams.append(stream)
    stream.told = stream.told._replace(head=bytes(32))
    ada.move(game)
    resync = next_items(stream)[0]
    assert (resync["type"], resync["view"]) == ("resync", ada.get(f"{game}?at={resync['version']}").json)


def test_a_stream_that_opens_while_the_process_stops_is_told_so(service: Service):
    game, [ada, _] = service.start_game(2)
    stopping = service.another_process()
    stopping.app.wakeups.stop()
    player = service.parts.accounts.by_id(ada.id)
    assert player
    stream = stopping.app.live.open(id_of(game), Follower(player))
    items = stream.mailbox.take(0) or ()
    assert [item.kind for item in items] == ["frame", "end"]
    assert json.loads(items[-1].text)["reason"] == "restarting"
    stopping.app.live.close(stream)


@pytest.mark.parametrize("error", [RedisConnectionError("gone"), ZeroDivisionError()])
def test_what_cannot_be_read_is_read_later(
    error: Exception, service: Service, hub: Hub, open_streams: list[Stream], monkeypatch, caplog
):
    game, [ada, _] = service.start_game(2)
    open_streams.append(follow(service, hub, ada, game))
    games, failed = service.parts.games, []
    load = games.load_with_entries

    def load_at_second_try(after):
        if not failed:
            failed.append(after)
            raise error
        return load(after)

    caplog.set_level(logging.CRITICAL, module.__name__)
    monkeypatch.setattr(games, "load_with_entries", load_at_second_try)
    ada.move(game)
    assert [item["version"] for item in next_items(open_streams[0])] == [6]
    assert failed


def test_a_part_of_the_store_that_is_out_of_reach_delays_no_stream_of_another_part(
    service: Service, hub: Hub, open_streams: list[Stream], caplog: pytest.LogCaptureFixture
):
    lost, [ada, _] = service.start_game(2)
    partition = service.parts.keys.partition
    found, [ben, _] = service.start_game(2)
    while partition(id_of(found)) == partition(id_of(lost)):
        found, [ben, _] = service.start_game(2)
    open_streams += [follow(service, hub, ada, lost), follow(service, hub, ben, found)]
    reached = []

    def read(rooms):
        if id_of(lost) in rooms:
            raise RedisConnectionError("gone")
        reached.extend(rooms)

    caplog.set_level(logging.CRITICAL, module.__name__)
    hub._reader._attempt(read, [id_of(lost), id_of(found)])
    assert reached == [id_of(found)]
