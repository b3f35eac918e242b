"""Webhooks take turns: who has many messages that wait delays nobody else."""

import pytest

from projections.due_inboxes import DueInbox, DueInboxes
from service.backend import Backend
from service.webhooks.delivering import Surroundings, deliver
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import OutboxMessage, Taken
from service.webhooks.retries import verdict
from service.webhooks.sent import Sent
from tests.service.client import Caller, Service, id_of
from tests.service.webhooks.delivery import create, send_all
from tests.service.webhooks.receivers import Receiver


@pytest.fixture
def webhooks(parts: Backend) -> Webhooks:
    return Webhooks(parts.redis, parts.keys)


def working(webhooks: Webhooks, player: str) -> str:
    """The name in the outbox of a new webhook that has got a message."""
    made = Webhook("", player, "http://127.0.0.1:1/", "standard", ("your_turn",), None, "en", False, 1)
    member = webhooks.create(made, 0).member
    add(webhooks, member, 1, 1)
    [taken] = webhooks.outbox.take(2, 50, {"new": 1})
    succeed(webhooks, taken, 3)
    return member


def add(webhooks: Webhooks, member: str, count: int, now_ms: int) -> None:
    for number in range(count):
        message = OutboxMessage(f"{now_ms}-{number}", now_ms, {"type": "test", "game": None}, "")
        webhooks.outbox.add(member, message)


def succeed(webhooks: Webhooks, taken: Taken, now_ms: int) -> None:
    """The receiver has accepted the message."""
    webhooks.outbox.settle(taken, verdict(Sent(204), taken.tries, taken.health, now_ms, 0.0), None)


def test_a_webhook_with_many_messages_goes_behind_those_that_wait_after_each_of_them(webhooks: Webhooks):
    loud, quiet = working(webhooks, "eve"), working(webhooks, "ada")
    add(webhooks, loud, 1000, 100)
    add(webhooks, quiet, 1, 150)
    order = []
    for now_ms in (200, 300, 400):
        [taken] = webhooks.outbox.take(now_ms, now_ms + 50, {"healthy": 1})
        order.append(taken.member)
        succeed(webhooks, taken, now_ms + 1)
        add(webhooks, loud, 1, now_ms + 2)
    assert order == [loud, quiet, loud]


def test_a_worker_compares_a_game_of_a_quiet_player_before_a_thousand_of_another(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    eve, compared = service.new_player("Eve"), list[str]()
    create(eve, receiver.url)
    create(ada, receiver.url)
    send_all(service.parts)
    store = Webhooks(service.parts.redis, service.parts.keys)
    store.inboxes.mark(eve.id, [f"gone{number}" for number in range(1000)], 10)
    game = service.seat_and_start(ada, service.new_player("Ben"))
    settle = DueInboxes.settle

    def noted(inboxes: DueInboxes, done: DueInbox, next_ms: float | None) -> None:
        compared.append(done.game)
        settle(inboxes, done, next_ms)

    monkeypatch.setattr(DueInboxes, "settle", noted)
    deliver(service.parts, lambda: len(compared) >= 20, Surroundings(linger_seconds=0.0))
    assert id_of(game) in compared[:20]
    store.forget_account(eve.id)


def test_nothing_is_stored_of_a_webhook_that_was_deleted_while_a_worker_had_it(parts: Backend, webhooks: Webhooks):
    new = Webhook("", "ada", "http://127.0.0.1:1/", "standard", ("your_turn",), None, "en", False, 1)
    made = webhooks.create(new, 0)
    add(webhooks, made.member, 1, 1)
    [taken] = webhooks.outbox.take(2, 50, {"new": 1})
    webhooks.delete(made)
    webhooks.outbox.put_back(taken, 60)
    assert [*parts.redis.scan_iter(match=f"{parts.settings.key_prefix}*{made.id}*")] == []
