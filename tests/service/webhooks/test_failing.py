"""Receivers that fail: messages come later; in the end the webhook is disabled, with a word in the inbox."""

import json
import threading
import time
from dataclasses import replace
from secrets import token_hex

import pytest

from service.webhooks.outbox import Outbox, OutboxMessage
from service.webhooks.retries import MAX_FAILING_MS
from tests.service.client import Caller, Service, assert_problem, id_of, poll_turns
from tests.service.webhooks.delivery import create, details, send_all
from tests.service.webhooks.receivers import Receiver, receiving

DAYS_SECONDS = MAX_FAILING_MS / 1000


def start_games(service: Service, ada: Caller, count: int) -> list[str]:
    return [service.seat_and_start(ada, service.new_player("Ben")) for _ in range(count)]


def test_while_a_receiver_is_down_it_is_asked_rarely_and_afterwards_it_gets_everything_once(
    service: Service, ada: Caller, receiver: Receiver
):
    webhook = create(ada, receiver.url, items=["your_turn"])
    receiver.answer = lambda received: (500, {}, b"")
    games = start_games(service, ada, 3)
    send_all(service.parts)
    assert len(receiver.received) == 1, "one message at a time tells that the receiver is down"
    for seconds in (10, 60, 300):
        send_all(service.parts, after_seconds=seconds)
    state = details(ada, webhook)
    assert (state["state"], state["waiting"]) == ("failing", 3)
    receiver.received.clear()
    receiver.answer = lambda received: (204, {}, b"")
    send_all(service.parts, after_seconds=3600)
    assert sorted(json.loads(each.body)["game"] for each in receiver.received) == sorted(map(id_of, games))
    assert details(ada, webhook)["state"] == "healthy"


def test_a_message_that_the_receiver_never_accepts_holds_up_no_other(service: Service, ada: Caller, receiver: Receiver):
    webhook = create(ada, receiver.url, items=["your_turn"])
    [poison, *others] = start_games(service, ada, 3)
    receiver.answer = lambda received: (400 if id_of(poison).encode() in received.body else 204, {}, b"")
    send_all(service.parts)
    send_all(service.parts, after_seconds=10)
    accepted = [each["game"] for each in details(ada, webhook)["deliveries"] if each["status"] == 204]
    assert sorted(accepted) == sorted(map(id_of, others))
    assert details(ada, webhook)["waiting"] == 1


def test_after_days_of_failure_the_webhook_is_disabled_and_the_inbox_says_so(
    service: Service, ada: Caller, receiver: Receiver
):
    after = ada.get("/v1/turns").headers["Link"].split("after=")[1].split(">")[0]
    webhook = create(ada, receiver.url, items=["your_turn"])
    receiver.answer = lambda received: (500, {}, b"")
    start_games(service, ada, 1)
    send_all(service.parts)
    send_all(service.parts, after_seconds=DAYS_SECONDS - 3600)
    assert details(ada, webhook)["state"] == "failing"
    start_games(service, ada, 1)
    send_all(service.parts, after_seconds=2 * DAYS_SECONDS - 3600)
    assert details(ada, webhook)["disabled_because"] == "failing"
    kinds = [item["type"] for item in ada.get(f"/v1/turns?after={after}").json]
    assert "webhook_disabled" in kinds
    receiver.received.clear()
    start_games(service, ada, 1)
    send_all(service.parts, after_seconds=3 * DAYS_SECONDS)
    assert receiver.received == []
    assert_problem(ada.post(f"/v1/webhooks/{webhook['id']}/test"), 409, "webhook_disabled")


def test_a_receiver_that_is_gone_disables_its_webhook_at_once_until_the_owner_enables_it(
    service: Service, ada: Caller, receiver: Receiver
):
    webhook = create(ada, receiver.url, items=["your_turn"])
    receiver.answer = lambda received: (410, {}, b"")
    start_games(service, ada, 2)
    send_all(service.parts)
    state = details(ada, webhook)
    assert (state["state"], state["disabled_because"], len(receiver.received)) == ("disabled", "gone", 1)
    receiver.answer = lambda received: (200, {}, b"ok")
    enabled = ada.post(f"/v1/webhooks/{webhook['id']}/enable").json
    assert (enabled["state"], enabled["disabled_because"]) == ("new", None)
    send_all(service.parts)
    assert details(ada, webhook)["waiting"] == 0
    assert len({*receiver.ids}) == 2


def test_receivers_that_never_answer_delay_nobody_else(service: Service, ada: Caller, receiver: Receiver):
    released = threading.Event()
    with receiving() as black_hole:
        black_hole.answer = lambda received: (204 if released.wait(60) else 500, {}, b"")
        victims = [service.new_player("Eve") for _ in range(6)]
        for each in victims:
            create(each, black_hole.url)
            service.seat_and_start(each, service.new_player("Ben"))
        create(ada, receiver.url)
        sending = threading.Thread(target=send_all, args=(service.parts,))
        sending.start()
        deadline = time.monotonic() + 120
        while len(black_hole.received) < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        start_games(service, ada, 1)
        while not receiver.received and time.monotonic() < deadline:
            time.sleep(0.01)
        assert receiver.received, "while the requests to the others are under way"
        assert not released.is_set()
        released.set()
        sending.join()


def test_a_host_gets_a_few_requests_at_a_time(service: Service, receiver: Receiver):
    together, most, lock = 0, 0, threading.Lock()

    def answer(received):
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        time.sleep(0.05)
        with lock:
            together -= 1
        return 204, {}, b""

    receiver.answer = answer
    for _ in range(3):
        eve = service.new_player("Eve")
        service.seat_and_start(eve, service.new_player("Ben"))
        for _ in range(4):
            create(eve, receiver.url, items=["your_turn"])
    send_all(service.parts)
    send_all(service.parts, after_seconds=2)
    assert len(receiver.received) == 12
    assert most <= 8


def test_a_name_that_leads_into_a_private_network_is_never_called(service: Service, ada: Caller, receiver: Receiver):
    webhook = create(ada, receiver.url.replace("127.0.0.1", "receiver.example"))
    start_games(service, ada, 1)

    def both(host: str, port: int, **more):
        return [(0, 0, 0, "", ("8.8.8.8", port)), (0, 0, 0, "", ("10.0.0.1", port))]

    send_all(service.parts, getaddrinfo=both)
    assert [each["error"] for each in details(ada, webhook)["deliveries"]] == ["address_refused"]
    assert receiver.received == []


def test_an_address_that_the_operator_allows_no_more_is_not_called(service: Service, ada: Caller, receiver: Receiver):
    webhook = create(ada, receiver.url)
    start_games(service, ada, 1)
    send_all(replace(service.parts, settings=replace(service.parts.settings, webhook_allowed_networks=())))
    assert [each["error"] for each in details(ada, webhook)["deliveries"]] == ["address_refused"]
    assert receiver.received == []


def test_only_the_newest_messages_are_kept(service: Service, ada: Caller, receiver: Receiver, monkeypatch):
    monkeypatch.setattr("service.webhooks.outbox.MAX_MESSAGES", 2)
    webhook = create(ada, receiver.url, items=["your_turn"])
    receiver.answer = lambda received: (500, {}, b"")
    start_games(service, ada, 4)
    send_all(service.parts)
    assert details(ada, webhook)["waiting"] == 2


def test_what_follows_for_items_is_also_in_the_inbox(service: Service, ada: Caller, receiver: Receiver):
    """A webhook takes nothing out of the inbox."""
    create(ada, receiver.url)
    [game] = start_games(service, ada, 1)
    send_all(service.parts)
    assert [item["game"] for item in poll_turns(ada)] == [id_of(game)]


def test_one_that_works_but_takes_long_waits_in_a_lane_of_its_own_until_it_was_quick_for_a_while(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    webhook = create(ada, receiver.url, items=["your_turn"])
    outbox = Outbox(service.parts.redis, service.parts.keys)
    due_slow = service.parts.keys.lobby("webhook:due:slow")
    monkeypatch.setattr("service.webhooks.outbox.QUICK_ANSWERS", 2)
    monkeypatch.setattr("service.webhooks.outbox.SLOW_SECONDS", -1.0)
    start_games(service, ada, 1)
    send_all(service.parts)
    assert details(ada, webhook)["state"] == "healthy"
    monkeypatch.setattr("service.webhooks.outbox.SLOW_SECONDS", 3600.0)
    for is_slow in (True, True, False):
        outbox.add(f"{ada.id}-{webhook['id']}", a_message())
        assert bool(service.parts.redis.zcard(due_slow)) == is_slow
        send_all(service.parts)
    assert len(receiver.received) == 4


def a_message() -> OutboxMessage:
    """A message about no game."""
    return OutboxMessage(token_hex(8), int(time.time() * 1000), {"type": "test", "game": None}, "")
