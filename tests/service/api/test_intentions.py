"""Intentions over HTTP, one at a time. Their effects on a game are tested in tests/game."""

import json
from typing import Any

import pytest

from tests.service.api.positions import legal_bodies
from tests.service.client import Caller, Service, assert_problem, id_of


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
    answer = ben.post(f"{game}/intentions", legal_bodies(ben, game)[0])
    assert [event["name"] for event in answer.json["events"]][:2] == ["card_drafted", "picks_revealed"]
    assert len({event["group"] for event in answer.json["events"]}) == 1
    last = service.parts.log.read(id_of(game))[-1]
    assert answer.json["head"] == last.hash.hex()
    assert not any(card in answer.text for card in ada.get(game).json["hand"])


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "pointers"),
    [({}, ["/type"]), ({"type": "redraw", "cards": [["zeppelin.1"], {}]}, ["/cards/0", "/cards/1"])],
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


@pytest.mark.slow
@pytest.mark.parametrize("bots", [[], ["random", "random"]])
def test_a_whole_game_can_be_played(bots: list[str], service: Service):
    game, callers = service.start_game(1, bots)
    answers = service.play_by_requests(game, callers)
    view = callers[0].get(game).json
    assert (view["status"], view["phase"], view["round"], view["waiting_on"]) == ("finished", "finished", 4, [])
    assert sorted(seat for group in view["result"]["ranking"] for seat in group) == list(range(len(bots) + 1))
    assert [seat["score"] for seat in view["seats"]] == view["result"]["scores"]
    versions = [event["version"] for answer in answers for event in answer["events"]]
    assert versions == sorted({*versions}), "no event was answered twice"
