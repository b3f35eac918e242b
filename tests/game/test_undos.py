"""Undo: a seat takes back its newest intention while the phase or step goes on and nothing hidden was revealed."""

import json

import pytest

import game
from game.construction import Discard, Place
from game.draft import Draft
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.undos import IntentionUndone
from tests.game.positions import after, after_undo, draft, one_left, planning, production, refused, seat, site


def test_an_undo_is_one_event_that_names_the_intention_by_its_first_version():
    state = after(planning(seat(drafted=["museum.1", "zeppelin.1"]), version=40), Slate(0, "museum.1"))
    assert game.undo(state, 0) == [IntentionUndone(0, 41)]
    assert after_undo(state, 0).version == 42


def test_an_undo_that_names_an_intention_takes_back_that_one_or_none():
    state = planning(
        seat(drafted=["museum.1", "zeppelin.1"]), seat(drafted=["roswell.1", "atlantis.1"]), version=40, since=40
    )
    state = after(state, Slate(0, "museum.1"), Slate(1, "roswell.1"), Slate(0, "zeppelin.1"))
    assert game.undo(state, 0, 43) == game.undo(state, 0) == [IntentionUndone(0, 43)]
    codes = {41: "not_newest", 42: "not_yours", 44: "no_such_intention", 40: "phase_closed", 0: "no_such_intention"}
    assert {group: refused(game.undo, state, 0, group) for group in codes} == codes
    assert refused(game.undo, after_undo(state, 1), 1, 42) == "no_such_intention"


CHOICE = {"round": 1, "step": "science", "seat": 0, "character": None}
UNDOABLE = {
    "a pick": (draft(seat(hand=["museum.1", "zeppelin.1"]), seat(hand=["roswell.1"])), Draft(0, "zeppelin.1")),
    "a slated card": (planning(seat(drafted=["museum.1", "zeppelin.1"])), Slate(0, "museum.1")),
    "a recycled card": (
        planning(seat(drafted=["museum.1", "zeppelin.1"], empire_cubes=["gold"])),
        Recycle(0, "zeppelin.1", "empire"),
    ),
    "a recycled card that completed another": (
        planning(seat(drafted=["wind-turbines.1"], construction=[one_left("tank-division.1", "energy")])),
        Recycle(0, "wind-turbines.1", "tank-division.1"),
    ),
    "a recycled card that made krystallium": (
        planning(seat(drafted=["zeppelin.1"], empire_cubes=["gold"] * 4)),
        Recycle(0, "zeppelin.1", "empire"),
    ),
    "a cube": (production("gold", seat(cubes=2, construction=[site("museum.1")])), Place(0, "gold", "museum.1")),
    "a cube that made krystallium": (
        production("gold", seat(cubes=2, empire_cubes=["gold"] * 4)),
        Place(0, "gold", "empire"),
    ),
    "a krystallium that completed a card": (
        production("gold", seat(krystallium=1, construction=[one_left("museum.1", "gold")])),
        Place(0, "krystallium", "museum.1"),
    ),
    "a general": (
        production("gold", seat(generals=2, construction=[site("roswell.1"), site("parallel-dimension.1")])),
        Place(0, "general", "parallel-dimension.1"),
    ),
    "a discarded card": (
        production("gold", seat(construction=[site("giant-tower.1", financier=1, gold=1)])),
        Discard(0, "giant-tower.1"),
    ),
    "a choice": (production("science", seat(choosing=True, cubes=1), supremacy=[CHOICE]), Choose(0, "general")),
    "being ready with a step": (production("gold", seat()), Ready(0)),
    "being ready with planning": (planning(seat()), Ready(0)),
}


@pytest.mark.parametrize("what", UNDOABLE)
def test_every_kind_of_intention_can_be_undone_completely(what):
    state, intention = UNDOABLE[what]
    done = after(state, intention)
    assert game.state_hash(done) != game.state_hash(state)
    back = after_undo(done, 0)
    assert game.state_hash(back) == game.state_hash(state)
    assert back.seats[0].undo is None
    assert game.legal(back, 0) == game.legal(state, 0)


def test_intentions_are_taken_back_newest_first():
    start = planning(seat(drafted=["museum.1", "zeppelin.1", "roswell.1"]))
    one = after(start, Slate(0, "museum.1"))
    two = after(one, Recycle(0, "zeppelin.1", "empire"))
    assert game.state_hash(after_undo(two, 0)) == game.state_hash(one)
    assert game.state_hash(after_undo(after_undo(two, 0), 0)) == game.state_hash(start)
    assert refused(game.undo, after_undo(after_undo(two, 0), 0), 0) == "nothing_to_undo"


def test_other_seats_intentions_stay():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"]), seat(drafted=["roswell.1", "atlantis.1"]))
    mixed = after(
        state, Recycle(0, "museum.1", "empire"), Recycle(1, "roswell.1", "empire"), Recycle(0, "zeppelin.1", "empire")
    )
    back = after_undo(after_undo(mixed, 0), 0)
    assert back.discard == ("roswell.1",)
    assert game.state_hash(back) == game.state_hash(after(state, Recycle(1, "roswell.1", "empire")))


def test_an_undo_removes_exactly_the_own_cards_from_the_discard_pile():
    state = planning(
        seat(construction=[site("museum.1"), site("zeppelin.1")]),
        seat(construction=[site("roswell.1")]),
        discard=["atlantis.1"],
    )
    mixed = after(state, Discard(0, "zeppelin.1"), Discard(1, "roswell.1"), Discard(0, "museum.1"))
    assert after_undo(mixed, 0).discard == ("atlantis.1", "zeppelin.1", "roswell.1")
    assert after_undo(after_undo(mixed, 0), 0).discard == ("atlantis.1", "roswell.1")


def test_another_intention_can_follow_an_undo():
    state = after(planning(seat(drafted=["museum.1"])), Recycle(0, "museum.1", "empire"))
    again = after(after_undo(state, 0), Slate(0, "museum.1"))
    assert again.discard == ()
    assert again.seats[0].empire_cubes == ()
    assert again.seats[0].construction[0].card == "museum.1"


def test_a_seat_takes_back_its_being_ready_while_others_still_play():
    state = after(planning(seat(), seat(drafted=["museum.1"])), Ready(0))
    assert after_undo(state, 0).seats[0].ready is False
    assert game.waiting_on(after_undo(state, 0)) == (0, 1)


def test_a_phase_that_has_closed_is_not_reopened():
    state = after(planning(seat(), seat()), Ready(0), Ready(1))
    assert (state.phase, state.step) == ("production", "materials")
    assert refused(game.undo, state, 0) == refused(game.undo, state, 1) == "nothing_to_undo"


def test_an_undo_before_the_last_seat_is_ready_keeps_the_phase_open():
    state = after_undo(after(planning(seat(), seat()), Ready(0)), 0)
    state = after(state, Ready(1))
    assert state.phase == "planning"
    assert after(state, Ready(0)).phase == "production"


def test_a_step_that_has_closed_is_not_reopened():
    state = after(production("materials", seat(cubes=1), seat()), Place(0, "materials", "empire"), Ready(0), Ready(1))
    assert state.step == "energy"
    assert refused(game.undo, state, 0) == "nothing_to_undo"


def test_revealed_picks_are_not_taken_back():
    state = draft(seat(hand=["museum.1", "zeppelin.1"]), seat(hand=["roswell.1", "atlantis.1"]))
    state = after(state, Draft(0, "museum.1"), Draft(1, "roswell.1"))
    assert refused(game.undo, state, 0) == refused(game.undo, state, 1) == "nothing_to_undo"


def test_nothing_is_taken_back_before_a_seat_has_acted():
    state = game.fold(game.new({"seats": 2}))
    assert refused(game.undo, state, 0) == "nothing_to_undo"
    assert refused(game.undo, after(state, game.legal(state, 1)[0]), 0) == "nothing_to_undo"


def test_an_undone_choice_must_be_made_again():
    state = production("science", seat(choosing=True, cubes=1), supremacy=[CHOICE])
    done = after(state, Choose(0, "general"), Place(0, "science", "empire"))
    once = after_undo(done, 0)
    assert once.supremacy[-1].character == "general"
    assert once.seats[0].generals == 1
    twice = after_undo(once, 0)
    assert twice.supremacy[-1].character is None
    assert (twice.seats[0].generals, twice.seats[0].choosing) == (0, True)
    assert game.legal(twice, 0) == [Choose(0, "financier"), Choose(0, "general")]


def test_a_view_names_the_version_that_can_be_undone():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"], empire_cubes=["gold"] * 4), version=10)
    one = after(state, Recycle(0, "museum.1", "empire"))
    two = after(one, Slate(0, "zeppelin.1"))
    assert [game.view(s, 0)["undoable"] for s in (state, one, two, after_undo(two, 0))] == [None, 11, 13, 11]
    assert game.view(two, 1)["undoable"] is None


def test_undo_survives_a_snapshot():
    state = planning(seat(drafted=["museum.1", "zeppelin.1", "roswell.1"]))
    state = after(state, Slate(0, "museum.1"), Recycle(0, "zeppelin.1", "empire"), Discard(0, "museum.1"))
    loaded = game.state(json.loads(json.dumps(game.facts(state))))
    assert loaded == state
    while loaded.seats[0].undo:
        loaded, state = after_undo(loaded, 0), after_undo(state, 0)
        assert loaded == state


def test_a_seat_that_resigned_is_not_given_back_by_an_undo():
    state = game.fold(game.new({"seats": 3}))
    state = after(state, game.legal(state, 0)[0])
    state = game.fold(game.leave(state, 0), state)
    assert (game.waiting_on(state), game.bots_due(state, game.Clocks())) == ((1, 2), ())
    state = after_undo(state, 0)
    assert (game.waiting_on(state), game.bots_due(state, game.Clocks())) == ((0, 1, 2), (0,))
    assert state.seats[0].bot == "greedy"


def test_a_finished_game_takes_nothing_back():
    state = game.state({"status": "finished", "phase": "finished", "seats": [{}, {}]})
    assert refused(game.undo, state, 0) == "not_playing"
