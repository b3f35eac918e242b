"""Receipts: with the answers, in the stream, on demand; and the keys by which anybody checks them."""

from tests.service.client import Service, assert_problem, id_of
from transparency.notes import parse_key
from transparency.receipt import Receipt, open_receipt

ASKING = {"Prefer": "receipt"}


def keys_of(service: Service) -> list:
    return [parse_key(text) for text in service.app.test_client().get("/v1/keys").json["receipts"]]


def opened(service: Service, note: str) -> Receipt:
    return open_receipt(note, keys_of(service))


def stored_head(service: Service, game: str, version: int) -> bytes:
    return service.parts.log.read(id_of(game), version - 1, version)[0].hash


def test_the_answer_that_ends_a_step_has_a_receipt_and_each_other_one_if_it_is_asked_for(service: Service, table):
    game, (ada, ben) = table
    first = ada.move(game)
    assert "receipt" not in first.json
    reveal = ben.move(game)
    receipt = opened(service, reveal.json["receipt"])
    assert receipt[:3] == (service.parts.signing.read().origin, id_of(game), reveal.json["version"])
    assert receipt.head.hex() == reveal.json["head"]
    asked = ada.move(game, ASKING)
    assert asked.headers["Preference-Applied"] == "receipt"
    assert opened(service, asked.json["receipt"]).head == stored_head(service, game, asked.json["version"])
    both = ben.move(game, {"Prefer": "return=representation, receipt"})
    assert both.json.keys() >= {"view", "receipt"}
    assert both.headers["Preference-Applied"] == "return=representation, receipt"


def test_a_receipt_is_the_same_however_it_is_asked_for_and_in_each_process(service: Service, table):
    game, (ada, _) = table
    body, key = ada.get(f"{game}/legal").json[0], {"Idempotency-Key": "once", **ASKING}
    answers = [ada.post(f"{game}/intentions", body, key) for _ in range(2)]
    notes = {answer.json["receipt"] for answer in answers}
    for process in (service, service.another_process()):
        for query in ("", f"?version={answers[0].json['version']}"):
            answer = ada.through(process).get(f"{game}/receipt{query}")
            assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
            notes.add(answer.text)
    assert len(notes) == 1


def test_each_version_with_which_a_request_ended_has_a_receipt(service: Service, table):
    game, (ada, ben) = table
    ada.move(game)
    newest = ben.move(game).json["version"]
    entries = service.parts.log.read(id_of(game))
    for entry in entries:
        answer = ada.get(f"{game}/receipt?version={entry.version}")
        if entry.hash:
            assert opened(service, answer.text).head == entry.hash
        else:
            assert_problem(answer, 404, "no_receipt")
    assert len(entries) == newest
    assert_problem(ada.get(f"{game}/receipt?version={newest + 1}"), 404, "no_such_version")
    assert ada.get(f"{game}/receipt?version=0").status_code == 422


def test_who_may_see_a_game_gets_its_receipts_and_nobody_else(service: Service):
    ada, eve = service.new_player("Ada"), service.new_player("Eve")
    public, private = service.open_game(ada), service.open_game(ada, visibility="private")
    assert opened(service, eve.get(f"{public}/receipt").text).game == id_of(public)
    assert_problem(eve.get(f"{private}/receipt"), 404, "no_such_game")


def test_after_a_rotation_all_processes_sign_by_the_new_key_too(service: Service, table):
    game, (ada, _) = table
    other = service.another_process()
    old = keys_of(service)
    assert ada.through(other).get(f"{game}/receipt").status_code == 200
    before = other.parts.signing.receipts
    service.parts.signing.rotate()
    for _ in range(200):
        if other.parts.signing.receipts is not before:
            break
        other.app.wakeups.pause(0.05)
    note = ada.through(other).get(f"{game}/receipt").text
    assert keys_of(service)[1:] == old
    assert open_receipt(note, keys_of(service)[:1]) == open_receipt(note, old)


def test_the_view_item_of_a_stream_has_a_receipt_if_it_is_asked_for(service: Service, table):
    from service.games.live.news import Follower, Told, find_news
    from service.games.live.present import Present
    from service.games.live.update import GameUpdate

    game, (ada, _) = table
    loaded = service.parts.games.load(id_of(game))
    player = service.parts.accounts.by_id(ada.id)
    entries = service.parts.log.read(id_of(game))
    update = GameUpdate(service.parts, loaded, entries, Present(), [], "2026-09-21T14:13:20.082Z")
    told = Told(loaded.version - 1, table="", reaction="0-0")
    items, _ = find_news(Follower(player, include=("receipt",)), told, update)
    import json

    views = [json.loads(item.text) for item in items if item.kind == "view"]
    assert opened(service, views[0]["receipt"]).head == loaded.head
