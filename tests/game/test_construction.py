"""R40-R47: spaces, krystallium and characters, completion, the empire card's cubes, discarding."""

import pytest

import game
from game.cards import KINDS, RESOURCES
from game.construction import CardConstructed, CardDiscarded, Discard, ItemPlaced, KrystalliumMade, Place
from game.planning import Recycle, Slate
from game.production import Ready
from tests.game.positions import after, draft, one_left, planning, production, refusal, seat, site


@pytest.mark.parametrize(
    ("step", "card"),
    [
        ("materials", "aircraft-carrier.1"),
        ("energy", "aircraft-carrier.1"),
        ("science", "human-cloning.1"),
        ("gold", "human-cloning.1"),
        ("exploration", "roswell.1"),
    ],
)
def test_r40_a_resource_space_takes_a_cube_of_that_resource(step, card):
    state = production(step, seat(cubes=1, construction=[site(card)]))
    filled = after(state, Place(0, step, card)).seats[0].construction[0].filled
    assert [item for item in filled if item] == [step]


@pytest.mark.parametrize("kind", ["materials", "energy", "krystallium"])
def test_r40_krystallium_fills_the_kind_of_space_that_is_named(kind):
    state = planning(seat(krystallium=1, construction=[site("juggernaut.1")]))
    assert game.decide(state, Place(0, "krystallium", "juggernaut.1", kind)) == [
        ItemPlaced(0, "krystallium", "juggernaut.1", kind)
    ]
    own = after(state, Place(0, "krystallium", "juggernaut.1", kind)).seats[0]
    spaces = game.view(after(state, Place(0, "krystallium", "juggernaut.1", kind)), 0)["seats"][0]["construction"][0]
    assert [space["needs"] for space in spaces["spaces"] if space["filled"]] == [kind]
    assert own.krystallium == 0


def test_r40_which_space_krystallium_fills_may_be_left_out_when_one_kind_is_open():
    state = planning(seat(krystallium=2, construction=[site("museum.1", gold=1)]))
    short, long = Place(0, "krystallium", "museum.1"), Place(0, "krystallium", "museum.1", "gold")
    assert game.decide(state, short) == game.decide(state, long) == [ItemPlaced(0, "krystallium", "museum.1", "gold")]
    assert short not in game.legal(state, 0)
    assert long in game.legal(state, 0)


def test_r40_with_several_kinds_open_the_space_must_be_named():
    state = planning(seat(krystallium=1, construction=[site("zeppelin.1"), site("mega-drill.1")]))
    assert refusal(state, Place(0, "krystallium", "mega-drill.1")) == "ambiguous_space"


def test_r40_an_open_character_space_does_not_make_it_ambiguous():
    state = planning(seat(krystallium=1, construction=[site("center-of-the-earth.1", exploration=4)]))
    state = after(state, Place(0, "krystallium", "center-of-the-earth.1"))
    assert state.seats[0].construction[0].filled == (*["exploration"] * 4, "krystallium", None, None)


@pytest.mark.parametrize("kind", ["gold", "energy", "general", "financier", "wood", "", "empire"])
def test_r40_krystallium_fills_no_space_that_is_not_open_for_it(kind):
    state = planning(seat(krystallium=1, construction=[site("giant-tower.1", gold=3)]))
    assert refusal(state, Place(0, "krystallium", "giant-tower.1", kind)) == "no_open_space"


def test_r40_a_krystallium_space_takes_krystallium_only():
    own = seat(cubes=1, generals=1, financiers=1, construction=[one_left("juggernaut.1", "krystallium")])
    state = production("energy", own)
    for item in ("energy", "general", "financier"):
        assert refusal(state, Place(0, item, "juggernaut.1")) == "no_open_space"
    assert refusal(state, Place(0, "materials", "juggernaut.1")) == "item_not_owned"


def test_r40_krystallium_never_replaces_a_character():
    own = seat(krystallium=2, construction=[one_left("center-of-the-earth.1", "general")])
    state = planning(own)
    assert refusal(state, Place(0, "krystallium", "center-of-the-earth.1")) == "no_open_space"
    assert refusal(state, Place(0, "krystallium", "center-of-the-earth.1", "general")) == "no_open_space"
    assert not [i for i in game.legal(state, 0) if isinstance(i, Place)]


@pytest.mark.parametrize(("item", "card"), [("general", "giant-tower.1"), ("financier", "center-of-the-earth.1")])
def test_r40_a_character_space_takes_that_character_only(item, card):
    own = seat(generals=1, financiers=1, construction=[site("giant-tower.1"), site("center-of-the-earth.1")])
    state = planning(own)
    assert refusal(state, Place(0, item, card)) == "no_open_space"


def test_r40_a_card_is_not_constructed_while_a_character_is_missing():
    own = seat(cubes=1, generals=1, construction=[site("center-of-the-earth.1", exploration=4)])
    state = after(production("exploration", own), Place(0, "exploration", "center-of-the-earth.1"))
    assert state.seats[0].constructed == ()
    state = after(state, Place(0, "general", "center-of-the-earth.1"))
    assert state.seats[0].constructed == ()
    assert state.seats[0].construction[0].filled[-2:] == ("general", None)
    assert refusal(state, Place(0, "general", "center-of-the-earth.1")) == "item_not_owned"


@pytest.mark.parametrize("item", ["krystallium", "general", "financier"])
def test_r40_krystallium_and_characters_have_no_place_on_the_empire_card(item):
    state = planning(seat(krystallium=1, generals=1, financiers=1))
    assert refusal(state, Place(0, item, "empire")) == "no_open_space"


@pytest.mark.parametrize("item", ["general", "financier", *RESOURCES])
def test_r40_only_krystallium_names_the_space_that_it_fills(item):
    own = seat(cubes=1, generals=1, financiers=1, construction=[site("lunar-base.1"), site("giant-tower.1")])
    for onto in ("lunar-base.1", "giant-tower.1", "empire"):
        assert refusal(production("gold", own), Place(0, item, onto, item)) == "invalid_intention"


@pytest.mark.parametrize("item", ["krystallium", "general", "financier", "wood", "empire", ""])
def test_r41_a_seat_places_only_what_it_owns(item):
    state = planning(
        seat(construction=[site("lunar-base.1"), site("universal-exposition.1"), site("roswell.1")]),
        seat(krystallium=1, generals=1, financiers=1),
    )
    assert refusal(state, Place(0, item, "lunar-base.1")) == "item_not_owned"


def anywhere():
    own = seat(krystallium=1, generals=1, construction=[site("center-of-the-earth.1")])
    return [planning(own), *[production(step, own) for step in RESOURCES]]


@pytest.mark.parametrize("state", anywhere(), ids=["planning", *RESOURCES])
def test_r41_krystallium_and_characters_are_placed_in_planning_and_in_every_step(state):
    state = after(state, Place(0, "general", "center-of-the-earth.1"), Place(0, "krystallium", "center-of-the-earth.1"))
    assert state.seats[0].construction[0].filled.count("general") == 1
    assert state.seats[0].construction[0].filled.count("krystallium") == 1


def test_r41_not_in_the_draft():
    state = draft(seat(hand=["zeppelin.1"], krystallium=1, construction=[site("museum.1")]))
    assert refusal(state, Place(0, "krystallium", "museum.1", "gold")) == "wrong_phase"
    assert refusal(state, Discard(0, "museum.1")) == "wrong_phase"


@pytest.mark.parametrize("state", [planning, lambda own: production("gold", own)], ids=["planning", "production"])
def test_r41_not_once_the_seat_is_ready(state):
    ready = state(seat(ready=True, krystallium=1, construction=[site("museum.1")]))
    assert refusal(ready, Place(0, "krystallium", "museum.1", "gold")) == "already_ready"


def test_r41_krystallium_and_characters_are_kept_through_rounds_without_limit():
    state = production("exploration", seat(krystallium=12, generals=9, financiers=8), seat(ready=True))
    own = after(state, Ready(0)).seats[0]
    assert (own.krystallium, own.generals, own.financiers) == (12, 9, 8)


@pytest.mark.parametrize(
    ("own", "intention"),
    [
        (seat(cubes=1, construction=[one_left("tank-division.1", "energy")]), Place(0, "energy", "tank-division.1")),
        (
            seat(krystallium=1, construction=[one_left("tank-division.1", "materials")]),
            Place(0, "krystallium", "tank-division.1"),
        ),
        (
            seat(krystallium=1, construction=[one_left("juggernaut.1", "krystallium")]),
            Place(0, "krystallium", "juggernaut.1", "krystallium"),
        ),
        (
            seat(generals=1, construction=[one_left("ancient-astronauts.1", "general")]),
            Place(0, "general", "ancient-astronauts.1"),
        ),
        (
            seat(financiers=1, construction=[one_left("world-congress.1", "financier")]),
            Place(0, "financier", "world-congress.1"),
        ),
    ],
    ids=["cube", "krystallium for a cube", "krystallium", "general", "financier"],
)
def test_r42_any_item_on_the_last_space_constructs_the_card_at_once(own, intention):
    state = production("energy", own)
    assert isinstance(game.decide(state, intention)[-1], CardConstructed)
    seat_after = after(state, intention).seats[0]
    assert seat_after.constructed == (intention.onto,)
    assert seat_after.construction == ()


@pytest.mark.parametrize("data", game.catalogue["developments"], ids=lambda data: data["id"])
def test_r42_the_construction_bonus_of_every_design_comes_to_the_seat(data):
    kind = list(data["cost"])[-1]
    own = {"krystallium": 0, "generals": 0, "financiers": 0}
    item = kind if kind in ("general", "financier") else "krystallium"
    held = own | {"krystallium" if item == "krystallium" else f"{item}s": 1}
    card = f"{data['id']}.1"
    before = planning(seat(construction=[one_left(card, kind)], **held))
    result = after(before, Place(0, item, card)).seats[0]
    bonus = data["construction_bonus"]
    assert (result.krystallium, result.generals, result.financiers) == (
        bonus.get("krystallium", 0),
        bonus.get("general", 0),
        bonus.get("financier", 0),
    )
    assert result.constructed == (card,)


def test_r42_items_on_a_constructed_card_return_to_the_supply():
    own = seat(cubes=1, financiers=3, construction=[site("giant-tower.1", materials=2, gold=2, financier=1)])
    result = after(production("gold", own), Place(0, "gold", "giant-tower.1")).seats[0]
    assert (result.cubes, result.empire_cubes, result.krystallium, result.financiers) == (0, (), 0, 3)


def test_r42_a_krystallium_of_the_bonus_can_be_placed_at_once():
    own = seat(cubes=1, construction=[one_left("secret-laboratory.1", "gold"), site("zeppelin.1")])
    state = after(production("gold", own), Place(0, "gold", "secret-laboratory.1"))
    state = after(state, Place(0, "krystallium", "zeppelin.1", "energy"))
    assert state.seats[0].construction[0].filled == ("krystallium", None)


def test_r42_other_cards_stay_under_construction():
    own = seat(cubes=1, construction=[site("zeppelin.1", energy=1), site("zeppelin.2", energy=1), site("zeppelin.3")])
    result = after(production("energy", own), Place(0, "energy", "zeppelin.2")).seats[0]
    assert [(site.card, site.filled) for site in result.construction] == [
        ("zeppelin.1", ("energy", None)),
        ("zeppelin.3", (None, None)),
    ]


def test_r43_the_construction_bonus_is_received_once():
    own = seat(
        cubes=1,
        empire="noram-states",
        construction=[one_left("financial-center.1", "materials")],
        constructed=["financial-center.2"],
    )
    state = production("materials", own, seat(empire="noram-states", ready=True))
    state = after(state, Place(0, "materials", "financial-center.1"))
    assert state.seats[0].financiers == 1
    state = after(state, Ready(0), Ready(1), Ready(0))
    assert state.step == "science"
    assert (state.seats[0].financiers, state.seats[0].generals) == (1, 0)


def test_r44_any_number_of_copies_is_constructed():
    built = [f"recycling-plant.{n}" for n in range(1, 6)]
    own = seat(cubes=1, constructed=built, construction=[one_left("recycling-plant.7", "materials")])
    state = after(production("materials", own, seat(ready=True)), Place(0, "materials", "recycling-plant.7"))
    assert state.seats[0].constructed == (*built, "recycling-plant.7")
    assert game.view(state, 0)["seats"][0]["production"]["materials"] == 3 + 2 * 6


def test_r44_copies_under_construction_are_distinct():
    own = seat(cubes=2, construction=[site("zeppelin.1"), site("zeppelin.2")])
    state = after(production("energy", own), Place(0, "energy", "zeppelin.2"), Place(0, "energy", "zeppelin.2"))
    assert state.seats[0].constructed == ("zeppelin.2",)
    assert state.seats[0].construction[0].filled == (None, None)


def test_r45_five_cubes_on_the_empire_card_turn_into_a_krystallium_at_once():
    state = production("energy", seat(cubes=2, empire_cubes=["energy", "gold", "gold", "science"], krystallium=1))
    assert game.decide(state, Place(0, "energy", "empire")) == [ItemPlaced(0, "energy", "empire"), KrystalliumMade(0)]
    state = after(state, Place(0, "energy", "empire"))
    assert (state.seats[0].krystallium, state.seats[0].empire_cubes) == (2, ())
    state = after(state, Place(0, "energy", "empire"))
    assert (state.seats[0].krystallium, state.seats[0].empire_cubes) == (2, ("energy",))


@pytest.mark.parametrize("resource", RESOURCES)
def test_r45_five_cubes_of_any_resources_turn_into_a_krystallium(resource):
    state = production(resource, seat(cubes=7))
    for _ in range(7):
        state = after(state, Place(0, resource, "empire"))
    assert (state.seats[0].krystallium, state.seats[0].empire_cubes) == (1, (resource, resource))


def test_r45_four_cubes_turn_into_nothing():
    state = after(production("gold", seat(cubes=1, empire_cubes=["gold"] * 3)), Place(0, "gold", "empire"))
    assert (state.seats[0].krystallium, state.seats[0].empire_cubes) == (0, ("gold",) * 4)


def test_r45_krystallium_made_in_a_step_is_placed_in_the_same_step():
    own = seat(cubes=1, empire_cubes=["gold"] * 4, construction=[one_left("museum.1", "gold")])
    state = after(production("energy", own), Place(0, "energy", "empire"), Place(0, "krystallium", "museum.1"))
    assert state.seats[0].constructed == ("museum.1",)
    assert state.seats[0].krystallium == 0


@pytest.mark.parametrize("phase", ["planning", *RESOURCES])
def test_r45_cubes_on_the_empire_card_never_leave_it_otherwise(phase):
    own = seat(empire_cubes=["gold", "energy"], construction=[site("casino-city.1")])
    state = planning(own) if phase == "planning" else production(phase, own)
    for item in KINDS:
        assert refusal(state, Place(0, item, "casino-city.1")) == "item_not_owned"
    assert after(state, Ready(0)).seats[0].empire_cubes == ("gold", "energy")


@pytest.mark.parametrize("phase", ["planning", *RESOURCES])
def test_r46_a_card_under_construction_is_discarded_in_planning_or_production(phase):
    own = seat(
        construction=[site("giant-tower.1", gold=2, financier=1), site("zeppelin.1", energy=1)],
        financiers=1,
        krystallium=1,
    )
    state = planning(own) if phase == "planning" else production(phase, own)
    assert game.decide(state, Discard(0, "giant-tower.1")) == [CardDiscarded(0, "giant-tower.1")]
    state = after(state, Discard(0, "giant-tower.1"))
    assert state.discard == ("giant-tower.1",)
    assert [site.card for site in state.seats[0].construction] == ["zeppelin.1"]
    assert state.seats[0].empire_cubes == ("gold",)


def test_r46_cubes_krystallium_and_characters_on_it_are_lost():
    own = seat(
        krystallium=2,
        construction=[site("lunar-base.1", energy=2, science=1, gold=2), site("giant-tower.1", gold=3, financier=1)],
    )
    state = after(planning(own), Place(0, "krystallium", "lunar-base.1", "krystallium"))
    result = after(state, Discard(0, "lunar-base.1"), Discard(0, "giant-tower.1")).seats[0]
    assert (result.krystallium, result.generals, result.financiers, result.cubes) == (1, 0, 0, 0)
    assert result.empire_cubes == ("exploration", "gold")
    assert result.construction == result.constructed == ()


def test_r46_a_card_slated_in_the_same_planning_is_discarded_too():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"]))
    state = after(state, Slate(0, "museum.1"), Discard(0, "museum.1"))
    assert state.discard == ("museum.1",)
    assert state.seats[0].drafted == ("zeppelin.1",)
    assert state.seats[0].empire_cubes == ("exploration",)
    assert refusal(state, Slate(0, "museum.1")) == "card_not_drafted"


def test_r46_the_recycling_bonus_of_a_discarded_card_never_goes_to_a_card():
    with pytest.raises(game.Refused) as refused:
        game.intention(0, {"type": "discard", "card": "wind-turbines.1", "onto": "zeppelin.1"})
    assert refused.value.code == "invalid_intention"
    state = planning(seat(construction=[site("wind-turbines.1"), site("zeppelin.1")]))
    own = after(state, Discard(0, "wind-turbines.1")).seats[0]
    assert own.construction[0].filled == (None, None)
    assert own.empire_cubes == ("energy",)


def test_r45_r46_the_fifth_cube_may_come_from_a_discard():
    state = production("gold", seat(empire_cubes=["gold"] * 4, construction=[site("zeppelin.1"), site("museum.1")]))
    assert game.decide(state, Discard(0, "zeppelin.1")) == [
        CardDiscarded(0, "zeppelin.1"),
        KrystalliumMade(0),
    ]
    state = after(state, Discard(0, "zeppelin.1"), Place(0, "krystallium", "museum.1"))
    assert state.seats[0].empire_cubes == ()


@pytest.mark.parametrize("card", ["museum.1", "zeppelin.1", "zeppelin.2", "roswell.1", "zeppelin", "empire"])
def test_r46_only_own_cards_under_construction_are_discarded(card):
    state = planning(
        seat(drafted=["museum.1"], constructed=["zeppelin.1"], construction=[site("zeppelin.3")]),
        seat(construction=[site("zeppelin.2")]),
    )
    assert refusal(state, Discard(0, card)) == "card_not_under_construction"


def test_r46_a_ready_seat_discards_nothing():
    state = planning(seat(ready=True, construction=[site("museum.1")]))
    assert refusal(state, Discard(0, "museum.1")) == "already_ready"


def test_r47_cubes_and_characters_are_not_limited_by_the_printed_components():
    plants = [f"recycling-plant.{n % 7 + 1}" for n in range(60)]
    own = seat(constructed=plants, krystallium=99, generals=70, financiers=70, empire_cubes=["gold"] * 4)
    state = after(planning(own, seat(ready=True)), Ready(0))
    assert state.seats[0].cubes == 3 + 120
    for _ in range(123):
        state = after(state, Place(0, "materials", "empire"))
    assert state.seats[0].krystallium == 99 + 25
    assert (state.seats[0].generals, state.seats[0].financiers) == (70, 71)


def test_r21_r45_a_recycled_cube_cannot_come_back():
    """Nothing but undo takes a cube back after recycling."""
    state = after(planning(seat(drafted=["wind-turbines.1", "zeppelin.1"])), Recycle(0, "wind-turbines.1", "empire"))
    legal = game.legal(state, 0)
    assert legal == [Recycle(0, "zeppelin.1", "empire"), Slate(0, "zeppelin.1")]
