"""`Prefer: return=representation`: a write is answered with the view and with what is legal in it."""

import pytest

from tests.service.client import Service

REPRESENTATION = {"Prefer": "return=representation"}


def test_an_intention_is_answered_with_everything_that_the_client_needs_next(service: Service):
    game, [ada, _] = service.start_game(2)
    answer = ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]], REPRESENTATION)
    assert answer.json["view"] == ada.get(game).json
    assert answer.json["legal"] == ada.get(f"{game}/legal").json == []
    assert answer.json["events"][0]["name"] == "card_drafted"
    assert answer.headers["Preference-Applied"] == "return=representation"
    assert "Prefer" in answer.headers["Vary"]


def test_undo_and_rewinds_are_answered_so_too(service: Service):
    game, [ada, ben] = service.start_game(2)
    start = service.version(game)
    ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]])
    undone = ada.post(f"{game}/undo", {}, REPRESENTATION).json
    assert (undone["view"], undone["legal"]) == (ada.get(game).json, ada.get(f"{game}/legal").json)
    proposed = ada.post(f"{game}/rewinds", {"version": start}, REPRESENTATION)
    assert proposed.json["view"]["rewind"]["number"] == 1
    accepted = ben.post(f"{game}/rewinds/1/accept", None, REPRESENTATION).json
    assert (accepted["view"], accepted["legal"]) == (ben.get(game).json, ben.get(f"{game}/legal").json)


def test_a_repeated_request_is_answered_with_the_view_that_it_led_to(service: Service):
    game, [ada, ben] = service.start_game(2)
    pick, headers = [ada.get(f"{game}/legal").json[0]], REPRESENTATION | {"Idempotency-Key": "pick"}
    first = ada.post(f"{game}/intentions", pick, headers)
    ben.post(f"{game}/intentions", [ben.get(f"{game}/legal").json[0]])
    repeated = ada.post(f"{game}/intentions", pick, headers)
    assert repeated.json == first.json
    assert repeated.json["view"]["version"] == first.json["version"] < service.version(game)


@pytest.mark.parametrize(
    ("preference", "applied"),
    [
        ("return=representation", True),
        ('Return="representation"; foo=bar, respond-async', True),
        ("respond-async, return=representation", True),
        ("return=minimal", False),
        ("return=minimal, return=representation", False),
        ("representation", False),
        ("", False),
        (",;=,", False),
    ],
)
def test_only_the_preference_for_a_representation_changes_the_answer(service: Service, preference: str, applied: bool):
    game, [ada, _] = service.start_game(2)
    answer = ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]], {"Prefer": preference})
    assert ("view" in answer.json, "legal" in answer.json, "Preference-Applied" in answer.headers) == (applied,) * 3
