"""Seats that a bot took over: their players see everything, change nothing until they return, and return once."""

import time
from typing import Any

import pytest

from service.jobs.bot_turns import play_bots
from service.jobs.expiries import expire_seats
from tests.service.client import Caller, Service, assert_problem, id_of
from tests.service.timed import Timed

CLOCK = {"kind": "per_phase", "seconds": 60, "misses": 1}


def vanish(service: Service, clock: dict[str, Any] = CLOCK) -> tuple[str, Caller, Caller]:
    """A game of Ada and Ben, whose seat 1 was taken over in the first hand."""
    game, (ada, ben) = service.start_game(2, clock=clock)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    expire_seats(service.parts, id_of(game), lambda: time.time() + 86_400)
    return game, ada, ben


@pytest.fixture
def away(service: Service) -> tuple[str, Caller, Caller]:
    return vanish(service)


def test_a_player_who_is_away_sees_the_own_hand_and_no_legal_moves(away: tuple[str, Caller, Caller]):
    game, _, ben = away
    view = ben.get(game).json
    assert (view["seat"], len(view["hand"])) == (1, 9)
    assert (view["seats"][1]["away"], view["seats"][1]["bot"]) == (True, "greedy")
    assert ben.get(f"{game}/legal").json == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("intentions", {"type": "auto_ready", "on": True}),
        ("undo", {}),
        ("rewinds", {"version": 4}),
        ("rewinds/1/accept", None),
        ("rewinds/1/decline", None),
        ("reactions", {"reaction": "hello"}),
        ("abort", None),
    ],
)
def test_a_player_who_is_away_changes_nothing(path: str, body: Any, service: Service, away: tuple[str, Caller, Caller]):
    game, _, ben = away
    before = service.version(game)
    problem = assert_problem(ben.post(f"{game}/{path}", body), 409, "seat_away")
    assert problem["detail"] == "a bot plays your seat until you return"
    assert service.version(game) == before


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "seats/me/ready", {"ready": True}),
        ("PUT", "host", {"seat": 0}),
        ("DELETE", "seats/0", None),
        ("DELETE", "invitations/somebody", None),
        ("POST", "start", None),
    ],
)
def test_what_belongs_before_the_start_is_refused_to_a_player_who_is_away_as_to_others(
    method: str, path: str, body: Any, away: tuple[str, Caller, Caller]
):
    game, *players = away
    for player in players:
        assert_problem(player.ask(method, f"{game}/{path}", json=body), 409, "not_open")


def test_a_return_is_answered_like_an_intention(service: Service, away: tuple[str, Caller, Caller]):
    game, _, ben = away
    answer = ben.post(f"{game}/seats/me/return", headers={"Prefer": "return=representation"})
    assert answer.status_code == 201
    assert [event["name"] for event in answer.json["events"]] == ["seat_returned"]
    assert answer.headers["ETag"] == f'"{service.version(game)}"'
    assert (answer.json["view"]["seats"][1]["away"], len(answer.json["legal"])) == (False, 9)
    assert ben.post(f"{game}/intentions", answer.json["legal"][0]).status_code == 201


def test_a_repeated_return_happens_once(service: Service, away: tuple[str, Caller, Caller]):
    game, _, ben = away
    key = {"Idempotency-Key": "back"}
    first = ben.post(f"{game}/seats/me/return", headers=key)
    again = ben.post(f"{game}/seats/me/return", headers=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert_problem(ben.post(f"{game}/seats/me/return"), 409, "not_away")


def test_who_returns_in_the_middle_of_a_phase_goes_on_from_where_the_bot_is(service: Service):
    game, ada, ben = vanish(service)
    service.play(game, [ada], until="planning")
    play_bots(service.parts, id_of(game))
    view = ben.get(game).json
    assert view["phase"] == "planning"
    assert ben.post(f"{game}/seats/me/return").status_code == 201
    assert ben.get(game).json["seats"][1]["construction"] == view["seats"][1]["construction"]
    assert_problem(ben.post(f"{game}/undo", {"version": 4}), 409, "phase_closed")


def test_only_a_player_of_the_table_who_is_away_returns(service: Service, away: tuple[str, Caller, Caller]):
    game, ada, ben = away
    assert_problem(ada.post(f"{game}/seats/me/return"), 409, "not_away")
    assert_problem(service.new_player("Eve").post(f"{game}/seats/me/return"), 403, "not_seated")
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert_problem(ben.post(f"{game}/seats/me/return"), 409, "resigned")
    assert_problem(ada.post("/v1/games/nothing1/seats/me/return"), 404, "no_such_game")


def test_nobody_returns_with_an_empty_bank(service: Service):
    timed = Timed(service)
    game, (ada, ben) = timed.service.start_game(2, clock={"kind": "bank", "seconds": 60, "misses": 1})
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    timed.seconds += 60
    timed.expire(game)
    assert ada.get(f"{game}/table").json["can_return"] == []
    assert_problem(ben.post(f"{game}/seats/me/return"), 409, "no_time_left")


def test_the_table_tells_which_seats_their_players_can_take_back(away: tuple[str, Caller, Caller]):
    game, ada, ben = away
    assert ada.get(f"{game}/table").json["can_return"] == [1]
    ben.post(f"{game}/seats/me/return")
    assert ada.get(f"{game}/table").json["can_return"] == []


def test_what_the_bot_does_for_a_player_who_is_away_stays_secret_from_others(service: Service):
    game, ada, ben = vanish(service)
    assert ben.get(game).json["hand"] != ada.get(game).json["hand"]
    assert len(ada.get(game).json["hand"]) == 9
    spectator = service.new_player("Eve").get(game).json
    assert spectator.get("hand") in (None, [])
