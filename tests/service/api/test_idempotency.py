"""Idempotency keys: a request sent again under the same key happens once and gets the same answer."""

import pytest

from service.ids import new_id
from tests.service.api.positions import legal_bodies, make_batch, play_to_planning
from tests.service.client import Caller, Json, Service, assert_problem, id_of


def test_the_same_key_gives_the_same_answer_byte_for_byte_when_the_game_has_gone_on(service: Service):
    game, callers = service.start_game(2, ["random"])
    key = {"Idempotency-Key": "my first pick"}
    pick = legal_bodies(callers[0], game)[0]
    first = callers[0].post(f"{game}/intentions", pick, key)
    service.play(game, callers, until="planning")
    assert pick["card"] not in callers[0].get(game).json["hand"]
    before = service.version(game)
    again = callers[0].post(f"{game}/intentions", pick, key)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["ETag"] == first.headers["ETag"]
    service.play(game, callers)
    assert callers[0].get(game).json["status"] == "finished"
    last = callers[0].post(f"{game}/intentions", pick, key)
    assert (last.status_code, last.data) == (201, first.data)
    assert service.version(game) > before


def test_an_answer_that_ended_a_phase_is_the_same_again_too(service: Service):
    game, [ada, ben] = service.start_game(2)
    key = {"Idempotency-Key": "1"}
    ada.post(f"{game}/intentions", legal_bodies(ada, game)[0])
    pick = legal_bodies(ben, game)[0]
    first = ben.post(f"{game}/intentions", pick, key)
    assert len(first.json["events"]) > 1
    service.play(game, [ada, ben], until="planning")
    assert ben.post(f"{game}/intentions", pick, key).data == first.data


def test_a_repeated_batch_gets_the_same_answer(service: Service):
    game, [ada, ben] = play_to_planning(service)
    batch, key = make_batch(service, game, 0, 3), {"Idempotency-Key": "a list"}
    first = ada.post(f"{game}/intentions", batch, key)
    service.play(game, [ada, ben], until="production")
    assert ada.post(f"{game}/intentions", batch, key).data == first.data


def test_how_the_body_is_written_does_not_matter(service: Service, table):
    game, [ada, _] = table
    card = legal_bodies(ada, game)[0]["card"]
    key = {"Idempotency-Key": "k"}
    first = ada.send(f"{game}/intentions", f'{{"type":"draft","card":"{card}"}}', key)
    again = ada.send(f"{game}/intentions", f' {{\n "card": "\\u{ord(card[0]):04x}{card[1:]}", "type": "draft"}} ', key)
    assert (again.status_code, again.data) == (201, first.data)


def test_the_same_key_with_another_body_is_refused(service: Service, table):
    game, [ada, _] = table
    first, second = legal_bodies(ada, game)[:2]
    key = {"Idempotency-Key": "k"}
    assert ada.post(f"{game}/intentions", first, key).status_code == 201
    before = service.version(game)
    assert_problem(ada.post(f"{game}/intentions", second, key), 422, "idempotency_key_reused")
    assert_problem(ada.post(f"{game}/intentions", [first], key), 422, "idempotency_key_reused")
    assert_problem(ada.ask("DELETE", f"{game}/seats/me", key), 422, "idempotency_key_reused")
    assert service.version(game) == before


def test_a_key_belongs_to_one_player_in_one_game(service: Service):
    key = {"Idempotency-Key": "1"}
    for game, callers in (service.start_game(2), service.start_game(2)):
        for caller in callers:
            assert caller.post(f"{game}/intentions", legal_bodies(caller, game)[0], key).status_code == 201


def test_a_refusal_does_not_use_up_the_key(service: Service, table):
    game, [ada, ben] = table
    key = {"Idempotency-Key": "k"}
    ada.post(f"{game}/intentions", legal_bodies(ada, game)[0])
    next_pick = {"type": "draft", "card": ben.get(game).json["hand"][0]}
    assert_problem(ada.post(f"{game}/intentions", next_pick, key), 409, "already_picked")
    ben.post(f"{game}/intentions", next(pick for pick in legal_bodies(ben, game) if pick != next_pick))
    assert ada.post(f"{game}/intentions", next_pick, key).status_code == 201


def test_without_a_key_a_repeated_request_is_a_new_request(service: Service, table):
    game, [ada, _] = table
    pick = legal_bodies(ada, game)[0]
    assert ada.post(f"{game}/intentions", pick).status_code == 201
    assert_problem(ada.post(f"{game}/intentions", pick), 409, "already_picked")


@pytest.mark.parametrize("key", ["", "x" * 129, "x" * 5000])
def test_a_key_has_1_to_128_characters(key: str, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    pick = legal_bodies(ada, game)[0]
    assert_problem(ada.post(f"{game}/intentions", pick, {"Idempotency-Key": key}), 400, "bad_idempotency_key")
    assert service.version(game) == before


@pytest.mark.parametrize("key", ["~", "service:score", "é" * 128, "a b\tc", '"quoted"', "{p1}", "0"])
def test_any_short_text_is_a_key(key: str, service: Service, table):
    game, [ada, _] = table
    pick, header = legal_bodies(ada, game)[0], {"Idempotency-Key": key}
    first = ada.post(f"{game}/intentions", pick, header)
    assert (first.status_code, ada.post(f"{game}/intentions", pick, header).data) == (201, first.data)


def test_every_repeated_answer_says_that_nothing_happened_now(service: Service, ada, finished):
    def twice(method: str, path: str, key: str, body: Json | list[Json] | None = None, who: Caller = ada) -> Json:
        headers = {"Idempotency-Key": key}
        first, again = [who.ask(method, path, headers, json=body) for _ in range(2)]
        assert first.status_code < 300, first.text
        assert (first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")) == (None, "true")
        assert (first.status_code, first.data) == (again.status_code, again.data)
        return first.json if first.data else {}

    ben = service.new_player("Ben")
    game = f"/v1/games/{twice('POST', '/v1/games', 'open', {'seats': 2})['id']}"
    twice("POST", f"{game}/seats", "join", {}, ben)
    twice("POST", f"{game}/start", "start", {})
    start = service.version(game)
    twice("POST", f"{game}/intentions", "act", [legal_bodies(ada, game)[0]])
    twice("POST", f"{game}/undo", "undo", {})
    for key, answer in (("no", "decline"), ("yes", "accept")):
        number = twice("POST", f"{game}/rewinds", key, {"version": start})["number"]
        twice("POST", f"{game}/rewinds/{number}/{answer}", f"answer {key}", who=ben)
    twice("DELETE", f"{game}/seats/me", "leave", who=ben)
    twice("POST", f"{finished[0]}/forks", "fork", {"version": 20}, finished[1][0])


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "collision"}])
def test_an_id_that_another_game_has_is_given_to_no_new_one(
    headers: Json, service: Service, ada, monkeypatch: pytest.MonkeyPatch
):
    ben, game, free = service.new_player("Ben"), service.open_game(ada), new_id()
    version = service.version(game)
    monkeypatch.setattr("service.games.opening.new_id", iter([id_of(game), free, new_id()]).__next__)
    opened = ben.post("/v1/games", {"seats": 2}, headers)
    assert (opened.status_code, opened.json["id"], service.version(game)) == (201, free, version)
    if headers:
        assert ben.post("/v1/games", {"seats": 2}, headers).json["id"] == free


def test_a_repeated_request_to_open_a_game_that_has_started_makes_no_secrets_anew(service: Service):
    ada, key = service.new_player("Ada"), {"Idempotency-Key": "once"}
    body = {"seats": 2, "bots": ["random"], "visibility": "private"}
    game = ada.post("/v1/games", body, key).headers["Location"]
    assert ada.post(f"{game}/start").status_code == 200
    assert ada.post("/v1/games", body, key).status_code == 201
    parts = service.parts
    assert not parts.redis.exists(parts.keys.seed(id_of(game)), parts.keys.code(id_of(game)))


@pytest.mark.parametrize("change", ["block", "handle", "deletion"])
def test_a_guest_is_invited_once_whatever_the_guest_does_after_that(service: Service, change: str):
    ada, ben, key = service.new_player("Ada"), service.new_player("Ben"), {"Idempotency-Key": "with Ben"}
    name = f"@{ben.get('/v1/players/me').json['handle']}"
    game = id_of(service.open_game(ada, seats=2))
    asked = [("/v1/games", {"seats": 2, "invited": [name]}), (f"/v1/games/{game}/invitations", {"player": name})]
    before = [ada.post(path, body, key) for path, body in asked]
    assert [each.json["invited"] for each in before] == [[ben.id], [ben.id]]
    if change == "block":
        assert ben.ask("PUT", f"/v1/players/me/blocks/{ada.id}").status_code == 204
    elif change == "handle":
        assert ben.ask("PATCH", "/v1/players/me", json={"handle": f"b-{ben.id}"}).status_code == 200
    else:
        assert ben.ask("DELETE", "/v1/players/me").status_code == 204
    for (path, body), first in zip(asked, before, strict=True):
        again = ada.post(path, body, key)
        assert (again.status_code, again.json["id"]) == (201, first.json["id"]), again.text
        assert again.headers["Idempotent-Replayed"] == "true"
