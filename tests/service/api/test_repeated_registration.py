"""A registration sent again under its key gives the same account and token, and gives a stranger nothing."""

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.accounts.players import hash_token
from service.ids import new_id
from tests.service.client import Service, assert_problem
from tests.service.meanwhile import meanwhile

ADA = {"name": "Ada", "kind": "human"}


def register(service: Service, key: str | None, body: Any = ADA) -> TestResponse:
    """The answer to a registration under this key."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return service.app.test_client().post("/v1/players", json=body, headers=headers)


def account_of(service: Service, token: str) -> Any:
    """The account that the token opens."""
    return service.app.test_client().get("/v1/players/me", headers={"Authorization": f"Bearer {token}"}).json


def test_a_registration_sent_again_gets_the_same_account_and_token(service: Service):
    key = token_urlsafe(16)
    first, again = register(service, key), register(service, key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert account_of(service, again.json["token"])["id"] == first.json["id"]
    assert len(first.json["token"]) == len(register(service, None).json["token"])


def test_the_answer_has_the_address_of_the_account(service: Service):
    for key in (None, token_urlsafe(16)):
        answer = register(service, key)
        assert answer.headers["Location"] == f"/v1/players/{answer.json['id']}"


def test_how_the_body_is_written_does_not_matter(service: Service):
    key = token_urlsafe(16)
    assert register(service, key, {"name": "Ada"}).json == register(service, key, {"kind": "human", "name": "Ada"}).json


def test_another_key_or_no_key_registers_another_account(service: Service):
    answers = [register(service, key) for key in (token_urlsafe(16), token_urlsafe(16), None, None)]
    assert len({answer.json["id"] for answer in answers}) == len({answer.json["token"] for answer in answers}) == 4


@pytest.mark.parametrize("body", [{"name": "Eve"}, {"name": "Ada", "kind": "bot"}])
def test_another_registration_under_the_key_is_refused_and_tells_nothing(service: Service, body: Any):
    key = token_urlsafe(16)
    first = register(service, key).json
    answer = register(service, key, body)
    assert_problem(answer, 422, "idempotency_key_reused")
    assert not [value for value in (first["id"], first["token"]) if value in answer.text]


@pytest.mark.parametrize("key", ["", "1", "x" * 15, "x" * 129])
def test_a_key_that_is_easy_to_guess_or_too_long_is_refused(service: Service, key: str):
    problem = assert_problem(register(service, key), 400, "bad_idempotency_key")
    assert "16 to 128" in problem["detail"]


def test_an_invalid_registration_does_not_use_up_the_key(service: Service):
    key = token_urlsafe(16)
    assert_problem(register(service, key, {"name": ""}), 422, "invalid_body")
    assert register(service, key).status_code == 201


def test_a_handle_that_is_taken_does_not_use_up_the_key(service: Service):
    key, handle = token_urlsafe(16), f"ada-{token_hex(4)}"
    assert register(service, None, ADA | {"handle": handle}).status_code == 201
    assert_problem(register(service, key, ADA | {"handle": handle}), 409, "handle_taken")
    assert register(service, key, ADA | {"handle": f"{handle}-2"}).status_code == 201


def test_requests_at_the_same_time_register_one_account(service: Service):
    key = token_urlsafe(16)
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: register(service, key), range(16))]
    assert {answer.status_code for answer in answers} == {201}
    assert len({json.dumps(answer.json) for answer in answers}) == 1
    assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
    assert account_of(service, answers[0].json["token"])["name"] == "Ada"


def test_a_registration_that_the_same_one_overtakes_gets_its_account(service: Service, monkeypatch: pytest.MonkeyPatch):
    key, ids, quicker = token_urlsafe(16), [new_id() for _ in range(2)], list[TestResponse]()
    monkeypatch.setattr("service.accounts.registration.new_id", iter(ids).__next__)
    meanwhile(monkeypatch, "service.accounts.registration.token_hex", lambda: quicker.append(register(service, key)))
    answer = register(service, key)
    assert (answer.status_code, answer.json) == (201, quicker[0].json)
    assert answer.json["id"] == ids[1]
    assert not service.parts.redis.exists(service.parts.accounts.layout.player(ids[0])), "the id is free again"


def test_an_id_that_an_account_has_is_given_to_no_other(service: Service, ada, monkeypatch: pytest.MonkeyPatch):
    free = new_id()
    monkeypatch.setattr("service.accounts.registration.new_id", iter([ada.id, free]).__next__)
    assert register(service, None, {"name": "Ben"}).json["id"] == free
    assert ada.get("/v1/players/me").json["name"] == "Ada"


def test_a_repetition_completes_a_registration_that_died_half_way(service: Service):
    key, parts = token_urlsafe(16), service.parts
    first = register(service, key).json
    parts.redis.hdel(parts.accounts.layout.player(first["id"]), "kind")  # only the id was reserved
    parts.redis.delete(parts.accounts.layout.token(hash_token(first["token"])))
    assert "id" not in account_of(service, first["token"])
    assert register(service, key).json == first
    assert account_of(service, first["token"])["id"] == first["id"]


def test_a_repetition_restores_an_account_of_which_only_the_key_is_left(service: Service):
    """So it is when the store took the key, but its answer got lost on the way to the service."""
    key, parts = token_urlsafe(16), service.parts
    first = register(service, key).json
    parts.redis.delete(parts.accounts.layout.player(first["id"]))
    parts.accounts.forget(None)
    assert register(service, key).json == first
    parts.accounts.forget(None)
    assert account_of(service, first["token"])["name"] == first["name"]


def test_a_bot_registered_twice_under_a_key_is_one_bot(service: Service, ada):
    name, key = f"Marvin {token_hex(4)}", token_urlsafe(16)
    bots = [register(service, key, {"name": name, "kind": "bot"}).json["id"] for _ in range(2)]
    assert bots[0] == bots[1]
    assert service.open_game(ada, invited=[name])


@pytest.mark.slow
def test_the_store_tells_neither_token_nor_key(service: Service):
    key = token_urlsafe(16)
    token = register(service, key).json["token"]
    redis = service.parts.redis
    for stored in redis.scan_iter(match=f"{service.parts.settings.key_prefix}*", count=1000):
        for secret in (key.encode(), token.encode()):
            assert secret not in stored
            assert secret not in (redis.dump(stored) or b"")


def test_the_key_is_worth_nothing_after_an_hour(service: Service):
    key, redis = token_urlsafe(16), service.parts.redis
    first = register(service, key).json
    entry = service.parts.keys.lobby(f"registered:{sha256(key.encode()).hexdigest()}")
    assert 0 < redis.ttl(entry) <= 3600
    redis.delete(entry)  # as the server does when the time is over
    later = register(service, key).json
    assert later["id"] != first["id"]
    assert later["token"] != first["token"]
    assert account_of(service, first["token"])["id"] == first["id"]
