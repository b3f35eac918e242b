"""Tokens: several for an account, each with its scopes; rotated, revoked, expired."""

import time
from typing import Any

import pytest

from service.accounts import players
from service.accounts.tokens import MAX_TOKENS
from service.backend import Backend
from tests.end_to_end.running import await_true
from tests.service.api.accounts.account_steps import with_token
from tests.service.client import Caller, Service, assert_problem

ALL = ["read", "play", "bot", "admin"]


def tokens(caller: Caller) -> list[dict[str, Any]]:
    answer = caller.get("/v1/tokens")
    assert answer.status_code == 200, answer.text
    return answer.json


def log_in(service: Service, caller: Caller, token: str) -> Caller:
    return Caller(service.app, caller.id, token)


def revoke(caller: Caller, token: str) -> int:
    return caller.ask("DELETE", f"/v1/tokens/{token}").status_code


def test_the_first_token_of_an_account_has_all_scopes(ada: Caller):
    [first] = tokens(ada)
    assert (first["scopes"], first["expires_at"], first["current"]) == (ALL, None, True)
    assert first["created_at"]


def test_a_token_is_shown_once_and_listed_without_its_secret(service: Service, ada: Caller):
    phone, made = with_token(service, ada, "read", "play")
    assert phone.get("/v1/players/me").json["id"] == ada.id
    listed = tokens(ada)
    assert [each["current"] for each in listed] == [True, False]
    assert listed[1] | {"last_used_at": None, "token": made["token"]} == made
    assert listed[1]["last_used_at"]


def test_the_store_holds_no_secret(parts: Backend):
    service = Service(parts)
    ada = service.new_player("Ada")
    _, made = with_token(service, ada, "read")
    redis = service.parts.redis
    for key in redis.scan_iter(match=f"{service.parts.settings.key_prefix}*", count=1000):
        for secret in (made["token"], ada.account["recovery_code"], ada.account["recovery_code"].replace("-", "")):
            assert secret.encode() not in key
            assert secret.encode() not in (redis.dump(key) or b"")


def test_a_token_gives_no_scope_that_it_does_not_have(service: Service, ada: Caller):
    admin, _ = with_token(service, ada, "admin", "read")
    body = {"name": "more", "scopes": ["read", "play"]}
    assert "play" in assert_problem(admin.post("/v1/tokens", body), 403, "scope_missing")["detail"]
    rotated = admin.post(f"/v1/tokens/{tokens(ada)[0]['id']}/rotation", {})
    assert_problem(rotated, 403, "scope_missing")


def test_an_account_has_a_bounded_number_of_tokens(service: Service, ada: Caller):
    for _ in range(MAX_TOKENS - 1):
        with_token(service, ada, "read")
    assert_problem(ada.post("/v1/tokens", {"name": "x", "scopes": ["read"]}), 409, "too_many_tokens")
    assert len(tokens(ada)) == MAX_TOKENS


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x"},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["root"]},
        {"name": "x", "scopes": ["read", "read"]},
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": ["read"], "expires_in": 0},
        {"name": "x", "scopes": ["read"], "expires_in": 10**12},
        {"name": "x", "scopes": ["read"], "expires_in": 60.5},
    ],
)
def test_a_malformed_token_is_refused(body: object, ada: Caller):
    assert_problem(ada.post("/v1/tokens", body), 422, "invalid_body")
    assert len(tokens(ada)) == 1


def test_a_revoked_token_is_worth_nothing_in_any_process(service: Service, ada: Caller):
    phone, made = with_token(service, ada, "read")
    elsewhere = phone.through(service.another_process())
    assert elsewhere.get("/v1/players/me").status_code == 200  # that process has cached the token
    assert revoke(ada, made["id"]) == 204
    assert_problem(phone.get("/v1/players/me"), 401, "token_unknown")
    await_true(lambda: elsewhere.get("/v1/players/me").status_code == 401)
    assert [each["current"] for each in tokens(ada)] == [True]
    assert_problem(ada.ask("DELETE", f"/v1/tokens/{made['id']}"), 404, "no_such_token")


def test_a_token_that_leads_to_an_account_which_does_not_have_it_is_worth_nothing(service: Service, ada: Caller):
    """So it is while a token is made, and when a revocation died half-way."""
    service.parts.accounts.point(players.hash_token("ww_half"), ada.id, "half")
    assert_problem(log_in(service, ada, "ww_half").get("/v1/players/me"), 401, "token_unknown")


def test_a_token_of_any_scope_can_revoke_itself_but_no_other(service: Service, ada: Caller):
    phone, _ = with_token(service, ada, "read")
    assert_problem(phone.ask("DELETE", f"/v1/tokens/{tokens(ada)[0]['id']}"), 403, "scope_missing")
    assert revoke(phone, "current") == 204
    assert_problem(phone.get("/v1/players/me"), 401, "token_unknown")


def test_nobody_revokes_or_rotates_anothers_token(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    [theirs] = tokens(ben)
    assert_problem(ada.ask("DELETE", f"/v1/tokens/{theirs['id']}"), 404, "no_such_token")
    assert_problem(ada.post(f"/v1/tokens/{theirs['id']}/rotation", {}), 404, "no_such_token")


def test_a_rotated_token_has_a_new_secret_and_the_old_one_ends_after_the_overlap(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    [before] = tokens(ada)
    rotated = ada.post("/v1/tokens/current/rotation", {"overlap": 60})
    assert rotated.status_code == 201, rotated.text
    new = log_in(service, ada, rotated.json["token"])
    assert tokens(new)[0] | {"last_used_at": None} == before | {"last_used_at": None}
    assert ada.get("/v1/players/me").status_code == 200, "a lost answer can be asked for again"
    monkeypatch.setattr(service.parts.accounts, "_now", lambda: time.time() + 61)
    assert_problem(ada.get("/v1/players/me"), 401, "token_unknown")
    assert new.get("/v1/players/me").status_code == 200


def test_without_overlap_the_old_secret_ends_at_once(service: Service, ada: Caller):
    new = log_in(service, ada, ada.post("/v1/tokens/current/rotation", {"overlap": 0}).json["token"])
    assert_problem(ada.get("/v1/players/me"), 401, "token_unknown")
    assert len(tokens(new)) == 1


def test_an_expired_token_is_worth_nothing(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    phone, made = with_token(service, ada, "read", expires_in=60)
    assert phone.get("/v1/players/me").status_code == 200
    accounts = service.parts.accounts
    monkeypatch.setattr(accounts, "_now", lambda: time.time() + 61)
    assert_problem(phone.get("/v1/players/me"), 401, "token_unknown")
    assert made["id"] not in [each["id"] for each in tokens(ada)]
    assert ada.post("/v1/tokens", {"name": "new", "scopes": ["read"]}).status_code == 201
    assert not service.parts.redis.hexists(accounts.layout.tokens(ada.id), made["id"]), "it is cleaned up"


# Scopes


REQUESTS = [
    ("GET", "/v1/players/me", None, "read"),
    ("GET", "/v1/turns", None, "read"),
    ("POST", "/v1/tickets", None, "read"),
    ("POST", "/v1/verifications", None, "read"),
    ("POST", "/v1/games", {}, "play"),
    ("DELETE", "/v1/games/x/seats/me", None, "play"),
    ("POST", "/v1/bots/greedy/decisions", {}, "bot"),
    ("PATCH", "/v1/players/me", {"name": "x"}, "admin"),
    ("DELETE", "/v1/players/me", None, "admin"),
    ("POST", "/v1/players/me/recovery-code", None, "admin"),
    ("GET", "/v1/tokens", None, "admin"),
    ("POST", "/v1/tokens", {}, "admin"),
    ("POST", "/v1/tokens/current/rotation", {}, "admin"),
    ("GET", "/v1/players/me/blocks", None, "admin"),
    ("PUT", "/v1/players/me/blocks/x", None, "admin"),
    ("DELETE", "/v1/players/me/blocks/x", None, "admin"),
]


def test_each_request_needs_its_scope(service: Service, ada: Caller):
    without = {scope: with_token(service, ada, *[each for each in ALL if each != scope])[0] for scope in ALL}
    for method, path, body, scope in REQUESTS:
        answer = without[scope].ask(method, path, json=body)
        problem = assert_problem(answer, 403, "scope_missing")
        assert scope in problem["detail"], (method, path)
        assert f'scope="{scope}"' in answer.headers["WWW-Authenticate"]


def test_a_token_needs_no_other_scope(service: Service, ada: Caller):
    alone = {scope: with_token(service, ada, scope)[0] for scope in ALL}
    for method, path, body, scope in REQUESTS:
        if path != "/v1/players/me" or method == "GET":
            answer = alone[scope].ask(method, path, json=body)
            assert answer.status_code not in (401, 403), (method, path, answer.text)


def test_answers_with_secrets_are_neither_kept_nor_compressed(ada: Caller):
    compressing = {"Accept-Encoding": "gzip"}
    for path, body in (
        ("/v1/tokens", {"name": "x" * 40, "scopes": ALL}),
        ("/v1/tokens/current/rotation", {}),
        ("/v1/players/me/recovery-code", None),
    ):
        answer = ada.post(path, body, compressing)
        assert answer.headers["Cache-Control"] == "no-store, no-transform"
        assert "Content-Encoding" not in answer.headers


@pytest.mark.slow
def test_a_process_that_missed_the_message_refuses_the_token_after_a_while(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(players, "CACHED_TOKEN_SECONDS", 1.0)
    other, (phone, made) = service.another_process(), with_token(service, ada, "read")
    other.parts.accounts.before_reading = lambda: None
    assert other.parts.accounts.by_token(phone.token)  # nobody listens there
    assert revoke(ada, made["id"]) == 204
    assert other.parts.accounts.by_token(phone.token)
    await_true(lambda: other.parts.accounts.by_token(phone.token) is None)


def test_a_use_is_stored_once_a_minute(service: Service, ada: Caller):
    def uses() -> int:
        return int(service.parts.redis.hget(service.parts.accounts.layout.uses(ada.id), tokens(ada)[0]["id"]))

    first = uses()
    service.parts.accounts.forget(ada.id)  # so that the token is read again
    time.sleep(0.01)
    assert uses() == first
