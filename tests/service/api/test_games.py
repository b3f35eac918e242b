"""Games: open one, list them, look at one."""

import hashlib
from typing import Any

import pytest

from tests.service.client import Caller, Json, Service, assert_problem, id_of


def test_opening_a_game_returns_its_view_and_its_address(service: Service, ada: Caller):
    answer = ada.post("/v1/games", {"seats": 3, "side": "B", "bots": ["random"], "name": "Friday"})
    assert answer.status_code == 201
    view = answer.json
    assert answer.headers["Location"] == f"/v1/games/{view['id']}"
    assert answer.headers["ETag"] == f'"{view["version"]}"'
    assert (view["status"], view["round"], view["phase"]) == ("open", 0, None)
    assert (view["side"], view["name"], view["seat"], view["mode"]) == ("B", "Friday", 0, "standard")
    players = [seat["player"] for seat in view["seats"]]
    assert players[0] == {"id": ada.id, "name": "Ada", "kind": "human"}
    assert players[1] is None
    assert players[2]["kind"] == "bot"
    assert ada.get(answer.headers["Location"]).json == view


def test_a_game_publishes_its_commitment_at_once_and_never_changes_it(service: Service):
    game, callers = service.start_game(2)
    view = callers[0].get(f"{game}?at=1").json
    assert len(bytes.fromhex(view["commitment"])) == hashlib.sha256().digest_size
    assert callers[1].get(game).json["commitment"] == view["commitment"]


def test_opening_with_the_same_key_opens_one_game(service: Service, ada: Caller):
    key = {"Idempotency-Key": "my first game"}
    first = ada.post("/v1/games", {"seats": 2, "bots": ["random"]}, key)
    assert ada.post(f"{first.headers['Location']}/start").status_code == 200
    again = ada.post("/v1/games", {"bots": ["random"], "seats": 2}, key)
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
    assert_problem(ada.post("/v1/games", {"seats": 3}, key), 422, "idempotency_key_reused")
    other = service.new_player("Ben").post("/v1/games", {"seats": 2}, key)
    assert other.json["id"] != first.json["id"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seats": 1, "scenario": "any"}, "invalid_body"),
        ({"seats": 2, "scenario": "SC01"}, "invalid_options"),
        ({"seats": 2, "bots": ["deep-thought"]}, "unknown_strategy"),
        ({"seats": 2, "colour": "red"}, "invalid_body"),
        ({"seats": 0}, "invalid_body"),
    ],
)
def test_invalid_options_open_no_game(options: Any, code: str, service: Service, ada: Caller):
    before = {*service.parts.redis.scan_iter(match=service.parts.keys.streams(), count=1000)}
    assert_problem(ada.post("/v1/games", options), 422, code)
    assert {*service.parts.redis.scan_iter(match=service.parts.keys.streams(), count=1000)} == before


def test_the_place_of_a_fault_in_the_body_is_named(ada: Caller):
    empires = ada.post("/v1/games", {"seats": 2, "empires": [None, "atlantis"]})
    assert [error["pointer"] for error in assert_problem(empires, 422, "invalid_body")["errors"]] == ["/empires/1"]
    problem = ada.post("/v1/games", {"seats": 2, "a/b~c": 1, "json": 2})
    errors = assert_problem(problem, 422, "invalid_body")["errors"]
    assert {error["pointer"] for error in errors} == {"/a~1b~0c", "/json"}
    bots = ada.post("/v1/games", {"seats": 3, "bots": ["random", "hal"]})
    assert assert_problem(bots, 422, "unknown_strategy")["errors"] == [
        {"pointer": "/bots/1", "detail": "there is no strategy hal"}
    ]


def test_a_null_option_counts_as_left_out(ada: Caller):
    body = {"seats": 2, "scenario": None, "clock": None, "name": None, "empires": [None, "aztec-empire"]}
    assert ada.post("/v1/games", body).status_code == 201


# Looking at a game


def test_an_unchanged_view_is_not_sent_again(service: Service):
    game, callers = service.start_game(2, ["random"])
    first = callers[0].get(game)
    assert first.headers["ETag"] == f'"{first.json["version"]}"'
    assert first.headers["Vary"] == "Authorization, Accept-Language, Accept-Encoding, Origin"
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = callers[0].get(game, {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert again.headers["Vary"] == first.headers["Vary"]
    callers[1].post(f"{game}/intentions", callers[1].get(f"{game}/legal").json[0])
    assert callers[0].get(game, {"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_each_seat_sees_its_own_hand_and_a_spectator_none(service: Service):
    game, callers = service.start_game(3)
    hands = [caller.get(game).json["hand"] for caller in callers]
    assert len({card for hand in hands for card in hand}) == 21
    view = service.new_player("Eve").get(game).json
    assert (view["seat"], view["hand"], view["picked"], view["passed"]) == (None, [], None, [])
    assert not any(card in service.new_player("Eve").get(game).text for hand in hands for card in hand)


def test_a_game_can_be_seen_as_it_was_at_every_version(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    last = callers[0].get(game).json["version"]
    for version in (1, 2, 3, 4, 5, last // 2, last - 1, last):
        answer = callers[0].get(f"{game}?at={version}")
        assert answer.json["version"] == version
        assert answer.headers["ETag"] == f'"{version}"'
    assert answer.json == callers[0].get(game).json
    assert callers[0].get(f"{game}?at=3").json["status"] == "open"
    assert callers[1].get(f"{game}?at=2").json["seat"] is None, "not yet at the table"
    assert callers[1].get(f"{game}?at=3").json["seat"] == 1


def test_a_later_version_is_not_found(service: Service, ada: Caller):
    game = service.open_game(ada)
    assert_problem(ada.get(f"{game}?at=3"), 404, "no_such_version")


def test_of_a_repeated_parameter_the_first_one_counts(service: Service, ada: Caller):
    game = service.open_game(ada)
    assert ada.get(f"{game}?at=1&at=x").json["version"] == 1


@pytest.mark.parametrize("id", ["unknown0", "x" * 3000, "%00", "%ff%fe", "a%20b", "{p1}", "*", "%0d%0aX: y", "me"])
@pytest.mark.parametrize("rest", ["", "/legal", "/events", "/log"])
def test_an_unknown_game_is_not_found(id: str, rest: str, ada: Caller):
    assert_problem(ada.get(f"/v1/games/{id}{rest}"), 404, "no_such_game")


@pytest.mark.parametrize("path", ["seats", "start", "intentions"])
def test_nothing_is_appended_to_an_unknown_game(path: str, service: Service, ada: Caller):
    body = {"type": "ready"} if path == "intentions" else None
    assert_problem(ada.post(f"/v1/games/unknown1/{path}", body), 404, "no_such_game")
    assert_problem(ada.ask("DELETE", "/v1/games/unknown1/seats/me"), 404, "no_such_game")
    assert not service.version("/v1/games/unknown1")


# What is legal


def test_legal_intentions_are_bodies_ready_to_post(service: Service):
    game, callers = service.start_game(2)
    legal = callers[1].get(f"{game}/legal")
    assert legal.headers["ETag"] == f'"{service.version(game)}"'
    assert len(legal.json) == 10
    assert callers[1].post(f"{game}/intentions", legal.json[-1]).status_code == 201
    assert callers[1].get(f"{game}/legal").json == []
    unchanged = callers[1].get(f"{game}/legal", {"If-None-Match": f'"{service.version(game)}"'})
    assert unchanged.status_code == 304


def test_only_a_seated_player_gets_legal_intentions(service: Service):
    game, _ = service.start_game(2)
    assert_problem(service.new_player("Eve").get(f"{game}/legal"), 403, "not_seated")


def test_nothing_is_legal_before_the_start_and_after_the_end(service: Service, ada: Caller, finished):
    assert ada.get(f"{service.open_game(ada)}/legal").json == []
    game, callers = finished
    assert callers[0].get(f"{game}/legal").json == []


# The list


@pytest.fixture
def listed(service: Service, ada: Caller) -> tuple[Caller, dict[str, str]]:
    """Ada's games, by their status, as the projector lists them."""
    games = {"open": service.open_game(ada, seats=3)}
    games["playing"] = service.open_game(ada, bots=["random"])
    assert ada.post(f"{games['playing']}/start").status_code == 200
    games["abandoned"] = service.open_game(ada, bots=["random"])
    assert ada.post(f"{games['abandoned']}/start").status_code == 200
    assert ada.post(f"{games['abandoned']}/abort").status_code == 200
    for game in games.values():
        service.parts.lobby.save(id_of(game), service.parts.games.load(id_of(game)))
    return ada, games


def ids(games: list[Json]) -> list[str]:
    return [f"/v1/games/{game['id']}" for game in games]


def test_games_are_listed_newest_first(listed: tuple[Caller, dict[str, str]]):
    ada, games = listed
    found = ada.get(f"/v1/games?player={ada.id}").json
    assert sorted(ids(found)) == sorted(games.values())
    opened = [game["opened_at"] for game in found]
    assert opened == sorted(opened, reverse=True)


def test_the_list_can_be_narrowed_by_status_player_and_mode(listed: tuple[Caller, dict[str, str]]):
    ada, games = listed
    for status, game in games.items():
        assert ids(ada.get(f"/v1/games?player={ada.id}&status={status}&mode=standard").json) == [game]
        assert game in ids(ada.get(f"/v1/games?status={status}&limit=100").json)
    assert ada.get(f"/v1/games?player={ada.id}&status=finished").json == []
    assert ada.get(f"/v1/games?player={ada.id}&mode=solo").json == []
    assert ada.get("/v1/games?player=nobody").json == []


def test_a_summary_holds_the_seats_and_no_cards(listed: tuple[Caller, dict[str, str]]):
    ada, games = listed
    [game] = ada.get(f"/v1/games?player={ada.id}&status=playing").json
    assert (game["round"], game["phase"], game["side"], game["winners"]) == (1, "draft", "A", None)
    nothing = {"reserved": None, "place": None, "result": None, "handle": None}
    mine = nothing | {"handle": ada.account["handle"]}
    assert game["seats"] == [
        {"seat": 0, "player": {"id": ada.id, "name": "Ada", "kind": "human"}, "bot": None, **mine},
        {"seat": 1, "player": {"id": "bot:random", "name": "random", "kind": "bot"}, "bot": "random", **nothing},
    ]
    assert not any(card in str(game) for card in ada.get(games["playing"]).json["hand"])


def test_the_list_comes_in_pages_each_linking_to_the_next(service: Service, ada: Caller):
    games = [service.open_game(ada) for _ in range(5)]
    for game in games:
        service.parts.lobby.save(id_of(game), service.parts.games.load(id_of(game)))
    found, path, pages = [], f"/v1/games?player={ada.id}&status=open&limit=2", 0
    while path:
        answer = ada.get(path)
        found += ids(answer.json)
        pages += 1
        path = next_page(answer)
    assert pages == 3
    assert sorted(found) == sorted(games)


def next_page(answer) -> str:
    """The address in the Link header, empty on the last page."""
    link = answer.headers.get("Link", "")
    assert not link or link.endswith('>; rel="next"')
    return link.partition(">")[0].removeprefix("<")
