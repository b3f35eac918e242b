"""Webhooks get the items of the inbox: each once, signed, and nothing else."""

import json
from functools import partial

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from projections.due_inboxes import DueInbox
from service.ids import new_id
from service.webhooks.endpoints import Webhooks
from service.webhooks.messages import make_messages
from tests.at_once import run_at_once
from tests.service.client import Caller, Service, assert_problem, id_of, poll_turns
from tests.service.meanwhile import meanwhile
from tests.service.webhooks.delivery import create, details, send_all
from tests.service.webhooks.receivers import Receiver
from transparency.notes import parse_key
from transparency.receipt import open_receipt


def items(receiver: Receiver) -> list[tuple[str, str]]:
    bodies = [json.loads(each.body) for each in receiver.received]
    return [(body["type"], body["game"]) for body in bodies]


def project_and_send(service: Service, game: str) -> None:
    """What the projector and a worker do after each change of a game."""
    service.project(game)
    send_all(service.parts)


def test_a_webhook_gets_what_waits_then_each_item_as_it_comes(service: Service, ada: Caller, receiver: Receiver):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    webhook = create(ada, receiver.url)
    send_all(service.parts)
    assert items(receiver) == [("your_turn", id_of(game))]
    service.play(game, [ada, ben], until="planning")
    project_and_send(service, game)
    service.play(game, [ada, ben])
    project_and_send(service, game)
    assert {kind for kind, _ in items(receiver)} == {"your_turn", "finished"}
    assert items(receiver)[-1] == ("finished", id_of(game))
    assert len({*receiver.ids}) == len(receiver.received)
    assert details(ada, webhook)["state"] == "healthy"


def test_the_library_of_standard_webhooks_accepts_the_messages_and_no_others(
    service: Service, ada: Caller, receiver: Receiver
):
    service.seat_and_start(ada, service.new_player("Ben"))
    verifier = Webhook(create(ada, receiver.url)["secret"])
    send_all(service.parts)
    [message] = receiver.received
    body = verifier.verify(message.body, message.headers)
    assert body.keys() == {"id", "type", "game", "version", "seat", "deadline", "timestamp", "receipt"}
    with pytest.raises(WebhookVerificationError):
        verifier.verify(message.body + b" ", message.headers)
    assert "." not in message.id


def test_the_body_has_the_fields_of_the_item_and_view_and_legal_if_the_owner_asks(
    service: Service, ada: Caller, receiver: Receiver
):
    service.seat_and_start(ada, service.new_player("Ben"))
    create(ada, receiver.url, view=True)
    send_all(service.parts)
    [sent], [item] = [json.loads(each.body) for each in receiver.received], poll_turns(ada)
    keys = [parse_key(text) for text in service.app.test_client().get("/v1/keys").json["receipts"]]
    assert open_receipt(sent.pop("receipt"), keys).version == sent["version"]
    del sent["timestamp"]
    assert sent == item


def test_only_the_chosen_items_are_sent(service: Service, ada: Caller, receiver: Receiver):
    create(ada, receiver.url, items=["started", "finished"])
    game = service.seat_and_start(ada, service.new_player("Ben"))
    send_all(service.parts)
    assert items(receiver) == [("started", id_of(game))]


def test_an_invitation_that_a_block_makes_impossible_is_not_sent_until_it_is_possible(
    service: Service, ada: Caller, receiver: Receiver
):
    ben, host = service.new_player("Ben"), service.new_player("Host")
    create(ada, receiver.url)
    game = service.open_game(host, seats=3, invited=[ada.id])
    ben.post(f"{game}/seats")
    assert ada.ask("PUT", f"/v1/players/me/blocks/{ben.id}").status_code == 204
    project_and_send(service, game)
    assert items(receiver) == []
    assert ada.ask("DELETE", f"/v1/players/me/blocks/{ben.id}").status_code == 204
    send_all(service.parts)
    assert items(receiver) == [("invitation", id_of(game))]


@pytest.mark.parametrize("is_declined", [True, False])
def test_who_is_invited_once_more_is_told_once_more(
    service: Service, ada: Caller, receiver: Receiver, is_declined: bool
):
    host = service.new_player("Host")
    create(ada, receiver.url)
    game = service.open_game(host, invited=[ada.id])
    project_and_send(service, game)
    ended = (ada if is_declined else host).ask("DELETE", f"{game}/invitations/{'me' if is_declined else ada.id}")
    assert ended.status_code == 204
    project_and_send(service, game)
    assert host.post(f"{game}/invitations", {"player": ada.id}).status_code == 201
    project_and_send(service, game)
    assert items(receiver) == [("invitation", id_of(game))] * 2


def test_who_is_invited_is_told_once_more_when_the_full_table_has_a_free_seat_again(
    service: Service, ada: Caller, receiver: Receiver
):
    host, ben = service.new_player("Host"), service.new_player("Ben")
    create(ada, receiver.url)
    game = service.open_game(host, invited=[ada.id])
    project_and_send(service, game)
    assert ben.post(f"{game}/seats").status_code == 201
    project_and_send(service, game)
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    project_and_send(service, game)
    assert items(receiver) == [("invitation", id_of(game))] * 2


def test_who_leaves_a_full_table_and_comes_back_is_told_once_more_that_it_is_full(
    service: Service, ada: Caller, receiver: Receiver
):
    create(ada, receiver.url, items=["table_full"])
    game = service.open_game(service.new_player("Host"), seats=2)
    for _ in range(2):
        assert ada.post(f"{game}/seats").status_code == 201
        project_and_send(service, game)
        assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
        project_and_send(service, game)
    assert items(receiver) == [("table_full", id_of(game))] * 2


def test_a_removed_player_gets_a_message_also_of_a_private_game(service: Service, ada: Caller, receiver: Receiver):
    host = service.new_player("Host")
    create(ada, receiver.url, kind="slack", items=["removed"])
    create(ada, receiver.url, items=["removed"], view=True)
    game = service.open_game(host, visibility="private", name="Friday", invited=[ada.id])
    ada.post(f"{game}/seats")
    service.project(game)
    host.ask("DELETE", f"{game}/seats/1")
    project_and_send(service, game)
    bodies = [json.loads(each.body) for each in receiver.received]
    [sentence] = [body["text"] for body in bodies if "text" in body]
    [item] = [body for body in bodies if "type" in body]
    assert "Friday: the host removed you from the table." in sentence
    assert (item["type"], item["game"], item["seat"]) == ("removed", id_of(game), None)
    assert "view" not in item, "of what the player may not see any more"


def test_after_a_rotation_both_secrets_sign(service: Service, ada: Caller, receiver: Receiver):
    service.seat_and_start(ada, service.new_player("Ben"))
    webhook = create(ada, receiver.url)
    rotated = ada.post(f"/v1/webhooks/{webhook['id']}/secret").json
    assert rotated["secret"] != webhook["secret"]
    send_all(service.parts)
    [message] = receiver.received
    for secret in (webhook["secret"], rotated["secret"]):
        Webhook(secret).verify(message.body, message.headers)


def test_two_rotations_at_once_both_count_and_a_deletion_ends_one(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    service.seat_and_start(ada, service.new_player("Ben"))
    webhook = create(ada, receiver.url)
    path, rotation = f"/v1/webhooks/{webhook['id']}", "service.webhooks.endpoints.new_secret"
    secrets = [webhook["secret"]]
    meanwhile(monkeypatch, rotation, lambda: secrets.append(ada.post(f"{path}/secret").json["secret"]))
    secrets.append(ada.post(f"{path}/secret").json["secret"])
    send_all(service.parts)
    [message] = receiver.received
    for secret in secrets:
        Webhook(secret).verify(message.body, message.headers)
    meanwhile(monkeypatch, rotation, lambda: ada.ask("DELETE", path))
    assert_problem(ada.post(f"{path}/secret"), 404, "no_such_webhook")
    assert ada.get("/v1/webhooks").json == []


def test_an_id_that_another_webhook_of_the_player_has_is_not_taken(
    ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    first, free = create(ada, receiver.url), new_id()
    monkeypatch.setattr("service.webhooks.endpoints.new_id", iter([first["id"], free]).__next__)
    assert create(ada, receiver.url)["id"] == free
    assert {each["id"] for each in ada.get("/v1/webhooks").json} == {first["id"], free}


def test_while_the_signing_keys_are_out_of_reach_messages_have_no_receipt(
    service: Service, ada: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    create(ada, receiver.url, items=["your_turn"])
    game = service.seat_and_start(ada, service.new_player("Ben"))
    monkeypatch.setattr(service.parts.signing, "at_hand", lambda: None)
    send_all(service.parts)
    assert items(receiver) == [("your_turn", id_of(game))]
    assert "receipt" not in json.loads(receiver.received[0].body)


def test_an_item_that_begins_to_stand_by_time_alone_is_sent_then(service: Service, ada: Caller, receiver: Receiver):
    create(ada, receiver.url, items=["clock_low"])
    clock = {"kind": "per_phase", "seconds": 3600}
    game = service.seat_and_start(ada, service.new_player("Ben"), clock=clock)
    send_all(service.parts)
    assert receiver.received == []
    send_all(service.parts, after_seconds=3500)
    assert items(receiver) == [("clock_low", id_of(game))]


def test_a_player_without_webhooks_makes_no_inbox_due(service: Service, ada: Caller):
    service.seat_and_start(ada, service.new_player("Ben"))
    inboxes = Webhooks(service.parts.redis, service.parts.keys).inboxes
    assert service.parts.redis.zscore(inboxes.key, ada.id) is None


def test_two_workers_at_once_make_each_message_once(service: Service, ada: Caller, receiver: Receiver):
    game = service.seat_and_start(ada, service.new_player("Ben"))
    webhook = create(ada, receiver.url)
    due, now_ms = DueInbox(ada.id, id_of(game), 0), int(service.parts.clock() * 1000)
    stores = [Webhooks(service.parts.redis, service.parts.keys) for _ in range(8)]
    run_at_once(*[partial(make_messages, service.parts, each, due, now_ms) for each in stores])
    assert details(ada, webhook)["waiting"] == 1


def test_a_worker_that_was_killed_before_it_made_messages_is_replaced_after_its_lease(
    service: Service, ada: Caller, receiver: Receiver
):
    service.seat_and_start(ada, service.new_player("Ben"))
    create(ada, receiver.url)
    now_ms = int(service.parts.clock() * 1000)
    Webhooks(service.parts.redis, service.parts.keys).inboxes.take(now_ms, now_ms + 20_000, 100)
    send_all(service.parts)
    assert receiver.received == []
    send_all(service.parts, after_seconds=21)
    assert len(receiver.received) == 1


def test_a_worker_that_was_killed_while_it_sent_is_replaced_and_the_message_keeps_its_id(
    service: Service, ada: Caller, receiver: Receiver
):
    service.seat_and_start(ada, service.new_player("Ben"))
    create(ada, receiver.url)
    store, now_ms = Webhooks(service.parts.redis, service.parts.keys), int(service.parts.clock() * 1000)
    for each in store.inboxes.take(now_ms, now_ms + 20_000, 100):
        make_messages(service.parts, store, each, now_ms)
    [taken] = store.outbox.take(now_ms, now_ms + 20_000, {"new": 10})
    send_all(service.parts)
    assert receiver.received == [], "nobody else has it while the lease holds"
    send_all(service.parts, after_seconds=21)
    assert receiver.ids == [taken.message.id]


def test_nothing_of_a_deleted_account_remains(service: Service, ada: Caller, receiver: Receiver):
    service.seat_and_start(ada, service.new_player("Ben"))
    receiver.answer = lambda received: (500, {}, b"")
    webhook = create(ada, receiver.url)
    send_all(service.parts)
    Webhooks(service.parts.redis, service.parts.keys).forget_account(ada.id)
    send_all(service.parts, after_seconds=60)
    assert len(receiver.received) == 1
    assert [*service.parts.redis.scan_iter(match=f"*{webhook['id']}*")] == []
    assert [*service.parts.redis.scan_iter(match=f"*due-inboxes:{ada.id}")] == []
    assert not service.parts.redis.sismember(service.parts.keys.lobby("webhooked"), ada.id)
