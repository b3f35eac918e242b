"""The inbox of a player: it delivers what waits once, and again when it has changed, and news once."""

from random import Random

import pytest

from game.clocks import low_at_ms
from service.games.inbox import cache as module
from service.games.inbox.pending_items import PendingItem
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, id_of, pick_intention
from tests.service.games.inbox.reading import found, inbox_of
from tests.service.meanwhile import meanwhile


def test_within_a_phase_a_turn_is_delivered_again_only_when_the_own_seat_has_changed(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    service.play(game, [marvin, ada], until="planning")
    inbox = inbox_of(service, marvin)
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["your_turn"]
    ada.post(f"{game}/intentions", pick_intention(ada.get(f"{game}/legal").json, Random(1)))
    assert list(inbox.new_items({id_of(game)})) == []
    legal = marvin.get(f"{game}/legal").json
    marvin.post(f"{game}/intentions", next(body for body in legal if body["type"] == "recycle"))
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["your_turn"]


def test_a_turn_that_an_undo_brings_back_is_delivered_again(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    inbox = inbox_of(service, marvin)
    [turn] = inbox.new_items()
    marvin.post(f"{game}/intentions", turn.data["legal"][0])
    assert list(inbox.new_items({id_of(game)})) == []
    assert marvin.post(f"{game}/undo").status_code == 201
    [again] = inbox.new_items({id_of(game)})
    assert (again.kind, again.data["legal"]) == ("your_turn", turn.data["legal"])


@pytest.mark.parametrize("taken_back", ["undo", "rewind"])
def test_a_turn_that_comes_back_is_delivered_again_though_nobody_looked_while_it_was_gone(
    service: Service, ada: Caller, taken_back: str
):
    """Nobody is notified of a pick after which the game waits for others."""
    marvin = service.new_bot()
    game = service.seat_and_start(ada, marvin)
    inbox, version = inbox_of(service, marvin), service.version(game)
    [turn] = inbox.new_items()
    assert marvin.post(f"{game}/intentions", turn.data["legal"][0]).status_code == 201
    took_back = (
        marvin.post(f"{game}/undo") if taken_back == "undo" else ada.post(f"{game}/rewinds", {"version": version})
    )
    assert took_back.status_code == 201
    [again] = inbox.new_items({id_of(game)})
    assert (again.kind, again.data["version"]) == ("your_turn", service.version(game))
    assert again.data["legal"] == turn.data["legal"]
    assert list(inbox.new_items({id_of(game)})) == []


@pytest.mark.slow
def test_the_end_of_a_game_is_delivered_to_a_player_without_a_turn_left(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(ada, marvin)
    inboxes = []
    phase = ""
    while phase != "finished":
        for caller in (marvin, ada):
            if legal := caller.get(f"{game}/legal").json:
                caller.post(f"{game}/intentions", pick_intention(legal, Random(2)))
                service.project(game)
            phase = service.parts.games.load(id_of(game)).state.phase
            if phase != "finished" and not marvin.get(f"{game}/legal").json:  # such as after the first pick
                inboxes.append(inbox_of(service, marvin))
                assert list(inboxes[-1].new_items()) == []
    score_game(service.parts, id_of(game))
    service.project(game)
    assert [item.kind for item in inboxes[-1].new_items()] == ["finished"]


def test_the_end_of_a_game_is_delivered_once_after_its_turns(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    inbox = inbox_of(service, marvin)
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["your_turn"]
    service.play(game, [marvin, ada])
    service.project(game)
    [end] = inbox.new_items({id_of(game)})
    assert (end.kind, end.data["view"]["status"]) == ("finished", "finished")
    assert end.data["view"]["result"]["ranking"]
    assert list(inbox.new_items()) == []


def test_a_game_is_followed_from_its_full_table_to_its_end(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    inbox = inbox_of(service, ada)
    game = service.open_game(ada)
    service.project(game)
    assert found(inbox.new_items([id_of(game)])) == []
    ben.post(f"{game}/seats")
    service.project(game)
    [full] = inbox.new_items([id_of(game)])
    assert (full.kind, full.data["seat"], full.data["view"]["status"]) == ("table_full", 0, "open")
    assert full.data["deadline"], "until when the game can start"
    ada.post(f"{game}/start")
    service.project(game)
    assert [item.kind for item in inbox.new_items([id_of(game)])] == ["started", "your_turn"]
    ben.post(f"{game}/abort")
    service.project(game)
    [end] = inbox.new_items([id_of(game)])
    assert (end.kind, end.data["seat"], end.data["view"]["end_reason"]) == ("finished", 0, "aborted")


def test_a_person_is_invited_and_the_invitation_is_delivered_once(service: Service, ada: Caller):
    marvin, eve = service.new_bot(), service.new_player("Eve")
    inbox, other = inbox_of(service, marvin), inbox_of(service, eve)
    game = service.open_game(ada, seats=3, invited=[marvin.id])
    service.project(game)
    assert found(inbox.new_items()) == [("invitation", id_of(game))]
    eve.post(f"{game}/seats")
    service.project(game)
    assert found(inbox.new_items()) == found(other.new_items()) == []


def test_each_person_is_asked_for_a_rewind_and_no_more_when_it_has_expired(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    version = service.version(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    assert ada.post(f"{game}/rewinds", {"version": version}).status_code == 201
    service.project(game)
    [asked, _turn] = sorted(inbox_of(service, ben).new_items(), key=lambda item: item.kind)
    assert asked.kind == "rewind_proposed"
    assert asked.data["deadline"] == asked.data["view"]["rewind"]["expires_at"]
    assert found(inbox_of(service, ada).new_items()) == []
    in_a_year = inbox_of(service, ben, now_ms=lambda: 4e12)
    assert "rewind_proposed" not in [item.kind for item in in_a_year.new_items()]


def test_a_page_of_a_game_that_moves_on_meanwhile_has_each_item_once(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    ben, cem = service.new_player("Ben"), service.new_player("Cem")
    game = service.seat_and_start(ada, ben, cem)
    version = service.version(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    assert ada.post(f"{game}/rewinds", {"version": version}).status_code == 201
    pick = cem.get(f"{game}/legal").json[0]
    meanwhile(
        monkeypatch,
        "service.games.inbox.inbox.without_blocked",
        lambda: cem.post(f"{game}/intentions", pick).status_code == 201,
    )
    page = inbox_of(service, ben).page(10)
    assert sorted(item.kind for item in page.items) == ["rewind_proposed", "your_turn"]
    assert {item.data["version"] for item in page.items} == {service.version(game)}


def test_what_begins_to_stand_by_time_alone_is_delivered_then(service: Service, ada: Caller):
    game, now = service.open_game(ada, open_seconds=1000), [0.0]
    service.project(game)
    opened_ms = service.parts.games.load(id_of(game)).opened_ms
    now[0] = opened_ms
    inbox = inbox_of(service, ada, now_ms=lambda: now[0])
    assert list(inbox.new_items()) == []
    assert inbox.seconds_to_next() == 900
    now[0] += 900_000
    assert inbox.seconds_to_next() == 0
    [expiring] = inbox.new_items([])
    assert (expiring.kind, expiring.data["game"]) == ("expiring", id_of(game))
    assert inbox.seconds_to_next() == float("inf")
    assert list(inbox.new_items([])) == list(inbox.new_items()) == []


def test_a_time_that_has_moved_on_meanwhile_brings_nothing(service: Service, ada: Caller, monkeypatch):
    """Nobody is notified of moves that others make in a game, so the time at which it ends may be another by then."""
    game, now = service.seat_and_start(ada, service.new_player("Ben")), [0.0]
    waiting = [PendingItem("expiring", from_ms=1000)]
    monkeypatch.setattr(module, "pending_items", lambda loaded, player: waiting)
    inbox = inbox_of(service, ada, now_ms=lambda: now[0])
    assert list(inbox.new_items()) == []
    now[0], waiting = 1000.0, [PendingItem("expiring", from_ms=5000)]
    inbox._looks = module.PendingItemsCache()
    assert list(inbox.new_items([])) == []
    assert inbox.seconds_to_next() == 4
    assert id_of(game) in inbox._next_ms


def test_a_clock_that_runs_low_is_told_once_a_phase_until_the_seat_acts(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game, now = service.seat_and_start(ada, ben, clock={"kind": "per_phase", "seconds": 1000}), [0.0]
    low_ms = low_at_ms(service.parts.games.load(id_of(game)).clocks, 0)
    assert low_ms
    now[0] = low_ms - 1
    inbox = inbox_of(service, ada, now_ms=lambda: now[0])
    [turn] = inbox.new_items()
    assert (turn.kind, inbox.seconds_to_next()) == ("your_turn", 0.001)
    now[0] = low_ms
    [low] = inbox.new_items([])
    assert low.kind == "clock_low"
    assert {low.data[field] == turn.data[field] for field in ("deadline", "legal", "view", "version")} == {True}
    assert list(inbox.new_items()) == []
    ada.post(f"{game}/intentions", low.data["legal"][0])
    assert list(inbox.new_items([id_of(game)])) == []
    assert found(inbox_of(service, ada, now_ms=lambda: now[0]).new_items()) == []


def test_a_rematch_of_a_private_game_is_offered_and_starts(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ada, visibility="private", invited=[ben.id])
    service.project(game)
    assert found(inbox_of(service, ben).new_items()) == [("invitation", id_of(game))]
    ben.post(f"{game}/seats")
    ada.post(f"{game}/start")
    ada.post(f"{game}/abort")
    service.project(game)
    inbox = inbox_of(service, ben)
    assert found(inbox.new_items()) == []
    rematch = ada.post(f"{game}/rematch").json["id"]
    service.project(f"/{rematch}")
    [offered] = inbox.new_items([rematch])
    assert (offered.kind, offered.data["game"], offered.data["view"]["rematch_of"]) == (
        "rematch_offered",
        rematch,
        id_of(game),
    )
    assert ben.post(f"/v1/games/{rematch}/seats").status_code == 201
    service.project(f"/{rematch}")
    assert found(inbox.new_items([rematch])) == [("started", rematch), ("your_turn", rematch)]


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_removed_player_is_told_and_sees_nothing_of_later(service: Service, ada: Caller, visibility: str):
    ben, cem = service.new_player("Ben"), service.new_player("Cem")
    game = service.open_game(ada, seats=3, name="Friday", visibility=visibility, invited=[ben.id, cem.id])
    other = service.another_process()
    ben.post(f"{game}/seats")
    service.project(game)
    inbox = inbox_of(service, ben)
    assert found(inbox.new_items()) == []
    other.parts.games.load(id_of(game))
    assert ada.ask("DELETE", f"{game}/seats/1").status_code == 204
    version = service.version(game)
    cem.post(f"{game}/seats")
    service.project(game)
    live = [*inbox.new_items([id_of(game)])]
    resumed = [*inbox_of(other, ben, after=f"{inbox.position - 1}").new_items()]
    for [item] in (live, resumed):
        view = item.data["view"]
        assert (item.kind, item.data["version"]) == ("removed", version)
        assert (item.data["seat"], item.data["legal"]) == (None, [])
        assert (view["name"], view["status"]) == ("Friday", "open")
        assert [seat["player"] and seat["player"]["name"] for seat in view["seats"]] == ["Ada", None, None]
        assert "code" not in view
    assert found(inbox_of(service, ada).new_items()) == []
    assert found(inbox_of(service, cem, after="1").new_items()) == [], "nobody else has the news"
    assert list(inbox.new_items([id_of(game)])) == []


def test_of_many_invitations_the_newest_ones_wait(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("projections.lobby.MAX_INVITATIONS", 2)
    host = service.new_player("Ben")
    games = [service.open_game(host, invited=[ada.id]) for _ in range(3)]
    for game in games:
        service.project(game)
    games.sort(key=lambda game: (service.parts.games.load(id_of(game)).opened_ms, game))
    own = service.open_game(ada, seats=1)
    service.project(own)
    inbox = inbox_of(service, ada)
    waiting = [(item.kind, item.data["game"]) for item in inbox.new_items()]
    newest = {id_of(game) for game in games[1:]}
    assert {game for kind, game in waiting if kind == "invitation"} == newest
    assert ("table_full", id_of(own)) in waiting
    host.ask("DELETE", f"{games[2]}/seats/me")
    service.project(games[2])
    assert [item.data["game"] for item in inbox.new_items()] == [id_of(games[0])]
