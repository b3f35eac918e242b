"""What a stream tells beside the log: clocks, the end of a game that nobody plays, and who may no longer look."""

import json

import pytest

from service.games.live.hub import Hub
from service.games.live.news import Follower
from tests.service.api.live.following import follow, reading
from tests.service.client import Caller, Service, id_of


def test_clocks_are_told_when_they_start_and_stop(service: Service):
    game, (ada, ben) = service.start_game(2, clock={"kind": "per_phase", "seconds": 600})
    with follow(ada, game) as stream:
        clocks = stream.next()["clocks"]
        assert [(clock["seat"], clock["running"], clock["left"]) for clock in clocks] == [
            (0, True, 600),
            (1, True, 600),
        ]
        ben.move(game)
        clocks = stream.next("table")["clocks"]
        assert [clock["running"] for clock in clocks] == [True, False]
        assert clocks[1]["deadline"] is None
        assert clocks == ada.get(f"{game}/table").json["clocks"]


@pytest.mark.slow
def test_a_game_without_clocks_tells_no_table_with_its_events(service: Service):
    game, (ada, ben) = service.start_game(2)
    first = ada.get(f"{game}/table").json["expires_at"]
    with follow(ada, game) as stream, reading(stream) as items:
        service.play(game, [ada, ben], until="planning")
        later = ada.get(f"{game}/table").json["expires_at"]
        service.play(game, [ada, ben])
    assert first < later, "each event puts it off"
    assert "table" not in [item["type"] for item in items[:-3]]


def test_an_open_game_says_when_it_expires(service: Service, ada: Caller):
    game = service.open_game(ada)
    expires_at = ada.get(f"{game}/table").json["expires_at"]
    with follow(ada, game) as stream:
        assert stream.next()["expires_at"] == expires_at
        assert expires_at > ada.get(f"{game}/events").json[0]["time"]


def test_a_stream_ends_when_its_viewer_may_no_longer_see_the_game(service: Service, ada: Caller):
    """Everybody may see the open game, to join it; once it has started, only its players."""
    game, ben = service.open_game(ada, spectators=False), service.new_player("Ben")
    with follow(ben, game) as player, follow(service.new_player("Eve"), game) as stranger:
        ben.post(f"{game}/seats")
        joined = service.version(game)
        assert stranger.until(joined)[-1]["name"] == "seat_taken"
        ada.post(f"{game}/start")
        items = [*stranger]
        assert items[-1] == {"type": "end", "reason": "no_access", "version": joined}
        assert "event" not in [item["type"] for item in items]
        assert player.until(service.version(game))


def test_a_stranger_gets_nothing_of_a_game_without_spectators(service: Service):
    game, _ = service.start_game(2, spectators=False)
    eve = service.parts.accounts.by_id(service.new_player("Eve").id)
    assert eve
    hub: Hub = service.app.live
    stream = hub.open(id_of(game), Follower(eve))
    assert stream
    [item] = stream.mailbox.take(0) or ()
    assert json.loads(item.text) == {"type": "end", "reason": "no_access", "version": 0}
    hub.close(stream)


def test_the_table_of_a_game_that_is_over_leads_to_its_rematch(service: Service):
    game, (ada, ben) = service.start_game(2)
    service.play(game, [ada, ben])
    assert ada.get(f"{game}/table").json["rematch"] is None
    answer = ada.post(f"{game}/rematch")
    assert answer.status_code == 201, answer.text
    rematch = {"game": id_of(answer.headers["Location"])}
    assert ben.get(f"{game}/table").json["rematch"] == rematch
    with follow(ben, game) as stream:
        assert stream.next()["rematch"] == rematch
