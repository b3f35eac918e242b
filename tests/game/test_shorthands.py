"""Shorthands: one word that stands for several ordinary intentions."""

import pytest

import game
from game.construction import Place
from game.planning import Recycle, Slate
from tests.game.positions import after, alone, draft, planning, production, refusal, refused, seat, site

SHORTHAND_NAMES = ("place_rest_on_empire", "recycle_rest", "slate_all")


def expand(state, name, index=0):
    return game.expand(state, index, {"type": name})


def test_slate_all_slates_every_card_of_the_draft_area_in_its_order():
    state = planning(seat(drafted=["museum.1", "zeppelin.1", "roswell.1"]))
    assert expand(state, "slate_all") == [Slate(0, "museum.1"), Slate(0, "zeppelin.1"), Slate(0, "roswell.1")]
    done = after(state, *expand(state, "slate_all")).seats[0]
    assert ([s.card for s in done.construction], done.drafted) == (["museum.1", "zeppelin.1", "roswell.1"], ())


def test_recycle_rest_recycles_every_card_onto_the_empire_card():
    state = planning(seat(), seat(drafted=["museum.1", "zeppelin.1"], construction=[site("zeppelin.2")]))
    assert expand(state, "recycle_rest", 1) == [Recycle(1, "museum.1", "empire"), Recycle(1, "zeppelin.1", "empire")]
    done = after(state, *expand(state, "recycle_rest", 1))
    assert (done.seats[1].empire_cubes, done.discard) == (("exploration", "exploration"), ("museum.1", "zeppelin.1"))


def test_place_rest_on_empire_places_every_cube_of_the_step():
    state = production("gold", seat(cubes=7, construction=[site("museum.1")]))
    assert expand(state, "place_rest_on_empire") == [Place(0, "gold", "empire")] * 7
    done = after(state, *expand(state, "place_rest_on_empire")).seats[0]
    assert (done.cubes, done.krystallium, done.empire_cubes) == (0, 1, ("gold", "gold"))


def test_alone_a_shorthand_covers_the_hand_and_not_the_next_pool():
    state = alone(hand=["museum.1", "zeppelin.1"], pools=[["roswell.1", "atlantis.1"]])
    assert expand(state, "slate_all") == [Slate(0, "museum.1"), Slate(0, "zeppelin.1")]
    assert expand(state, "recycle_rest") == [Recycle(0, "museum.1", "empire"), Recycle(0, "zeppelin.1", "empire")]
    done = after(state, *expand(state, "slate_all"))
    assert (done.sequence, done.seats[0].hand) == (2, ("roswell.1", "atlantis.1"))


@pytest.mark.parametrize("name", SHORTHAND_NAMES)
def test_a_shorthand_without_cards_or_cubes_expands_to_nothing(name):
    assert expand(planning(seat()), name) == []
    assert expand(production("gold", seat(), seat(cubes=3)), name) == []


def test_an_expanded_intention_is_refused_like_any_other():
    hand = draft(seat(hand=["museum.1"]), seat(hand=["roswell.1"]))
    assert refusal(hand, expand(hand, "slate_all")[0]) == "wrong_phase"
    owing = production("science", seat(choosing=True, cubes=2))
    assert refusal(owing, expand(owing, "place_rest_on_empire")[0]) == "must_choose"
    redrawn = alone(hand=["museum.1"], candidates=["zeppelin.1"])
    assert refusal(redrawn, expand(redrawn, "recycle_rest")[0]) == "must_keep"


@pytest.mark.parametrize("name", SHORTHAND_NAMES)
def test_a_shorthand_takes_no_fields(name):
    assert refused(game.expand, planning(seat()), 0, {"type": name, "card": "museum.1"}) == "invalid_intention"


@pytest.mark.parametrize("name", SHORTHAND_NAMES)
def test_a_shorthand_is_no_intention_of_its_own(name):
    assert refused(game.intention, 0, {"type": name}) == "invalid_intention"
