"""Players: registering, tokens, accounts."""

import pytest

from service.backend import Backend
from tests.service.client import Caller, Service, assert_problem


def test_only_the_registration_shows_the_token(service: Service):
    answer = service.app.test_client().post("/v1/players", json={"name": " Ada Lovelace ", "kind": "human"})
    assert answer.status_code == 201
    assert answer.json.keys() == {"id", "name", "kind", "handle", "token", "recovery_code"}
    assert (answer.json["name"], answer.json["kind"]) == ("Ada Lovelace", "human")
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    again = service.app.test_client().get("/v1/players/me", headers={"Authorization": f"Bearer {answer.json['token']}"})
    assert not again.json.keys() & {"token", "recovery_code"}
    assert again.json["id"] == answer.json["id"]


def test_the_store_holds_no_token_in_the_clear(parts: Backend):
    service = Service(parts)
    ada = service.new_player()
    ada.get("/v1/players/me")
    service.open_game(ada)
    keys = [*parts.redis.scan_iter(match=f"{parts.settings.key_prefix}*", count=1000)]
    assert len(keys) > 3
    for key in keys:
        assert ada.token.encode() not in key
        assert ada.token.encode() not in (parts.redis.dump(key) or b"")


def test_a_player_is_human_by_default(service: Service):
    http = service.app.test_client()
    assert http.post("/v1/players", json={"name": "Ada"}).json["kind"] == "human"
    assert http.post("/v1/players", json={"name": "Marvin", "kind": "bot"}).json["kind"] == "bot"


def test_two_players_of_one_name_are_two_players(service: Service):
    assert service.new_player("Ada").id != service.new_player("Ada").id


@pytest.mark.parametrize("name", ["Ada", "Łukasz", "愛", "👩", 'O\'Neil "x" <b>', "a" * 40])
def test_names_are_kept_as_they_are(name: str, service: Service):
    player = service.new_player(name)
    assert player.get(f"/v1/players/{player.id}").json["name"] == name


def test_every_player_may_see_an_account(service: Service, ada: Caller):
    other = service.new_player("Ben")
    account = ada.get(f"/v1/players/{other.id}").json
    assert (account["id"], account["name"], account["kind"]) == (other.id, "Ben", "human")


@pytest.mark.slow
def test_the_statistics_count_games_by_status_and_wins(service: Service):
    game, (ada, ben) = service.start_game(2)
    nothing = dict.fromkeys(("open", "playing", "finished", "abandoned", "won", "assisted"), 0)
    assert ada.get("/v1/players/me").json["statistics"] == nothing
    service.project(game)
    assert ada.get("/v1/players/me").json["statistics"] == nothing | {"playing": 1}
    service.play(game, [ada, ben])
    best = ada.get(game).json["result"]["ranking"][0]
    service.project(game)
    for seat, player in enumerate((ada, ben)):
        won = {"finished": 1, "won": int(seat in best)}
        assert ada.get(f"/v1/players/{player.id}").json["statistics"] == nothing | won


@pytest.mark.parametrize("id", ["nobody", "x" * 3000, "%00", "%ff", "a%20b", "*", "bot:greedy"])
def test_an_unknown_player_is_not_found(id: str, ada: Caller):
    assert_problem(ada.get(f"/v1/players/{id}"), 404, "no_such_player")


@pytest.mark.parametrize("path", ["/v1/players/me", "/v1/games", "/v1/games/unknown", "/v1/games/unknown/events"])
@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        (None, "token_missing"),
        ("", "token_missing"),
        ("Bearer", "token_missing"),
        ("Basic YTpi", "token_missing"),
        ("Bearer wrong", "token_unknown"),
        ("bearer " + "x" * 8000, "token_unknown"),
        ("Bearer ÿþ", "token_unknown"),
    ],
)
def test_a_request_without_a_known_token_is_refused(path: str, authorization: str | None, code: str, service: Service):
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = service.app.test_client().get(path, headers=headers)
    assert_problem(answer, 401, code)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_word_bearer_may_be_written_in_any_case(service: Service, ada: Caller):
    headers = {"Authorization": f"bEARER {ada.token}"}
    assert service.app.test_client().get("/v1/players/me", headers=headers).status_code == 200
