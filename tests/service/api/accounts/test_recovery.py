"""Recovery: who has lost all tokens gets a new one for the recovery code, once."""

import json
from secrets import token_urlsafe
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.accounts.recovery import MAX_WRONG_RECOVERIES
from tests.at_once import run_at_once
from tests.service.api.accounts.account_steps import delete, with_token
from tests.service.client import Caller, Service, assert_problem
from tests.service.meanwhile import meanwhile


def recover(service: Service, player: object, code: object, key: str | None = None) -> TestResponse:
    headers = {} if key is None else {"Idempotency-Key": key}
    return service.app.test_client().post("/v1/recoveries", json={"player": player, "code": code}, headers=headers)


def works(service: Service, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    return service.app.test_client().get("/v1/players/me", headers=headers).status_code == 200


def test_the_code_gives_a_new_token_and_ends_all_others(service: Service, ada: Caller):
    phone, _ = with_token(service, ada, "read")
    answer = recover(service, f"@{ada.account['handle']}", ada.account["recovery_code"])
    assert answer.status_code == 201
    assert {**answer.json, "token": 0, "recovery_code": 0} == {**ada.account, "token": 0, "recovery_code": 0}
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert [works(service, each) for each in (answer.json["token"], ada.token, phone.token)] == [True, False, False]
    [token] = Caller(service.app, ada.id, answer.json["token"]).get("/v1/tokens").json
    assert token["scopes"] == ["read", "play", "bot", "admin"]


def test_a_code_is_good_once_and_its_successor_is_good_too(service: Service, ada: Caller):
    first = recover(service, ada.id, ada.account["recovery_code"]).json
    assert_problem(recover(service, ada.id, ada.account["recovery_code"]), 403, "wrong_recovery")
    assert works(service, first["token"])
    assert recover(service, ada.id, first["recovery_code"]).status_code == 201


def test_a_code_may_be_typed_in_any_way(service: Service, ada: Caller):
    code = ada.account["recovery_code"].lower().replace("-", " ")
    assert recover(service, ada.id, f" {code} ").status_code == 201


def test_an_unknown_account_and_a_wrong_code_get_the_same_answer(service: Service, ada: Caller):
    deleted = service.new_player("Ben")
    delete(deleted)
    cases = [
        (ada.id, "wrong"),
        ("nobody", "wrong"),
        ("@nobody", "wrong"),
        (deleted.id, deleted.account["recovery_code"]),
    ]
    problems = [assert_problem(recover(service, *case), 403, "wrong_recovery") for case in cases]
    assert len({json.dumps(problem | {"request_id": ""}) for problem in problems}) == 1
    assert works(service, ada.token)


@pytest.mark.parametrize("known", [True, False])
def test_guesses_are_limited_but_lock_nobody_out(known: bool, service: Service, ada: Caller):
    player = ada.id if known else f"nobody-{token_urlsafe(4)}"
    for _ in range(MAX_WRONG_RECOVERIES):
        assert_problem(recover(service, player, token_urlsafe(16)), 403, "wrong_recovery")
    answer = recover(service, player, "one more")
    assert_problem(answer, 429, "too_many_recoveries")
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    if known:
        assert recover(service, player, ada.account["recovery_code"]).status_code == 201


def test_of_two_at_once_one_succeeds(service: Service, ada: Caller):
    other = service.another_process()
    code = ada.account["recovery_code"]
    answers = run_at_once(*[lambda each=each: recover(each, ada.id, code) for each in (service, other, service, other)])
    assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403]
    [winner] = [answer for answer in answers if answer.status_code == 201]
    assert works(service, winner.json["token"])


def test_under_a_key_a_recovery_can_be_sent_again(service: Service, ada: Caller):
    key, code = token_urlsafe(16), ada.account["recovery_code"]
    first, again = recover(service, ada.id, code, key), recover(service.another_process(), ada.id, code, key)
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert [answer.headers.get("Idempotent-Replayed") for answer in (first, again)] == [None, "true"]
    assert works(service, again.json["token"])
    assert_problem(recover(service, ada.id, "another", key), 422, "idempotency_key_reused")
    assert_problem(recover(service, ada.id, code, token_urlsafe(16)), 403, "wrong_recovery")


def test_the_same_recovery_twice_at_once_under_a_key_succeeds_twice(service: Service, ada: Caller):
    key, code, other = token_urlsafe(16), ada.account["recovery_code"], service.another_process()
    answers = run_at_once(*[lambda each=each: recover(each, ada.id, code, key) for each in (service, other)])
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json == answers[1].json


@pytest.mark.parametrize("step", ["token_hex", "hash_token", "StoredToken"])
def test_a_recovery_that_the_same_one_overtakes_at_any_step_gets_its_answer(
    step: str, service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    key, code, other = token_urlsafe(16), ada.account["recovery_code"], service.another_process()
    quicker: list[TestResponse] = []
    target = f"service.accounts.recovery.{step}"
    meanwhile(monkeypatch, target, lambda: quicker.append(recover(other, ada.id, code, key)))
    answer = recover(service, ada.id, code, key)
    assert (answer.status_code, answer.json) == (201, quicker[0].json)
    assert answer.headers["Idempotent-Replayed"] == "true"
    assert works(service, answer.json["token"])


def test_a_recovery_whose_code_was_used_meanwhile_leaves_nothing_behind(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    code, other, redis = ada.account["recovery_code"], service.another_process(), service.parts.redis
    quicker: list[TestResponse] = []
    meanwhile(monkeypatch, "service.accounts.recovery.read_all", lambda: quicker.append(recover(other, ada.id, code)))
    assert_problem(recover(service, ada.id, code), 403, "wrong_recovery")
    found = [redis.get(name) for name in redis.scan_iter("*:token:*")]
    assert len([each for each in found if each.startswith(ada.id.encode())]) == 1, "the token of the quicker one"


def test_a_repeated_registration_gives_the_same_code_again(service: Service):
    headers, body = {"Idempotency-Key": token_urlsafe(16)}, {"name": "Ada", "handle": f"a{token_urlsafe(6)}".lower()}
    first, again = [service.app.test_client().post("/v1/players", json=body, headers=headers) for _ in range(2)]
    assert (again.status_code, again.json) == (201, first.json)
    assert recover(service, first.json["id"], first.json["recovery_code"]).status_code == 201


def test_a_new_code_replaces_the_old_one(service: Service, ada: Caller):
    code = ada.post("/v1/players/me/recovery-code")
    assert (code.status_code, code.headers["Cache-Control"]) == (201, "no-store, no-transform")
    assert_problem(recover(service, ada.id, ada.account["recovery_code"]), 403, "wrong_recovery")
    assert recover(service, ada.id, code.json["recovery_code"]).status_code == 201


def test_codes_are_long_and_never_the_same(service: Service):
    codes = {service.new_player().account["recovery_code"].replace("-", "") for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {25}
    assert not set("".join(codes)) - set("23456789ABCDEFGHJKMNPQRSTUVWXYZ")


@pytest.mark.parametrize("body", [{}, {"player": "x"}, {"player": "x", "code": ""}, {"player": 1, "code": "x"}, []])
def test_a_malformed_recovery_is_refused(body: Any, service: Service):
    assert_problem(service.app.test_client().post("/v1/recoveries", json=body), 422, "invalid_body")
