"""Auto-ready: a seat is declared ready as soon as it can place and choose nothing, and never before."""

from random import Random

import pytest

import game
from game.auto_ready import AutoReady, AutoReadySet
from game.construction import Discard, ItemPlaced, Place
from game.draft import HandsDealt
from game.planning import Recycle, Slate
from game.production import Choose, GameEnded, Ready, ReadyDeclared, ResourcesProduced, SupremacyWon
from game.solo import PoolTaken
from tests.game.play import STYLES, Play, choose_intention
from tests.game.positions import (
    after,
    after_undo,
    alone,
    draft,
    events_of,
    one_left,
    planning,
    production,
    refusal,
    refused,
    seat,
    site,
)
from tests.game.random_games import SOLO_MODES

AUTO_READY = {"auto_ready": True}


def is_ready(state, index=0):
    return state.seats[index].ready


# When the seat is declared ready


def test_auto_ready_is_an_event_and_can_be_turned_off():
    state = planning(seat(drafted=["museum.1"]))
    assert game.decide(state, AutoReady(0, True)) == [AutoReadySet(0, True)]
    state = after(state, AutoReady(0, True))
    assert [other["auto_ready"] for other in game.view(state, 1)["seats"]] == [True, False]
    assert not after(state, AutoReady(0, False)).seats[0].auto_ready


def test_auto_ready_declares_a_seat_without_a_choice_ready_at_once():
    state = production("gold", seat(), seat(cubes=1))
    assert game.decide(state, AutoReady(0, True)) == [AutoReadySet(0, True), ReadyDeclared(0, auto=True)]
    assert game.decide(state, AutoReady(0, False)) == [AutoReadySet(0, False)]


def test_a_seat_is_ready_with_the_step_that_gives_it_nothing_to_place():
    state = production("gold", seat(ready=True, **AUTO_READY), seat(constructed=["zeppelin.1"]))
    declared, *produced, auto = game.decide(state, Ready(1))
    assert (declared, auto) == (ReadyDeclared(1), ReadyDeclared(0, auto=True))
    assert produced == [ResourcesProduced("exploration", (0, 1)), SupremacyWon(1, "general")]
    state = after(state, Ready(1))
    assert (state.step, game.waiting_on(state)) == ("exploration", (1,))


def test_a_seat_is_ready_after_its_last_cube():
    state = production("gold", seat(cubes=2, **AUTO_READY), seat(cubes=1))
    one = after(state, Place(0, "gold", "empire"))
    assert not is_ready(one)
    assert game.decide(one, Place(0, "gold", "empire")) == [ItemPlaced(0, "gold", "empire"), ReadyDeclared(0, True)]


def test_a_seat_is_ready_after_its_last_planned_card():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"], **AUTO_READY), seat(drafted=["roswell.1"]))
    state = after(state, Slate(0, "museum.1"))
    assert not is_ready(state)
    assert is_ready(after(state, Slate(0, "zeppelin.1")))
    assert is_ready(after(state, Recycle(0, "zeppelin.1", "empire")))


def test_a_seat_that_is_ready_closes_the_step_for_all():
    state = production("gold", seat(cubes=1, **AUTO_READY), seat(ready=True))
    assert after(state, Place(0, "gold", "empire")).step == "exploration"


def test_a_seat_is_ready_with_cards_that_take_nothing_it_has():
    state = production(
        "gold", seat(cubes=1, generals=1, construction=[site("zeppelin.1")], **AUTO_READY), seat(cubes=1)
    )
    assert is_ready(after(state, Place(0, "gold", "empire")))


@pytest.mark.parametrize(
    "left",
    [
        {"krystallium": 1, "construction": [site("zeppelin.1")]},
        {"generals": 1, "construction": [site("parallel-dimension.1")]},
        {"financiers": 1, "construction": [site("giant-tower.1")]},
    ],
    ids=["krystallium", "a general", "a financier"],
)
def test_a_seat_is_not_ready_while_it_could_place_what_it_owns(left):
    state = after(production("gold", seat(cubes=1, **left, **AUTO_READY), seat(cubes=1)), Place(0, "gold", "empire"))
    assert not is_ready(state)
    assert not is_ready(after(state, AutoReady(0, True)))
    assert is_ready(after(state, Discard(0, state.seats[0].construction[0].card)))


def test_a_krystallium_just_made_can_still_be_placed():
    own = seat(cubes=1, empire_cubes=["gold"] * 4, construction=[site("zeppelin.1")], **AUTO_READY)
    state = after(production("gold", own, seat(cubes=1)), Place(0, "gold", "empire"))
    assert (state.seats[0].krystallium, is_ready(state)) == (1, False)


def test_r38_a_seat_is_not_ready_while_it_must_choose():
    won = {"round": 1, "step": "science", "seat": 0, "character": None}
    state = production("science", seat(choosing=True, **AUTO_READY), seat(cubes=1), supremacy=[won])
    assert not is_ready(after(state, AutoReady(0, True)))
    assert is_ready(after(state, Choose(0, "general")))


def test_r34_a_character_just_won_can_still_be_placed():
    sites = [site("parallel-dimension.1")]
    state = production("materials", seat(construction=sites, constructed=["wind-turbines.1"] * 9, **AUTO_READY), seat())
    state = after(state, Ready(0), Ready(1))
    state = after(state, *[Place(0, "energy", "empire")] * state.seats[0].cubes)
    assert (state.step, state.seats[0].generals, is_ready(state)) == ("energy", 1, False)


def test_nobody_is_ready_in_the_draft():
    state = draft(seat(hand=["museum.1", "zeppelin.1"]), seat(hand=["roswell.1", "atlantis.1"]))
    assert game.decide(state, AutoReady(0, True)) == [AutoReadySet(0, True)]
    assert game.waiting_on(after(state, AutoReady(0, True))) == (0, 1)


def test_auto_ready_can_be_turned_on_and_off_at_any_time_of_a_game():
    state = production("gold", seat(ready=True), seat(cubes=1))
    assert after(state, AutoReady(0, True)).seats[0].auto_ready
    kept = alone(hand=["museum.1"], candidates=["zeppelin.1"])
    assert game.decide(kept, AutoReady(0, True)) == [AutoReadySet(0, True)]
    assert refusal(game.fold(game.open({"seats": 2}, "ann")), AutoReady(0, True)) == "not_playing"
    assert refusal(state, AutoReady(2, True)) == "unknown_seat"


def test_turning_auto_ready_off_leaves_a_seat_ready():
    state = after(production("gold", seat(), seat(cubes=1)), AutoReady(0, True), AutoReady(0, False))
    assert is_ready(state)
    state = after(state, Place(1, "gold", "empire"), Ready(1))
    assert (state.step, is_ready(state)) == ("exploration", False)


# More than one seat


def test_several_seats_are_ready_in_the_order_of_the_table():
    state = production("gold", seat(**AUTO_READY), seat(cubes=1, **AUTO_READY), seat(**AUTO_READY), seat(cubes=1))
    state = after(state, AutoReady(2, True), AutoReady(0, True))
    assert game.waiting_on(state) == (1, 3)
    assert game.waiting_on(after(state, Place(1, "gold", "empire"))) == (3,)


def test_steps_pass_automatically_while_no_seat_has_a_choice():
    waiting = seat(ready=True, **AUTO_READY)
    state = production("exploration", seat(**AUTO_READY), waiting, round=1, deck=[f"card.{n}" for n in range(30)])
    _, *events = game.decide(state, AutoReady(0, True))
    assert events == [ReadyDeclared(0, True), HandsDealt(10)]


def test_the_last_round_can_end_automatically():
    state = production("exploration", seat(cubes=1, **AUTO_READY), seat(ready=True, **AUTO_READY), round=4)
    *_, declared, ended = game.decide(state, Place(0, "exploration", "empire"))
    assert (declared, ended) == (ReadyDeclared(0, True), GameEnded())


def test_a_seat_that_undid_ready_stays_unready_when_other_seats_act():
    state = after(production("gold", seat(), seat(cubes=2)), Ready(0), AutoReady(0, True))
    state = after_undo(state, 0)
    assert not is_ready(state)
    state = after(state, Place(1, "gold", "empire"))
    assert not is_ready(state)
    assert after(state, Ready(0)).seats[0].ready


def test_r63_alone_the_next_pool_follows_a_round_that_ended_automatically():
    state = alone(2, "exploration", cubes=1, round=1, pools=[["museum.1"] * 5], **AUTO_READY)
    *_, taken = game.decide(state, Place(0, "exploration", "empire"))
    assert taken == PoolTaken(0, 1, ("museum.1",) * 5)


@pytest.mark.parametrize("sequence", [1, 2])
def test_r63_alone_a_seat_with_a_hand_to_plan_is_not_ready(sequence):
    state = alone(sequence, hand=["museum.1", "zeppelin.1"], pools=[["roswell.1"]], **AUTO_READY)
    state = after(state, Slate(0, "museum.1"))
    assert (state.phase, is_ready(state)) == ("planning", False)
    assert after(state, Slate(0, "zeppelin.1")).phase == ("planning" if sequence == 1 else "production")


def play_with_auto_ready(play):
    """A game in which all seats turn it on: (state before, intention, events) of each turn, and the last state."""
    turns, state, rng = [], game.fold(play.opening), Random(play.seed)
    for index in range(play.seats):
        state = after(state, AutoReady(index, True))
    while waiting := game.waiting_on(state):
        intention = choose_intention(state, rng.choice(waiting), play.style, rng)
        events = game.decide(state, intention)
        turns.append((state, intention, events))
        state = game.fold(events, state)
    return turns, state


@pytest.mark.parametrize("mode", [(2, "A", None), (3, "B", None), (5, "A", None), *SOLO_MODES], ids=str)
@pytest.mark.parametrize("style", ["builder", "restless"])
def test_games_with_auto_ready_on_all_seats_end(mode, style):
    assert style in STYLES
    seats, side, scenario = mode
    turns, ended = play_with_auto_ready(Play(seats, seats, side, style, scenario=scenario))
    assert (ended.phase, ended.round) == ("finished", 4)
    for state, intention, events in turns:
        assert game.intention_of(events[0]) == intention
        assert game.decide(state, intention) == events
        for index in game.waiting_on(state):
            kinds = {type(option) for option in game.legal(state, index)}
            assert kinds - {Discard, Ready}, "a seat that can only discard or be ready is ready"


# Undo


def test_an_undo_reverts_an_automatic_ready_with_its_intention():
    state = production("gold", seat(cubes=1, construction=[site("museum.1")], **AUTO_READY), seat(cubes=1))
    done = after(state, Place(0, "gold", "empire"))
    assert is_ready(done)
    back = after_undo(done, 0)
    assert game.state_hash(back) == game.state_hash(state)
    assert not is_ready(back)
    assert is_ready(after(back, Place(0, "gold", "museum.1")))


def test_an_undo_leaves_auto_ready_on():
    state = after(production("gold", seat(cubes=1), seat(cubes=1)), Place(0, "gold", "empire"), AutoReady(0, True))
    assert is_ready(state)
    back = after_undo(state, 0)
    assert (is_ready(back), back.seats[0].auto_ready, back.seats[0].cubes) == (False, True, 1)


def test_auto_ready_cannot_be_undone():
    state = after(planning(seat(drafted=["museum.1"])), AutoReady(0, True))
    assert refused(game.undo, state, 0) == "nothing_to_undo"


def test_an_undo_reverts_a_declared_ready_alone():
    state = after(production("gold", seat(cubes=1), seat(cubes=1)), Place(0, "gold", "empire"), Ready(0))
    back = after_undo(state, 0)
    assert (is_ready(back), back.seats[0].cubes) == (False, 0)


def test_an_undo_does_not_reopen_a_step_that_ended_automatically():
    state = production("gold", seat(cubes=1, **AUTO_READY), seat(ready=True))
    state = after(state, Place(0, "gold", "empire"))
    assert refused(game.undo, state, 0) == "nothing_to_undo"


def test_r22_an_undo_reverts_a_completed_card_and_the_automatic_ready_after_it():
    own = seat(drafted=["wind-turbines.1"], construction=[one_left("tank-division.1", "energy")], **AUTO_READY)
    state = planning(own, seat(drafted=["museum.1"]))
    done = after(state, Recycle(0, "wind-turbines.1", "tank-division.1"))
    assert (is_ready(done), done.seats[0].constructed) == (True, ("tank-division.1",))
    assert game.state_hash(after_undo(done, 0)) == game.state_hash(state)


def test_an_undo_leaves_other_seats_ready():
    state = production("gold", seat(cubes=1, **AUTO_READY), seat(cubes=1, **AUTO_READY), seat(cubes=1))
    state = after(state, Place(0, "gold", "empire"), Place(1, "gold", "empire"))
    back = after_undo(state, 0)
    assert (is_ready(back, 0), is_ready(back, 1)) == (False, True)
    assert events_of(ReadyDeclared, game.decide(back, Place(0, "gold", "empire"))) == [ReadyDeclared(0, True)]
