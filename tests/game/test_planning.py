"""R20-R24: slate or recycle each drafted card, then be ready."""

import pytest

import game
from game.cards import CARDS
from game.construction import CardConstructed, KrystalliumMade, Place
from game.planning import CardRecycled, CardSlated, Recycle, Slate
from game.production import Ready, ReadyDeclared, ResourcesProduced
from tests.game.positions import after, events_of, one_left, planning, refusal, seat, site


def test_r20_a_drafted_card_is_slated_into_the_construction_area():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"]))
    assert game.decide(state, Slate(0, "museum.1")) == [CardSlated(0, "museum.1")]
    own = after(state, Slate(0, "museum.1")).seats[0]
    assert own.drafted == ("zeppelin.1",)
    assert [(site.card, site.filled) for site in own.construction] == [("museum.1", (None, None, None))]


def test_r20_a_recycled_card_is_discarded_and_yields_one_cube_of_its_bonus():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"]), discard=["roswell.1"])
    assert game.decide(state, Recycle(0, "museum.1", "empire")) == [CardRecycled(0, "museum.1", "empire")]
    state = after(state, Recycle(0, "museum.1", "empire"))
    assert state.discard == ("roswell.1", "museum.1")
    assert state.seats[0].drafted == ("zeppelin.1",)
    assert state.seats[0].empire_cubes == ("exploration",)


@pytest.mark.parametrize("card", sorted({f"{design}.1" for design in (card.split(".")[0] for card in CARDS)}))
def test_r20_every_design_recycles_to_the_cube_the_catalogue_names(card):
    (data,) = [d for d in game.catalogue["developments"] if d["id"] == card.split(".")[0]]
    state = after(planning(seat(drafted=[card])), Recycle(0, card, "empire"))
    assert state.seats[0].empire_cubes == (data["recycling_bonus"],)


@pytest.mark.parametrize("card", ["zeppelin.2", "zeppelin", "museum.1", "roswell.1", "giant-dam.1", "empire", ""])
def test_r20_only_the_cards_of_the_own_draft_area_are_planned(card):
    state = planning(
        seat(drafted=["zeppelin.1"], construction=[site("museum.1")], constructed=["roswell.1"]),
        seat(drafted=["zeppelin.2", "giant-dam.1"]),
    )
    assert refusal(state, Slate(0, card)) == "card_not_drafted"
    assert refusal(state, Recycle(0, card, "empire")) == "card_not_drafted"


def test_r20_an_older_copy_of_a_drafted_design_is_not_drafted_again():
    state = planning(seat(drafted=["wind-turbines.2"], construction=[site("wind-turbines.1", materials=1)]))
    assert refusal(state, Recycle(0, "wind-turbines.1", "empire")) == "card_not_drafted"
    assert refusal(state, Slate(0, "wind-turbines.1")) == "card_not_drafted"
    own = after(state, Recycle(0, "wind-turbines.2", "empire")).seats[0]
    assert [(site.card, site.filled) for site in own.construction] == [("wind-turbines.1", ("materials", None))]


def test_r20_a_card_is_planned_once():
    state = planning(seat(drafted=["zeppelin.1", "zeppelin.2"]))
    slated = after(state, Slate(0, "zeppelin.1"))
    recycled = after(state, Recycle(0, "zeppelin.1", "empire"))
    for planned in (slated, recycled):
        assert refusal(planned, Recycle(0, "zeppelin.1", "empire")) == "card_not_drafted"
        assert refusal(planned, Slate(0, "zeppelin.1")) == "card_not_drafted"


def test_r21_the_cube_is_placed_on_an_open_space_of_its_resource():
    state = planning(seat(drafted=["wind-turbines.1"], construction=[site("zeppelin.1"), site("zeppelin.2")]))
    own = after(state, Recycle(0, "wind-turbines.1", "zeppelin.2")).seats[0]
    assert [site.filled for site in own.construction] == [(None, None), ("energy", None)]
    assert own.empire_cubes == ()


def test_r21_a_recycled_cube_is_placed_once_and_nothing_else_moves():
    state = planning(
        seat(
            drafted=["wind-turbines.1", "museum.1"],
            construction=[site("zeppelin.1"), site("juggernaut.1", energy=2, materials=1)],
            empire_cubes=["energy", "gold"],
        )
    )
    before, own = state.seats[0], after(state, Recycle(0, "wind-turbines.1", "zeppelin.1")).seats[0]
    assert own.construction[0].filled == ("energy", None)
    assert own._replace(construction=(), drafted=(), undo=None) == before._replace(construction=(), drafted=())
    assert own.construction[1] == before.construction[1]


def test_r21_the_cube_is_not_held_back_for_later():
    state = after(planning(seat(drafted=["wind-turbines.1"])), Recycle(0, "wind-turbines.1", "empire"))
    assert state.seats[0].cubes == 0
    assert refusal(state, Place(0, "energy", "empire")) == "item_not_owned"


@pytest.mark.parametrize("full", ["museum.1", "zeppelin.1"])
def test_r21_a_card_without_an_open_space_of_that_resource_does_not_take_the_cube(full):
    sites = [site("museum.1"), site("zeppelin.1")]
    state = planning(seat(drafted=["recycling-plant.1"], construction=sites))
    assert refusal(state, Recycle(0, "recycling-plant.1", full)) == "no_open_space"


def test_r21_filled_spaces_are_not_open():
    state = planning(seat(drafted=["financial-center.1"], construction=[site("giant-tower.1", gold=3)]))
    assert refusal(state, Recycle(0, "financial-center.1", "giant-tower.1")) == "no_open_space"


@pytest.mark.parametrize("onto", ["wind-turbines.1", "zeppelin.2", "zeppelin.3", "zeppelin.4", "zeppelin", "hand", ""])
def test_r21_the_cube_goes_to_no_other_place(onto):
    state = planning(
        seat(drafted=["wind-turbines.1", "zeppelin.2"], constructed=["zeppelin.3"], construction=[site("zeppelin.1")]),
        seat(construction=[site("zeppelin.4")]),
    )
    assert refusal(state, Recycle(0, "wind-turbines.1", onto)) == "card_not_under_construction"


def test_r22_a_recycled_cube_may_complete_a_card():
    state = planning(seat(drafted=["wind-turbines.1"], construction=[one_left("tank-division.1", "energy")]))
    assert game.decide(state, Recycle(0, "wind-turbines.1", "tank-division.1")) == [
        CardRecycled(0, "wind-turbines.1", "tank-division.1"),
        CardConstructed(0, "tank-division.1", generals=1),
    ]
    own = after(state, Recycle(0, "wind-turbines.1", "tank-division.1")).seats[0]
    assert (own.constructed, own.construction, own.generals) == (("tank-division.1",), (), 1)


def test_r22_a_card_completed_in_planning_produces_this_very_round():
    state = planning(
        seat(drafted=["recycling-plant.2"], construction=[one_left("recycling-plant.1", "materials")]),
        seat(ready=True),
    )
    state = after(state, Recycle(0, "recycling-plant.2", "recycling-plant.1"))
    (produced,) = events_of(ResourcesProduced, game.decide(state, Ready(0)))
    assert produced == ResourcesProduced("materials", (3 + 2, 2))


def test_r23_a_card_slated_in_the_same_planning_receives_cubes():
    state = planning(seat(drafted=["zeppelin.1", "wind-turbines.1", "wind-turbines.2"]))
    state = after(state, Slate(0, "zeppelin.1"), Recycle(0, "wind-turbines.1", "zeppelin.1"))
    assert state.seats[0].construction[0].filled == ("energy", None)
    state = after(state, Recycle(0, "wind-turbines.2", "zeppelin.1"))
    assert state.seats[0].constructed == ("zeppelin.1",)


def test_r23_a_card_not_yet_slated_receives_none():
    state = planning(seat(drafted=["zeppelin.1", "wind-turbines.1"]))
    assert refusal(state, Recycle(0, "wind-turbines.1", "zeppelin.1")) == "card_not_under_construction"


def test_r24_a_seat_with_cards_in_its_draft_area_is_not_ready():
    state = planning(seat(drafted=["zeppelin.1"]))
    assert refusal(state, Ready(0)) == "cards_left"
    assert Ready(0) not in game.legal(state, 0)


def test_r24_an_emptied_draft_area_is_not_yet_ready():
    state = after(planning(seat(drafted=["zeppelin.1"]), seat(ready=True)), Slate(0, "zeppelin.1"))
    assert state.phase == "planning"
    assert game.waiting_on(state) == (0,)


def test_r24_the_phase_ends_when_every_seat_is_ready():
    state = planning(seat(), seat(drafted=["museum.1"]), seat())
    assert game.decide(state, Ready(2)) == [ReadyDeclared(2)]
    state = after(state, Ready(2), Ready(0))
    assert state.phase == "planning"
    state = after(state, Slate(1, "museum.1"), Ready(1))
    assert (state.phase, state.step) == ("production", "materials")
    assert [seat.ready for seat in state.seats] == [False] * 3


def test_r24_a_ready_seat_plans_no_more():
    state = after(planning(seat(construction=[site("museum.1")], krystallium=1)), Ready(0))
    assert refusal(state, Ready(0)) == "already_ready"
    assert refusal(state, Slate(0, "museum.1")) == "already_ready"
    assert game.legal(state, 0) == []


def test_r45_krystallium_is_made_after_recycling_too():
    state = planning(seat(drafted=["wind-turbines.1"], empire_cubes=["gold", "gold", "science", "energy"]))
    assert game.decide(state, Recycle(0, "wind-turbines.1", "empire")) == [
        CardRecycled(0, "wind-turbines.1", "empire"),
        KrystalliumMade(0),
    ]
    own = after(state, Recycle(0, "wind-turbines.1", "empire")).seats[0]
    assert (own.krystallium, own.empire_cubes) == (1, ())
