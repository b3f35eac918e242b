"""The webhooks of an account."""

import pytest

from service.webhooks.endpoints import MAX_WEBHOOKS
from tests.service.api.accounts.account_steps import with_token
from tests.service.client import Caller, Json, Service, assert_problem

URL = "https://example.org/hook"


@pytest.fixture
def webhook(ada: Caller) -> Json:
    answer = ada.post("/v1/webhooks", {"kind": "standard", "url": URL, "name": "My server"})
    assert answer.status_code == 201
    return answer.json


def test_a_new_webhook_shows_its_secret_once(ada: Caller, webhook: Json):
    secret = webhook.pop("secret")
    assert secret.startswith("whsec_")
    assert ada.get("/v1/webhooks").json == [webhook]
    found = ada.get(f"/v1/webhooks/{webhook['id']}").json
    assert found == webhook | {"deliveries": []}
    assert (webhook["state"], webhook["waiting"], webhook["name"]) == ("new", 0, "My server")
    assert secret not in ada.get("/v1/webhooks").text


def test_a_new_webhook_says_where_it_is_and_is_never_compressed(ada: Caller):
    answer = ada.ask("POST", "/v1/webhooks", {"Accept-Encoding": "gzip"}, json={"kind": "slack", "url": URL})
    assert answer.headers["Location"] == f"/v1/webhooks/{answer.json['id']}"
    assert "Content-Encoding" not in answer.headers


def test_a_deleted_webhook_is_gone(ada: Caller, webhook: Json):
    address = f"/v1/webhooks/{webhook['id']}"
    assert ada.ask("DELETE", address).status_code == 204
    assert ada.get("/v1/webhooks").json == []
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/test"), ("POST", "/enable"), ("POST", "/secret")):
        assert_problem(ada.ask(method, address + path), 404, "no_such_webhook")


def test_the_webhooks_of_others_do_not_exist(service: Service, ada: Caller, webhook: Json):
    eve, address = service.new_player("Eve"), f"/v1/webhooks/{webhook['id']}"
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/test"), ("POST", "/enable"), ("POST", "/secret")):
        assert_problem(eve.ask(method, address + path), 404, "no_such_webhook")
    assert eve.get("/v1/webhooks").json == []
    assert len(ada.get("/v1/webhooks").json) == 1


def test_an_account_has_so_many_webhooks_and_no_more(ada: Caller):
    for _ in range(MAX_WEBHOOKS):
        assert ada.post("/v1/webhooks", {"kind": "slack", "url": URL}).status_code == 201
    assert_problem(ada.post("/v1/webhooks", {"kind": "slack", "url": URL}), 409, "too_many_webhooks")
    assert len(ada.get("/v1/webhooks").json) == MAX_WEBHOOKS


def test_a_test_is_sent_at_most_every_few_seconds(service: Service, ada: Caller, webhook: Json):
    answer = ada.post(f"/v1/webhooks/{webhook['id']}/test")
    assert (answer.status_code, "." in answer.json["message"]) == (202, False)
    marker = service.parts.keys.lobby(f"webhook:tested:{ada.id}-{webhook['id']}")
    for left in (10, 3):
        assert service.parts.redis.expire(marker, left)
        problem = ada.post(f"/v1/webhooks/{webhook['id']}/test")
        assert_problem(problem, 429, "too_many_tests")
        assert 1 <= int(problem.headers["Retry-After"]) <= left
    assert ada.get(f"/v1/webhooks/{webhook['id']}").json["waiting"] == 1


def test_a_secret_can_be_rotated_where_there_is_one(ada: Caller, webhook: Json):
    rotated = ada.post(f"/v1/webhooks/{webhook['id']}/secret")
    assert rotated.json["secret"].startswith("whsec_")
    assert rotated.json["secret"] != webhook["secret"]
    slack = ada.post("/v1/webhooks", {"kind": "slack", "url": URL}).json
    assert_problem(ada.post(f"/v1/webhooks/{slack['id']}/secret"), 409, "webhook_unsigned")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1",
        "http://[::ffff:127.0.0.1]",
        "http://2130706433",
        "http://0x7f.1/",
        "https://example.org.",
        "https://ada:secret@example.org",
        "ftp://example.org",
        "https://example.org:22",
        "nonsense",
    ],
)
def test_a_url_that_is_never_called_is_refused(ada: Caller, url: str):
    problem = assert_problem(ada.post("/v1/webhooks", {"kind": "standard", "url": url}), 422, "webhook_url_refused")
    assert "secret" not in problem["detail"]
    assert ada.get("/v1/webhooks").json == []


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "carrier pigeon", "url": URL},
        {"kind": "standard"},
        {"kind": "standard", "url": URL, "subscription": {"endpoint": URL, "keys": {"p256dh": "a", "auth": "b"}}},
        {"kind": "slack", "url": URL, "view": True},
        {"kind": "push", "url": URL},
        {"kind": "push"},
    ],
)
def test_a_malformed_webhook_is_refused(ada: Caller, body: Json):
    assert_problem(ada.post("/v1/webhooks", body), 422, "invalid_body")
    assert ada.get("/v1/webhooks").json == []


def test_webhooks_need_the_scope_of_programs_and_their_views_that_of_readers(service: Service, ada: Caller):
    slack, with_view = {"kind": "slack", "url": URL}, {"kind": "standard", "url": URL, "view": True}
    for scope in ("read", "play"):
        other, _ = with_token(service, ada, scope)
        assert_problem(other.post("/v1/webhooks", slack), 403, "scope_missing")
        assert_problem(other.get("/v1/webhooks"), 403, "scope_missing")
    program, _ = with_token(service, ada, "bot")
    assert program.post("/v1/webhooks", slack).status_code == 201
    assert_problem(program.post("/v1/webhooks", with_view), 403, "scope_missing")
    assert with_token(service, ada, "bot", "read")[0].post("/v1/webhooks", with_view).status_code == 201


def test_a_deleted_account_has_no_webhooks(service: Service, ada: Caller, webhook: Json):
    assert ada.ask("DELETE", "/v1/players/me").status_code == 204
    assert [*service.parts.redis.scan_iter(match=f"*{webhook['id']}*", count=1000)] == []
    assert not service.parts.redis.exists(service.parts.keys.lobby(f"webhooks:{ada.id}"))
