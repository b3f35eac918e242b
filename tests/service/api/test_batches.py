"""Batches: a list of intentions that are all appended, or none."""

import pytest

from tests.service.api.positions import make_batch, play_to_planning
from tests.service.client import Service, assert_problem, id_of


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


@pytest.mark.parametrize("length", [0, 65, 400])
def test_a_batch_holds_1_to_64_intentions(length: int, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    problem = assert_problem(ada.post(f"{game}/intentions", [{"type": "ready"}] * length), 422, "invalid_batch")
    assert "64" in problem["detail"]
    assert service.version(game) == before


def test_a_batch_that_switches_auto_ready_twice_is_refused_as_a_whole(service: Service):
    game, (ada, _) = service.start_game(2)
    pick, switch = ada.get(f"{game}/legal").json[0], {"type": "auto_ready", "on": True}
    before = service.version(game)
    problem = assert_problem(ada.post(f"{game}/intentions", [switch, switch | {"on": False}]), 422, "invalid_batch")
    assert problem["errors"][0]["pointer"] == "/1"
    assert service.version(game) == before
    assert ada.post(f"{game}/intentions", [switch, pick]).status_code == 201
