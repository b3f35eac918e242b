"""A webhook bot answers a message with its intention."""

import json

import pytest

from service.accounts.players import Suspension
from service.accounts.suspension import suspend, unsuspend
from service.backend import open_backend
from service.webhooks.answers import read_intentions
from service.webhooks.sent import Sent
from tests.service.client import Caller, Service, id_of
from tests.service.webhooks.delivery import create, details, send_all
from tests.service.webhooks.receivers import Answer, Received, Receiver

JSON = {"Content-Type": "application/json"}


def first_legal(received: Received) -> Answer:
    """A bot that plays the first legal intention."""
    return 200, JSON, json.dumps(json.loads(received.body)["legal"][:1]).encode()


def test_a_bot_plays_by_its_answers_alone(service: Service, receiver: Receiver):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    receiver.answer = first_legal
    webhook = create(marvin, receiver.url, view=True, items=["your_turn"])
    game = service.seat_and_start(ada, marvin)
    before = service.version(game)
    send_all(service.parts)
    assert service.version(game) == before + 1
    assert marvin.get(game).json["waiting_on"] == [0]
    assert [each["intention"] for each in details(marvin, webhook)["deliveries"]] == ["applied"]


def test_an_answer_counts_once_for_each_message_even_if_the_worker_died_before_it_noted_that(
    service: Service, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    receiver.answer = first_legal
    create(marvin, receiver.url, view=True, items=["your_turn"])
    game = service.seat_and_start(ada, marvin)
    before = service.version(game)
    with monkeypatch.context() as patched:
        patched.setattr("service.webhooks.outbox.Outbox.settle", lambda *args: False)
        send_all(service.parts)
    assert service.version(game) == before + 1
    receiver.answer = lambda received: (200, JSON, b'{"type": "ready"}')
    send_all(service.parts, after_seconds=30)
    assert len({*receiver.ids}) == 1
    assert len(receiver.received) == 2
    assert service.version(game) == before + 1


def test_a_webhook_that_is_deleted_while_its_receiver_answers_plays_nothing(service: Service, receiver: Receiver):
    ada, marvin = service.new_player("Ada"), service.new_bot()

    def deleted_meanwhile(received: Received) -> Answer:
        assert marvin.ask("DELETE", f"/v1/webhooks/{webhook['id']}").status_code == 204
        return first_legal(received)

    receiver.answer = deleted_meanwhile
    webhook = create(marvin, receiver.url, view=True, items=["your_turn"])
    game = service.seat_and_start(ada, marvin)
    before = service.version(game)
    send_all(service.parts)
    assert len(receiver.received) == 1
    assert service.version(game) == before


def test_an_answer_is_decided_on_the_newest_state_by_a_worker_that_keeps_an_older_one(
    service: Service, receiver: Receiver
):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    receiver.answer = first_legal
    webhook = create(marvin, receiver.url, view=True, items=["your_turn"])
    game = service.seat_and_start(ada, marvin)
    worker = open_backend(service.parts.settings)
    kept = worker.games.load(id_of(game)).version
    assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0]).status_code == 201
    send_all(worker)
    assert [each["intention"] for each in details(marvin, webhook)["deliveries"]] == ["applied"]
    assert service.parts.log.read(id_of(game), kept)[-1].name == "picks_revealed"


def test_a_suspended_account_is_told_nothing_and_plays_nothing_by_an_answer(service: Service, receiver: Receiver):
    ada, marvin, accounts = service.new_player("Ada"), service.new_bot(), service.parts.accounts

    def suspended_meanwhile(received: Received) -> Answer:
        suspend(accounts, marvin.id, Suspension("conduct"))
        return first_legal(received)

    receiver.answer = suspended_meanwhile
    webhook = create(marvin, receiver.url, view=True, items=["your_turn"])
    later, game = service.open_game(ada), service.seat_and_start(ada, marvin)
    assert marvin.post(f"{later}/seats").status_code == 201
    before = service.version(game)
    send_all(service.parts)
    assert ada.post(f"{later}/start").status_code == 200
    service.project(later)
    send_all(service.parts)
    assert (service.version(game), len(receiver.received)) == (before, 1)
    unsuspend(accounts, marvin.id)
    assert [each["intention"] for each in details(marvin, webhook)["deliveries"]] == ["account_suspended"]


def test_what_waits_for_a_suspended_account_is_sent_when_it_is_let_in_again(service: Service, receiver: Receiver):
    ada, marvin, accounts = service.new_player("Ada"), service.new_bot(), service.parts.accounts
    worker = open_backend(service.parts.settings)
    receiver.answer = lambda received: (503, {}, b"")
    webhook = create(marvin, receiver.url, view=True, items=["your_turn"])
    service.seat_and_start(ada, marvin)
    send_all(worker, after_seconds=1)  # each process has a clock of its own
    suspend(accounts, marvin.id, Suspension("conduct"))
    receiver.answer = lambda received: (204, {}, b"")
    for hours in (1, 3, 5):
        send_all(worker, after_seconds=hours * 3600)
    assert len(receiver.received) == 1
    unsuspend(accounts, marvin.id)
    send_all(worker, after_seconds=7 * 3600)
    assert len(receiver.received) == 2
    assert [each["attempt"] for each in details(marvin, webhook)["deliveries"]] == [2, 1]


REFUSED = {
    '{"type": "ready"}': "wrong_phase",
    '{"type": "draft", "card": "no such card"}': "card_not_in_hand",
    '{"type": "no such type"}': "invalid_intention",
    '{"type": {"a": []}}': "invalid_intention",
    "[" + ", ".join(['{"type": "ready"}'] * 65) + "]": "invalid_batch",
}


@pytest.mark.parametrize("body", REFUSED)
def test_a_refused_intention_changes_nothing_and_its_owner_can_read_why(
    service: Service, receiver: Receiver, body: str
):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    receiver.answer = lambda received: (200, JSON, body.encode())
    webhook = create(marvin, receiver.url, items=["your_turn"])
    game = service.seat_and_start(ada, marvin)
    before = service.version(game)
    send_all(service.parts)
    [delivery] = details(marvin, webhook)["deliveries"]
    assert (delivery["status"], delivery["intention"]) == (200, REFUSED[body])
    assert service.version(game) == before


NO_INTENTIONS = [
    b"",
    b"ok",
    b"null",
    b"[]",
    b"{}",
    b'{"ok": true}',
    b'[{"type": "ready"}, 7]',
    b'{"type": NaN}',
    b'{"type": ' + b"9" * 5000 + b"}",
    b'{"type": "\\ud800"}',
    b'{"type": "\xff"}',
    b"[" * 30_000 + b"]" * 30_000,
    b'{"type": "ready"',
]


@pytest.mark.parametrize("body", NO_INTENTIONS)
def test_any_other_answer_is_no_intention(body: bytes):
    assert read_intentions(Sent(200, None, body, "application/json")) is None


def test_only_json_is_an_intention():
    for content_type in ("", "text/plain", "text/html; charset=utf-8"):
        assert read_intentions(Sent(200, None, b'{"type": "ready"}', content_type)) is None
    assert read_intentions(Sent(200, None, b'{"type": "ready"}', "Application/JSON; charset=utf-8")) == {
        "type": "ready"
    }


def test_a_person_who_was_only_invited_cannot_play_by_an_answer(service: Service, ada: Caller, receiver: Receiver):
    marvin = service.new_bot()
    receiver.answer = lambda received: (200, JSON, b'{"type": "ready"}')
    webhook = create(marvin, receiver.url, items=["invitation"])
    game = service.open_game(ada)
    ada.post(f"{game}/invitations", {"player": marvin.id})
    service.project(game)
    send_all(service.parts)
    [delivery] = details(marvin, webhook)["deliveries"]
    assert delivery["intention"] == "not_seated"


def test_a_webhook_that_was_made_by_a_token_that_may_not_play_does_not_play(
    service: Service, ada: Caller, receiver: Receiver
):
    token = ada.post("/v1/tokens", {"name": "program", "scopes": ["bot", "read"]}).json["token"]
    receiver.answer = first_legal
    webhook = create(Caller(service.app, ada.id, token), receiver.url, view=True, items=["your_turn"])
    game = service.seat_and_start(ada, service.new_player("Ben"))
    before = service.version(game)
    send_all(service.parts)
    assert service.version(game) == before
    assert [each["intention"] for each in details(ada, webhook)["deliveries"]] == ["scope_missing"]
