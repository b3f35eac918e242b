"""A job makes and sends messages as long as there are some, and then it ends."""

import threading
import time

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from service.webhooks import delivering
from service.webhooks.delivering import Surroundings, deliver
from service.webhooks.messages import LEASE_MS
from tests.service.client import Caller, Service
from tests.service.meanwhile import meanwhile
from tests.service.webhooks.delivery import create, details, send_all
from tests.service.webhooks.receivers import Receiver


def test_a_job_lingers_for_messages_that_come_a_little_later_and_then_ends(
    service: Service, ada: Caller, receiver: Receiver
):
    create(ada, receiver.url)
    job = threading.Thread(target=deliver, args=(service.parts, lambda: False, Surroundings(linger_seconds=0.5)))
    job.start()
    time.sleep(0.1)
    service.seat_and_start(ada, service.new_player("Ben"))
    job.join(60)
    assert not job.is_alive()
    assert len(receiver.received) == 2


def test_a_job_ends_soon_when_its_process_is_to_stop(service: Service):
    stopped = threading.Event()
    job = threading.Thread(target=deliver, args=(service.parts, stopped.is_set, Surroundings(linger_seconds=3600)))
    job.start()
    stopped.set()
    job.join(60)
    assert not job.is_alive()


@pytest.mark.parametrize("is_in_time", [True, False])
def test_a_process_that_stops_waits_for_requests_under_way_but_not_for_long(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, is_in_time: bool
):
    arrived, released = threading.Event(), threading.Event()

    def answer(received):
        arrived.set()
        if is_in_time:
            time.sleep(0.05)
        else:
            released.wait(60)
        return 204, {}, b""

    receiver.answer = answer
    webhook = create(ada, receiver.url, items=["your_turn"])
    service.seat_and_start(ada, service.new_player("Ben"))
    monkeypatch.setattr(delivering, "STOP_SECONDS", 60 if is_in_time else 0.05)
    deliver(service.parts, arrived.is_set, Surroundings(linger_seconds=60))
    released.set()
    assert [each["status"] for each in details(ada, webhook)["deliveries"]] == ([204] if is_in_time else [])
    receiver.answer = lambda received: (204, {}, b"")
    send_all(service.parts, after_seconds=LEASE_MS / 1000 + 1)
    assert [each["status"] for each in details(ada, webhook)["deliveries"]] == [204]
    assert len({*receiver.ids}) == 1, "what was not done is sent again, as the same message"


def test_a_message_that_is_not_settled_is_said_and_sent_again(
    service: Service,
    ada: Caller,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    def lose_the_store() -> None:
        raise RedisConnectionError("gone")

    create(ada, receiver.url, items=["your_turn"])
    service.seat_and_start(ada, service.new_player("Ben"))
    meanwhile(monkeypatch, "service.webhooks.delivering.attempt", lose_the_store)
    send_all(service.parts)
    assert receiver.received == []
    assert "was not settled, it is sent again" in caplog.text
    send_all(service.parts, after_seconds=LEASE_MS / 1000 + 1)
    assert len(receiver.received) == 1
