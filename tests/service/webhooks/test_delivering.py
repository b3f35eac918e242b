"""A job makes and sends messages as long as there are some, and then it ends."""

import threading
import time

import pytest

from service.webhooks.delivering import Surroundings, deliver
from tests.service.client import Caller, Service
from tests.service.webhooks.delivery import create
from tests.service.webhooks.receivers import Receiver

pytestmark = pytest.mark.slow


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
