"""Intentions over HTTP: single ones, batches, repeated and conditional ones. Their effects are tested in tests/game."""

import json
from typing import Any

import pytest

import game as rules
from tests.service.client import Caller, Json, Service, assert_problem, id_of


@pytest.fixture
def table(service: Service) -> tuple[str, list[Caller]]:
    """A game of two, in its first draft."""
    return service.start_game(2)


def legal_bodies(caller: Caller, game: str) -> list[Json]:
    return caller.get(f"{game}/legal").json


# One intention


def test_an_accepted_intention_is_answered_with_its_events_and_the_new_version(service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    pick = legal_bodies(ada, game)[3]
    answer = ada.post(f"{game}/intentions", pick)
    assert answer.status_code == 201
    assert answer.json.keys() == {"version", "events"}
    assert answer.json["version"] == service.version(game) == before + 1
    assert answer.headers["ETag"] == f'"{before + 1}"'
    [event] = answer.json["events"]
    assert (event["version"], event["group"], event["actor"]) == (before + 1, before + 1, ada.id)
    assert (event["name"], event["seat"], event["data"]) == ("card_drafted", 0, {"card": pick["card"]})
    assert ada.get(game).json["picked"] == pick["card"]


def test_the_answer_holds_the_events_of_the_rules_and_the_head_of_the_chain(service: Service, table):
    game, [ada, ben] = table
    ada.post(f"{game}/intentions", legal_bodies(ada, game)[0])
    hidden = {*ada.get(game).json["hand"]}
    answer = ben.post(f"{game}/intentions", legal_bodies(ben, game)[0])
    assert [event["name"] for event in answer.json["events"]][:2] == ["card_drafted", "picks_revealed"]
    assert len({event["group"] for event in answer.json["events"]}) == 1
    last = service.parts.log.read(id_of(game))[-1]
    assert answer.json["head"] == last.hash.hex()
    assert not any(card in answer.text for card in hidden)


def test_each_seat_acts_for_itself_only(service: Service, table):
    game, [ada, ben] = table
    hers = legal_bodies(ada, game)[0]
    before = service.version(game)
    problem = assert_problem(ben.post(f"{game}/intentions", hers), 409, "card_not_in_hand")
    assert problem["detail"] == f"{hers['card']} is not in your hand"
    assert_problem(service.new_player("Eve").post(f"{game}/intentions", hers), 403, "not_seated")
    assert service.version(game) == before


def test_an_intention_that_is_not_possible_now_is_a_conflict(service: Service, ada: Caller, finished):
    opened = service.open_game(ada, bots=["random"])
    assert_problem(ada.post(f"{opened}/intentions", {"type": "ready"}), 409, "not_playing")
    ada.post(f"{opened}/start")
    before = service.version(opened)
    assert_problem(ada.post(f"{opened}/intentions", {"type": "ready"}), 409, "wrong_phase")
    slate = {"type": "slate", "card": ada.get(opened).json["hand"][0]}
    assert_problem(ada.post(f"{opened}/intentions", slate), 409, "wrong_phase")
    assert service.version(opened) == before
    ada.post(f"{opened}/intentions", legal_bodies(ada, opened)[0])
    before = service.version(opened)
    another = {"type": "draft", "card": ada.get(opened).json["hand"][0]}
    assert_problem(ada.post(f"{opened}/intentions", another), 409, "already_picked")
    assert service.version(opened) == before
    game, callers = finished
    assert_problem(callers[0].post(f"{game}/intentions", {"type": "ready"}), 409, "not_playing")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        (None, [""]),
        (5, [""]),
        (True, [""]),
        ("draft", [""]),
        ({}, ["/type"]),
        ({"type": None}, ["/type"]),
        ({"type": "cheat"}, ["/type"]),
        ({"type": "Draft", "card": "zeppelin.1"}, ["/type"]),
        ({"type": ["draft"], "card": "zeppelin.1"}, ["/type"]),
        ({"type": "__init__"}, ["/type"]),
        ({"type": "slate_all", "card": "zeppelin.1"}, ["/card"]),
        ({"type": "draft"}, ["/card"]),
        ({"type": "draft", "card": None}, ["/card"]),
        ({"type": "draft", "card": 5}, ["/card"]),
        ({"type": "draft", "card": 10**90}, ["/card"]),
        ({"type": "draft", "card": -1e300}, ["/card"]),
        ({"type": "draft", "card": ["zeppelin.1"]}, ["/card"]),
        ({"type": "draft", "card": {"zeppelin.1": 1}}, ["/card"]),
        ({"type": "draft", "card": "zeppelin.1", "seat": 1}, ["/seat"]),
        ({"type": "draft", "card": ""}, ["/card"]),
        ({"type": "draft", "card": "x" * 65}, ["/card"]),
        ({"type": "draft", "card": "x" * 200_000}, ["/card"]),
        ({"type": "recycle", "card": "zeppelin.1"}, ["/onto"]),
        ({"type": "redraw", "cards": ["zeppelin.1"]}, ["/cards"]),
        ({"type": "redraw", "cards": ["zeppelin.1", "x" * 100_000]}, ["/cards/1"]),
        ({"type": "redraw", "cards": [["zeppelin.1"], {}]}, ["/cards/0", "/cards/1"]),
        ({"type": "redraw", "cards": "zeppelin.1"}, ["/cards"]),
        ({"type": "auto_ready", "on": 1}, ["/on"]),
        ({"type": "choose", "character": "admiral"}, ["/character"]),
        ({"type": "place", "item": "mithril", "onto": "empire"}, ["/item"]),
        ({"type": "place", "item": "krystallium", "onto": "zeppelin.1", "as": "general"}, ["/as"]),
        ({"type": "place", "item": "gold", "onto": "empire", "as": None}, ["/as"]),
        ({"type": "place", "item": "gold", "onto": "empire", "kind": "gold"}, ["/kind"]),
        ({"type": "ready", "card": "zeppelin.1"}, ["/card"]),
        ([{"type": "cheat"}], ["/0/type"]),
        ([{"type": "draft"}], ["/0/card"]),
        ([None], ["/0"]),
        ([[{"type": "ready"}]], ["/0"]),
    ],
)
def test_a_body_that_is_no_intention_is_unprocessable_and_the_answer_points_to_the_fault(
    body: Any, pointers: list[str], service: Service, table
):
    game, [ada, _] = table
    before = service.version(game)
    problem = assert_problem(ada.send(f"{game}/intentions", json.dumps(body)), 422, "invalid_intention")
    assert [error["pointer"] for error in problem["errors"]] == pointers
    assert service.version(game) == before


@pytest.mark.parametrize("card", ["zeppelin", "zeppelin.99", "ZEPPELIN.1", "\x00", "\u202e", "💥.1", "x" * 64])
def test_a_card_that_is_not_in_the_hand_is_refused_whatever_it_is_called(card: str, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    assert_problem(ada.post(f"{game}/intentions", {"type": "draft", "card": card}), 409, "card_not_in_hand")
    assert service.version(game) == before


def test_no_refusal_names_a_card_that_the_seat_may_not_know(service: Service):
    game, callers = service.start_game(3, ["random"])
    callers[1].post(f"{game}/intentions", legal_bodies(callers[1], game)[0])
    state = service.parts.games.load(id_of(game)).state
    unknown = [*state.deck, *(card for seat in state.seats[1:] for card in (*seat.hand, seat.picked) if card)]
    before = service.version(game)
    for card in unknown[::5]:
        for body in ({"type": "draft", "card": card}, {"type": "slate", "card": card}):
            text = callers[0].post(f"{game}/intentions", body).text
            assert not [other for other in unknown if other in text and other != card]
    assert service.version(game) == before


# A list


def play_to_planning(service: Service, humans: int = 2) -> tuple[str, list[Caller]]:
    game, callers = service.start_game(humans)
    service.play(game, callers, until="planning")
    return game, callers


def make_batch(service: Service, game: str, seat: int, length: int) -> list[Json]:
    """So many intentions that the seat can do one after the other."""
    state, found = service.parts.games.load(id_of(game)).state, []
    while len(found) < length:
        bodies = [rules.body(intention) for intention in rules.legal(state, seat)]
        body = next(body for body in bodies if body["type"] == "slate")
        found.append(body)
        state = rules.fold(rules.decide(state, rules.intention(seat, body)), state)
    return found


def test_a_batch_is_appended_in_order_in_one_append(service: Service):
    game, [ada, _] = play_to_planning(service)
    before, batch = service.version(game), make_batch(service, game, 0, 7)
    answer = ada.post(f"{game}/intentions", batch)
    assert answer.status_code == 201
    events = answer.json["events"]
    assert [event["data"]["card"] for event in events] == [body["card"] for body in batch]
    assert [event["group"] for event in events] == list(range(before + 1, before + 8)), "an intention each"
    entries = service.parts.log.read(id_of(game), before)
    assert [bool(entry.hash) for entry in entries] == [False] * 6 + [True], "one append"


def test_a_batch_with_a_fault_appends_nothing_and_the_answer_names_its_index(service: Service):
    game, [ada, _] = play_to_planning(service)
    before, batch = service.version(game), make_batch(service, game, 0, 6)
    refused = ada.post(f"{game}/intentions", [*batch[:5], batch[0], batch[5]])
    assert assert_problem(refused, 409, "card_not_drafted")["errors"][0]["pointer"] == "/5"
    invalid = ada.post(f"{game}/intentions", [*batch[:3], {"type": "cheat"}])
    assert assert_problem(invalid, 422, "invalid_intention")["errors"][0]["pointer"] == "/3/type"
    assert service.version(game) == before
    assert len(ada.get(game).json["seats"][0]["drafted"]) == 7


def test_a_batch_may_end_a_phase_but_not_act_for_others(service: Service):
    game, [ada, ben] = play_to_planning(service)
    for caller, seat in ((ada, 0), (ben, 1)):
        batch = [*make_batch(service, game, seat, 7), {"type": "ready"}]
        answer = caller.post(f"{game}/intentions", batch)
        assert answer.status_code == 201
    assert ada.get(game).json["phase"] == "production"
    before = service.version(game)
    beyond = [{"type": "ready"}, {"type": "ready"}]
    assert ada.post(f"{game}/intentions", beyond).status_code in (409, 422)
    assert service.version(game) == before


@pytest.mark.parametrize("length", [0, 65, 10_000])
def test_a_batch_holds_1_to_64_intentions(length: int, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    problem = assert_problem(ada.post(f"{game}/intentions", [{"type": "ready"}] * length), 422, "invalid_batch")
    assert "64" in problem["detail"]
    assert service.version(game) == before


# Sending again


def test_the_same_key_gives_the_same_answer_byte_for_byte_when_the_game_has_gone_on(service: Service):
    game, callers = service.start_game(2, ["random"])
    key = {"Idempotency-Key": "my first pick"}
    pick = legal_bodies(callers[0], game)[0]
    first = callers[0].post(f"{game}/intentions", pick, key)
    service.play(game, callers, until="planning")
    assert pick["card"] not in callers[0].get(game).json["hand"]
    before = service.version(game)
    again = callers[0].post(f"{game}/intentions", pick, key)
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["ETag"] == first.headers["ETag"]
    service.play(game, callers)
    assert callers[0].get(game).json["status"] == "finished"
    last = callers[0].post(f"{game}/intentions", pick, key)
    assert (last.status_code, last.data) == (201, first.data)
    assert service.version(game) > before


def test_an_answer_that_ended_a_phase_is_the_same_again_too(service: Service):
    game, [ada, ben] = service.start_game(2)
    key = {"Idempotency-Key": "1"}
    ada.post(f"{game}/intentions", legal_bodies(ada, game)[0])
    pick = legal_bodies(ben, game)[0]
    first = ben.post(f"{game}/intentions", pick, key)
    assert len(first.json["events"]) > 1
    service.play(game, [ada, ben], until="planning")
    assert ben.post(f"{game}/intentions", pick, key).data == first.data


def test_a_repeated_batch_gets_the_same_answer(service: Service):
    game, [ada, ben] = play_to_planning(service)
    batch, key = make_batch(service, game, 0, 3), {"Idempotency-Key": "a list"}
    first = ada.post(f"{game}/intentions", batch, key)
    service.play(game, [ada, ben], until="production")
    assert ada.post(f"{game}/intentions", batch, key).data == first.data


def test_how_the_body_is_written_does_not_matter(service: Service, table):
    game, [ada, _] = table
    card = legal_bodies(ada, game)[0]["card"]
    key = {"Idempotency-Key": "k"}
    first = ada.send(f"{game}/intentions", f'{{"type":"draft","card":"{card}"}}', key)
    again = ada.send(f"{game}/intentions", f' {{\n "card": "\\u{ord(card[0]):04x}{card[1:]}", "type": "draft"}} ', key)
    assert (again.status_code, again.data) == (201, first.data)


def test_the_same_key_with_another_body_is_refused(service: Service, table):
    game, [ada, _] = table
    first, second = legal_bodies(ada, game)[:2]
    key = {"Idempotency-Key": "k"}
    assert ada.post(f"{game}/intentions", first, key).status_code == 201
    before = service.version(game)
    assert_problem(ada.post(f"{game}/intentions", second, key), 422, "idempotency_key_reused")
    assert_problem(ada.post(f"{game}/intentions", [first], key), 422, "idempotency_key_reused")
    assert_problem(ada.ask("DELETE", f"{game}/seats/me", key), 422, "idempotency_key_reused")
    assert service.version(game) == before


def test_a_key_belongs_to_one_player_in_one_game(service: Service):
    key = {"Idempotency-Key": "1"}
    for game, callers in (service.start_game(2), service.start_game(2)):
        for caller in callers:
            assert caller.post(f"{game}/intentions", legal_bodies(caller, game)[0], key).status_code == 201


def test_a_refusal_does_not_use_up_the_key(service: Service, table):
    game, [ada, ben] = table
    key = {"Idempotency-Key": "k"}
    ada.post(f"{game}/intentions", legal_bodies(ada, game)[0])
    next_pick = {"type": "draft", "card": ben.get(game).json["hand"][0]}
    assert_problem(ada.post(f"{game}/intentions", next_pick, key), 409, "already_picked")
    ben.post(f"{game}/intentions", next(pick for pick in legal_bodies(ben, game) if pick != next_pick))
    assert ada.post(f"{game}/intentions", next_pick, key).status_code == 201


def test_without_a_key_a_repeated_request_is_a_new_request(service: Service, table):
    game, [ada, _] = table
    pick = legal_bodies(ada, game)[0]
    assert ada.post(f"{game}/intentions", pick).status_code == 201
    assert_problem(ada.post(f"{game}/intentions", pick), 409, "already_picked")


@pytest.mark.parametrize("key", ["", "x" * 129, "x" * 5000])
def test_a_key_has_1_to_128_characters(key: str, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    pick = legal_bodies(ada, game)[0]
    assert_problem(ada.post(f"{game}/intentions", pick, {"Idempotency-Key": key}), 400, "bad_idempotency_key")
    assert service.version(game) == before


@pytest.mark.parametrize("key", ["~", "service:score", "é" * 128, "a b\tc", '"quoted"', "{p1}", "0"])
def test_any_short_text_is_a_key(key: str, service: Service, table):
    game, [ada, _] = table
    pick, header = legal_bodies(ada, game)[0], {"Idempotency-Key": key}
    first = ada.post(f"{game}/intentions", pick, header)
    assert (first.status_code, ada.post(f"{game}/intentions", pick, header).data) == (201, first.data)


# Under a condition


def test_events_of_other_seats_do_not_make_a_version_stale(service: Service):
    game, callers = service.start_game(3)
    etag = callers[0].get(game).headers["ETag"]
    for caller in callers[1:]:
        caller.post(f"{game}/intentions", legal_bodies(caller, game)[0])
    pick = legal_bodies(callers[0], game)[0]
    assert callers[0].post(f"{game}/intentions", pick, {"If-Match": etag}).status_code == 201


def test_events_of_the_own_seat_make_a_version_stale(service: Service):
    game, [ada, _] = play_to_planning(service)
    etag, batch = ada.get(game).headers["ETag"], make_batch(service, game, 0, 2)
    assert ada.post(f"{game}/intentions", batch[0], {"If-Match": etag}).status_code == 201
    before = service.version(game)
    answer = ada.post(f"{game}/intentions", batch[1], {"If-Match": etag})
    assert_problem(answer, 412, "stale_version")
    assert answer.headers["ETag"] == f'"{before}"'
    assert service.version(game) == before
    assert ada.post(f"{game}/intentions", batch[1], {"If-Match": answer.headers["ETag"]}).status_code == 201


def test_a_reveal_makes_a_version_stale(service: Service, table):
    game, [ada, ben] = table
    etag = ada.get(game).headers["ETag"]
    for caller in (ada, ben):
        caller.post(f"{game}/intentions", legal_bodies(caller, game)[0])
    assert_problem(ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], {"If-Match": etag}), 412, "stale_version")


def test_a_later_version_does_not_match(service: Service, table):
    game, [ada, _] = table
    headers = {"If-Match": f'"{service.version(game) + 1}"'}
    assert_problem(ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], headers), 412, "stale_version")


def test_a_repeated_conditional_request_gets_the_same_answer(service: Service, table):
    game, [ada, ben] = table
    headers = {"If-Match": ada.get(game).headers["ETag"], "Idempotency-Key": "k"}
    pick = legal_bodies(ada, game)[0]
    first = ada.post(f"{game}/intentions", pick, headers)
    ben.post(f"{game}/intentions", legal_bodies(ben, game)[0])
    assert ada.post(f"{game}/intentions", pick, headers).data == first.data


@pytest.mark.parametrize("header", ["*", "{}", 'W/"{}"', ' "{}" '])
def test_a_condition_may_be_written_in_these_ways(header: str, service: Service, table):
    game, [ada, _] = table
    headers = {"If-Match": header.format(service.version(game))}
    assert ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], headers).status_code == 201


@pytest.mark.parametrize(
    "header", ["", '""', '"x"', '"-1"', '"1.0"', '"1", "2"', '"' + "9" * 20 + '"', "²", "x" * 5000]
)
def test_a_condition_that_is_no_version_is_refused(header: str, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    answer = ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], {"If-Match": header})
    assert_problem(answer, 400, "bad_if_match")
    assert service.version(game) == before


@pytest.mark.parametrize("bots", [[], ["random", "random"]])
def test_a_whole_game_can_be_played(bots: list[str], service: Service):
    game, callers = service.start_game(1, bots)
    answers = service.play(game, callers)
    view = callers[0].get(game).json
    assert (view["status"], view["phase"], view["round"], view["waiting_on"]) == ("finished", "finished", 4, [])
    assert sorted(seat for group in view["result"]["ranking"] for seat in group) == list(range(len(bots) + 1))
    assert [seat["score"] for seat in view["seats"]] == view["result"]["scores"]
    versions = [event["version"] for answer in answers for event in answer["events"]]
    assert versions == sorted({*versions}), "no event was answered twice"
