"""A token that is revoked in the middle of a stream: the stream ends, and says why."""

import json
import threading
import time
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from service.games import token_watch
from service.games.inbox import following as inbox_following
from service.games.live import reader
from tests.service.api.accounts.account_steps import delete, with_token
from tests.service.api.live.following import EVENT_STREAM, NDJSON, Following, reading
from tests.service.client import Caller, Service, assert_problem

pytestmark = pytest.mark.slow

Opened = tuple[Caller, str, Caller]


@pytest.fixture
def device(service: Service) -> Opened:
    """The owner of an account in a game under way, the game, and a device of theirs with a token of its own."""
    game, (ada, _) = service.start_game(2)
    return ada, game, with_token(service, ada, "read")[0]


def by_revocation(ada: Caller, phone: Caller) -> None:
    [token] = [each["id"] for each in ada.get("/v1/tokens").json if not each["current"]]
    assert ada.ask("DELETE", f"/v1/tokens/{token}").status_code == 204


def by_deletion(ada: Caller, phone: Caller) -> None:
    delete(ada)


def by_recovery(ada: Caller, phone: Caller) -> None:
    code = {"player": ada.id, "code": ada.account["recovery_code"]}
    assert ada.post("/v1/recoveries", code).status_code == 201


def by_rotation(ada: Caller, phone: Caller) -> None:
    [token] = [each["id"] for each in ada.get("/v1/tokens").json if not each["current"]]
    assert ada.post(f"/v1/tokens/{token}/rotation", {"overlap": 0}).status_code == 201


ENDS = pytest.mark.parametrize("end", [by_revocation, by_deletion, by_recovery, by_rotation])


@ENDS
@pytest.mark.parametrize("kind", [NDJSON, EVENT_STREAM])
def test_a_games_stream_ends_with_the_reason(end: Callable[..., None], kind: str, service: Service, device: Opened):
    ada, game, phone = device
    elsewhere = phone.through(service.another_process())
    streams = [Following(each.get(f"{game}/events", {"Accept": kind})) for each in (phone, elsewhere)]
    with reading(streams[0]) as here, reading(streams[1]) as there:
        end(ada, phone)
    for items in (here, there):
        assert items[0]["type"] == "frame"
        assert {key: items[-1][key] for key in ("type", "reason")} == {"type": "end", "reason": "token_revoked"}


@ENDS
@pytest.mark.parametrize("kind", [NDJSON, EVENT_STREAM])
def test_an_inbox_stream_ends_with_the_reason(end: Callable[..., None], kind: str, device: Opened):
    ada, _, phone = device
    with reading(Following(phone.get("/v1/turns", {"Accept": kind}))) as items:
        end(ada, phone)
    assert {key: items[-1][key] for key in ("type", "reason")} == {"type": "end", "reason": "token_revoked"}


@pytest.mark.parametrize("path", ["/v1/turns?wait=20&after={newest}", "{game}/events?wait=20&after={version}"])
def test_a_request_that_waits_is_answered_by_a_refusal(path: str, service: Service):
    ada = service.new_player("Ada")
    game = service.open_game(ada)
    phone, made = with_token(service, ada, "read")
    path = path.format(game=game, version=service.version(game), newest=0)
    found: list[TestResponse] = []
    thread = threading.Thread(target=lambda: found.append(phone.get(path)))
    thread.start()
    time.sleep(0.15)
    assert not found
    ada.ask("DELETE", f"/v1/tokens/{made['id']}")
    thread.join(60)
    assert_problem(found[0], 401, "token_unknown")


def test_other_streams_of_the_account_go_on(service: Service, device: Opened):
    ada, game, phone = device
    own = Following(ada.get(f"{game}/events", {"Accept": NDJSON}))
    with reading(Following(phone.get(f"{game}/events", {"Accept": NDJSON}))) as items:
        by_revocation(ada, phone)
    assert items[-1]["type"] == "end"
    body = {"type": "auto_ready", "on": True}
    version = ada.post(f"{game}/intentions", body).json["version"]
    assert own.until(version)[-1]["version"] == version
    own.answer.close()


def test_a_stream_ends_with_its_next_sign_of_life_when_the_message_gets_lost(
    service: Service, device: Opened, monkeypatch: pytest.MonkeyPatch
):
    for module in (reader, inbox_following, token_watch):
        name = {reader: "CHECK_SECONDS", inbox_following: "KEEP_ALIVE_SECONDS"}.get(module, "PAUSE_SECONDS")
        monkeypatch.setattr(module, name, 0.1)
    ada, game, phone = device
    layout = service.parts.accounts.layout
    game_stream = Following(phone.get(f"{game}/events", {"Accept": NDJSON}))
    inbox = Following(phone.get("/v1/turns", {"Accept": NDJSON}))
    with reading(game_stream) as live, reading(inbox) as turns:
        service.parts.redis.delete(layout.tokens(ada.id))  # in silence
    assert live[-1]["reason"] == turns[-1]["reason"] == "token_revoked"


def test_a_stream_ends_when_its_token_expires(service: Service, device: Opened, monkeypatch: pytest.MonkeyPatch):
    for module in (reader, inbox_following, token_watch):
        name = {reader: "CHECK_SECONDS", inbox_following: "KEEP_ALIVE_SECONDS"}.get(module, "PAUSE_SECONDS")
        monkeypatch.setattr(module, name, 0.1)
    ada, game, _ = device
    phone, _ = with_token(service, ada, "read", expires_in=60)
    streams = [Following(phone.get(path, {"Accept": NDJSON})) for path in (f"{game}/events", "/v1/turns")]
    with reading(streams[0]) as live, reading(streams[1]) as turns:
        monkeypatch.setattr(service.parts.accounts, "_now", lambda: time.time() + 61)
    assert live[-1]["reason"] == turns[-1]["reason"] == "token_expired"


@pytest.mark.parametrize("path", ["{game}/events", "/v1/turns"])
def test_a_stream_by_ticket_ends_with_the_token_of_the_ticket(path: str, service: Service, device: Opened):
    ada, game, phone = device
    ticket = phone.post("/v1/tickets").json["ticket"]
    answer = service.app.test_client().get(
        f"{path.format(game=game)}?ticket={ticket}", headers={"Accept": EVENT_STREAM}
    )
    with reading(Following(answer)) as items:
        by_revocation(ada, phone)
    assert items[-1]["reason"] == "token_revoked"


def test_a_ticket_of_a_revoked_token_opens_nothing(service: Service, device: Opened):
    ada, game, phone = device
    ticket = phone.post("/v1/tickets").json["ticket"]
    by_revocation(ada, phone)
    answer = service.app.test_client().get(f"{game}/events?ticket={ticket}", headers={"Accept": EVENT_STREAM})
    assert_problem(answer, 401, "ticket_unknown")


def test_a_ticket_allows_what_its_token_allows(service: Service, device: Opened):
    ada, _, phone = device
    ticket = phone.post("/v1/tickets").json["ticket"]
    stored = [service.parts.redis.get(key) for key in service.parts.redis.scan_iter(match="*ticket:*", count=1000)]
    assert ticket not in json.dumps([value.decode() for value in stored])
    assert_problem(with_token(service, ada, "play")[0].post("/v1/tickets"), 403, "scope_missing")
