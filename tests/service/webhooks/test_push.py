"""Web push: what a browser's push service gets, and that only the subscriber can read it."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

import pytest

from service.webhooks import push
from tests.service.client import Caller, Json, Service, assert_problem
from tests.service.webhooks.delivery import details, send_all
from tests.service.webhooks.receivers import Receiver

if not push.is_installed():
    pytest.skip("the extra `push` is not installed", allow_module_level=True)

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AUTH = b"0123456789abcdef"


def to_text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def subscribe(caller: Caller, url: str, **more: Any) -> tuple[Json, ec.EllipticCurvePrivateKey]:
    """A webhook of the kind `push`, and the private key of the phone."""
    phone = ec.generate_private_key(ec.SECP256R1())
    point = phone.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": to_text(point), "auth": to_text(AUTH)}
    subscription = {"endpoint": url, "expirationTime": None, "keys": keys}
    answer = caller.post("/v1/webhooks", {"kind": "push", "subscription": subscription, "items": ["your_turn"]} | more)
    assert answer.status_code == 201, answer.text
    return answer.json, phone


def start_games(service: Service, ada: Caller, count: int = 1) -> Sequence[str]:
    return [service.seat_and_start(ada, service.new_player("Ben"), name="Friday") for _ in range(count)]


def test_a_phone_gets_what_only_it_can_read_from_the_service_whose_key_it_knows(
    service: Service, ada: Caller, receiver: Receiver
):
    import http_ece
    from py_vapid import Vapid02

    receiver.answer = lambda received: (201, {}, b"")
    _, phone = subscribe(ada, receiver.url)
    start_games(service, ada)
    send_all(service.parts)
    [received] = receiver.received
    assert b"Friday" not in received.body
    message = json.loads(http_ece.decrypt(received.body, private_key=phone, auth_secret=AUTH, version="aes128gcm"))
    assert (message["type"], message["title"], message["text"]) == (
        "your_turn",
        "Your turn",
        "Friday: it is your turn.",
    )
    assert (received.headers["content-encoding"], received.headers["urgency"]) == ("aes128gcm", "high")
    key = service.app.test_client().get("/v1/keys").json["push"]
    assert received.headers["authorization"].startswith("vapid ")
    assert f"k={key}" in received.headers["authorization"]
    assert Vapid02.verify(received.headers["authorization"])


def test_a_phone_gets_one_message_for_planning_whatever_its_owner_does(
    service: Service, ada: Caller, receiver: Receiver
):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    service.play(game, [ada, ben], until="planning")
    subscribe(ada, receiver.url)
    for body in [{}, *[each for each in ada.get(f"{game}/legal").json if each["type"] == "slate"]]:
        assert not body or ada.post(f"{game}/intentions", body).status_code == 201
        service.project(game)
        send_all(service.parts)
    assert len(receiver.received) == 1


def test_the_key_of_the_service_stays_the_same(service: Service):
    asked = [service.app.test_client().get("/v1/keys").json for _ in range(2)]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_removed(service: Service, ada: Caller, receiver: Receiver, status: int):
    webhook, _ = subscribe(ada, receiver.url)
    receiver.answer = lambda received: (status, {}, b"")
    start_games(service, ada, 2)
    send_all(service.parts)
    assert len(receiver.received) == 1
    assert_problem(ada.get(f"/v1/webhooks/{webhook['id']}"), 404, "no_such_webhook")
    assert [*service.parts.redis.scan_iter(match=f"*{webhook['id']}*")] == []


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "AAAA", "auth": to_text(AUTH)},
        {"p256dh": to_text(b"\4" + b"\1" * 64), "auth": to_text(AUTH)},
        {"p256dh": "é", "auth": "é"},
        {"p256dh": "!", "auth": "!"},
    ],
)
def test_keys_that_are_none_are_refused(ada: Caller, receiver: Receiver, keys: Json):
    body = {"kind": "push", "subscription": {"endpoint": receiver.url, "keys": keys}}
    assert_problem(ada.post("/v1/webhooks", body), 422, "invalid_body")


def test_a_worker_without_the_extra_sends_nothing_and_notes_why(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    webhook, _ = subscribe(ada, receiver.url)
    start_games(service, ada)
    monkeypatch.setattr(push, "is_installed", lambda: False)
    send_all(service.parts)
    assert [each["error"] for each in details(ada, webhook)["deliveries"]] == ["push_not_installed"]
    assert receiver.received == []


def test_without_the_extra_the_service_says_so(ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(push, "is_installed", lambda: False)
    keys = {"p256dh": "AAAA", "auth": to_text(AUTH)}
    body = {"kind": "push", "subscription": {"endpoint": receiver.url, "keys": keys}}
    assert_problem(ada.post("/v1/webhooks", body), 501, "push_not_installed")
