"""R30-R38: five steps, what they produce, supremacy, and how steps, rounds and the game end."""

import pytest

import game
from game.cards import RESOURCES
from game.construction import Discard, Place
from game.draft import HandsDealt
from game.planning import Recycle
from game.production import CharacterChosen, Choose, GameEnded, Ready, ReadyDeclared, ResourcesProduced, SupremacyWon
from tests.game.positions import after, events_of, finished, one_left, planning, production, refusal, seat, site

LAST_READY = {"ready": True}


def produced(state, index=0):
    """The amounts of the step that begins when this seat, the last one, is ready."""
    (event,) = events_of(ResourcesProduced, game.decide(state, Ready(index)))
    return event.amounts


def next_step(state):
    """The state at the start of the next step: every cube to the empire card, then all ready."""
    step = state.step
    while state.step == step:
        index = game.waiting_on(state)[0]
        if state.seats[index].cubes:
            state = after(state, Place(index, step, "empire"))
        else:
            state = after(state, Ready(index))
    return state


def test_r30_the_steps_come_in_their_order():
    state, steps = planning(seat(), seat()), []
    while state.phase != "draft":
        state = next_step(state)
        if state.seats[0].choosing:
            state = after(state, Choose(0, "general"))
        elif state.seats[1].choosing:
            state = after(state, Choose(1, "general"))
        steps.append(state.step)
    assert steps == ["materials", "energy", "science", "gold", "exploration", None]


def test_r30_all_seats_act_at_the_same_time():
    state = production("materials", seat(cubes=2), seat(cubes=2), seat(cubes=2))
    for index in (2, 0, 1, 2, 0, 1):
        state = after(state, Place(index, "materials", "empire"))
    assert [seat.empire_cubes for seat in state.seats] == [("materials",) * 2] * 3


@pytest.mark.parametrize("item", [resource for resource in RESOURCES if resource != "energy"])
def test_r30_only_cubes_of_the_step_are_placed(item):
    state = production("energy", seat(cubes=2, construction=[site("underground-city.1"), site("satellites.1")]))
    assert refusal(state, Place(0, item, "empire")) == "item_not_owned"
    assert refusal(state, Place(0, item, "underground-city.1")) == "item_not_owned"


@pytest.mark.parametrize("data", game.catalogue["empires"], ids=lambda data: data["id"])
@pytest.mark.parametrize("side", ["A", "B"])
def test_r31_a_bare_empire_card_produces_its_icons(data, side):
    state = planning(seat(empire=data["id"]), side=side)
    printed = data["sides"][side]["production"]
    produced = game.view(state, 0)["seats"][0]["production"]
    assert produced == {resource: printed.get(resource, 0) for resource in RESOURCES}


def test_r31_constructed_cards_produce_and_cards_under_construction_do_not():
    state = planning(
        seat(
            empire="noram-states",
            constructed=["recycling-plant.1", "military-base.1"],
            construction=[one_left("recycling-plant.2", "materials"), site("industrial-complex.1")],
        ),
        seat(empire="aztec-empire", ready=True),
    )
    assert produced(state) == (3 + 2 + 1, 0)


def test_r31_a_step_begins_with_the_cubes_in_hand():
    state = after(planning(seat(constructed=["recycling-plant.1"]), LAST_READY), Ready(0))
    assert [(seat.cubes, seat.produced, seat.ready) for seat in state.seats] == [(5, 5, False), (2, 2, False)]
    assert game.view(state, None)["seats"][0]["cubes_to_place"] == {"materials": 5}
    assert game.view(state, None)["seats"][0]["produced"] == 5


def test_r31_each_copy_of_a_card_produces():
    plants = ["recycling-plant.1", "recycling-plant.2", "recycling-plant.3"]
    assert produced(planning(seat(constructed=plants), LAST_READY)) == (3 + 6, 2)


PER_TYPE = [
    # the step before, constructed cards, cubes produced (the empire card gives none)
    ("gold", ["aircraft-carrier.1"], 1),
    ("gold", ["aircraft-carrier.1", "saucer-squadron.1"], 2 + 3),
    ("gold", ["super-sonar.1"], 0),
    ("gold", ["super-sonar.1", "juggernaut.1", "zeppelin.1"], 2 + 2 + 1),
    ("science", ["virtual-reality.1"], 1),
    ("science", ["virtual-reality.1", "neuroscience.1", "super-soldiers.1"], 3),
    ("science", ["propaganda-center.1", "propaganda-center.2"], 4),
    ("science", ["magnetic-train.1"], 0),
    ("science", ["king-solomons-mines.1", "wind-turbines.1", "wind-turbines.2"], 2),
    ("energy", ["neuroscience.1"], 1),
    ("energy", ["university.1", "museum.1"], 2),
    ("energy", ["ancient-astronauts.1", "roswell.1"], 2 + 1),
]


@pytest.mark.parametrize(("before", "constructed", "amount"), PER_TYPE)
def test_r32_an_icon_per_type_counts_the_constructed_cards_of_that_type_itself_included(before, constructed, amount):
    """R32: where the card is of another type and there is none, it produces nothing."""
    empire = "noram-states" if before != "science" else "aztec-empire"
    state = production(before, seat(empire=empire, constructed=constructed), LAST_READY)
    assert produced(state)[0] == amount


def test_r32_cards_under_construction_are_not_counted_by_an_icon_per_type():
    own = seat(
        empire="aztec-empire",
        constructed=["robot-assistants.1", "wind-turbines.1"],
        construction=[one_left("wind-turbines.2", "materials")],
    )
    assert produced(planning(own, LAST_READY))[0] == 1


def test_r33_a_card_constructed_during_a_step_does_not_add_to_that_step():
    state = production(
        "materials", seat(cubes=2, construction=[one_left("recycling-plant.1", "materials")]), seat(cubes=1)
    )
    state = after(state, Place(0, "materials", "recycling-plant.1"))
    own = state.seats[0]
    assert own.constructed == ("recycling-plant.1",)
    assert own.cubes == 1
    assert state.supremacy == ()


def test_r33_a_card_constructed_during_a_step_counts_in_later_steps():
    state = production("materials", seat(cubes=1, construction=[one_left("wind-turbines.1", "materials")]), LAST_READY)
    assert produced(after(state, Place(0, "materials", "wind-turbines.1"))) == (0 + 1, 1)


def test_r33_the_next_round_counts_it_in_every_step():
    state = production(
        "exploration", seat(cubes=1, construction=[one_left("icebreaker.1", "science")], krystallium=1), LAST_READY
    )
    state = after(state, Place(0, "krystallium", "icebreaker.1"), Place(0, "exploration", "empire"))
    assert state.seats[0].constructed == ("icebreaker.1",)
    assert produced(game.state(game.facts(state) | {"step": "gold"})) == (2, 0)


@pytest.mark.parametrize(
    ("before", "constructed", "step", "character"),
    [
        (None, [], "materials", "financier"),
        ("materials", ["wind-turbines.1", "wind-turbines.2"], "energy", "general"),
        ("science", ["financial-center.1"], "gold", "financier"),
        ("gold", ["zeppelin.1"], "exploration", "general"),
    ],
)
def test_r34_the_one_seat_with_the_most_takes_the_character_of_the_step_at_once(before, constructed, step, character):
    own = seat(empire="noram-states", constructed=constructed)
    others = (seat(empire="panafrican-union", ready=True), seat(empire="republic-of-europe", ready=True))
    state = production(before, own, *others) if before else planning(own, *others)
    events = game.decide(state, Ready(0))
    assert events_of(SupremacyWon, events) == [SupremacyWon(0, character)]
    state = after(state, Ready(0))
    assert (state.seats[0].generals, state.seats[0].financiers) == (character == "general", character == "financier")
    assert [won._asdict() for won in state.supremacy] == [{"round": 1, "step": step, "seat": 0, "character": character}]


def test_r34_the_character_can_be_used_in_the_same_step():
    state = planning(seat(construction=[one_left("giant-tower.1", "financier")]), LAST_READY)
    state = after(state, Ready(0), Place(0, "financier", "giant-tower.1"))
    assert state.seats[0].constructed == ("giant-tower.1",)
    assert state.seats[0].financiers == 0


def test_r34_a_tie_for_the_most_gives_nothing():
    empires = ("republic-of-europe", "panafrican-union", "federation-of-asia")
    state = planning(*[seat(empire=empire, ready=index > 0) for index, empire in enumerate(empires)])
    assert game.decide(state, Ready(0)) == [ReadyDeclared(0), ResourcesProduced("materials", (2, 2, 1))]


def test_r34_others_may_tie_below_the_one_with_the_most():
    empires = ("republic-of-europe", "panafrican-union", "noram-states")
    state = planning(*[seat(empire=empire, ready=index > 0) for index, empire in enumerate(empires)])
    assert events_of(SupremacyWon, game.decide(state, Ready(0))) == [SupremacyWon(2, "financier")]


def test_r34_without_production_no_seat_takes_the_character():
    state = production("gold", seat(empire="noram-states"), seat(empire="panafrican-union", ready=True))
    assert game.decide(state, Ready(0)) == [ReadyDeclared(0), ResourcesProduced("exploration", (0, 0))]


def test_r34_production_of_the_step_counts_and_stored_cubes_do_not():
    rich = seat(empire="panafrican-union", empire_cubes=["materials"] * 4, krystallium=9, financiers=5)
    state = planning(rich, seat(empire="noram-states", ready=True))
    assert events_of(SupremacyWon, game.decide(state, Ready(0))) == [SupremacyWon(1, "financier")]


def test_r34_the_supremacy_of_science_gives_a_choice_of_either():
    state = production("energy", seat(empire="panafrican-union"), seat(empire="noram-states", ready=True))
    assert events_of(SupremacyWon, game.decide(state, Ready(0))) == [SupremacyWon(0, None)]
    state = after(state, Ready(0))
    assert (state.seats[0].generals, state.seats[0].financiers) == (0, 0)
    assert game.legal(state, 0) == [Choose(0, "financier"), Choose(0, "general")]
    assert game.decide(state, Choose(0, "general")) == [CharacterChosen(0, "general")]
    assert after(state, Choose(0, "general")).seats[0].generals == 1
    assert after(state, Choose(0, "financier")).seats[0].financiers == 1


def test_r35_produced_cubes_go_on_matching_open_spaces_or_the_empire_card():
    state = production("energy", seat(cubes=2, construction=[site("zeppelin.1"), site("museum.1")]))
    assert game.legal(state, 0)[2:] == [Place(0, "energy", "empire"), Place(0, "energy", "zeppelin.1")]
    own = after(state, Place(0, "energy", "zeppelin.1"), Place(0, "energy", "empire")).seats[0]
    assert own.construction[0].filled == ("energy", None)
    assert own.empire_cubes == ("energy",)
    assert own.cubes == 0


@pytest.mark.parametrize("onto", ["museum.1", "wind-turbines.1"])
def test_r35_a_cube_does_not_go_on_a_space_of_another_kind_or_a_filled_one(onto):
    sites = [site("museum.1"), site("wind-turbines.1", materials=1), site("financial-center.1", energy=1)]
    state = production("energy", seat(cubes=1, construction=sites))
    assert refusal(state, Place(0, "energy", onto)) == "no_open_space"
    assert refusal(state, Place(0, "energy", "financial-center.1")) == "no_open_space"


@pytest.mark.parametrize("onto", ["zeppelin.2", "zeppelin.3", "zeppelin.9", "zeppelin", "elsewhere"])
def test_r35_a_cube_goes_to_no_other_place(onto):
    state = production("energy", seat(cubes=1, constructed=["zeppelin.2"]), seat(construction=[site("zeppelin.3")]))
    assert refusal(state, Place(0, "energy", onto)) == "card_not_under_construction"


def test_r35_a_seat_is_not_ready_while_it_holds_a_cube():
    state = production("energy", seat(cubes=1))
    assert refusal(state, Ready(0)) == "cubes_left"
    assert Ready(0) not in game.legal(state, 0)
    assert Ready(0) in game.legal(after(state, Place(0, "energy", "empire")), 0)


def test_r35_no_cube_is_saved_for_a_later_step():
    state = after(production("materials", seat(cubes=1), LAST_READY), Place(0, "materials", "empire"), Ready(0))
    assert state.step == "energy"
    assert state.seats[0].cubes == state.seats[0].produced == 0
    assert refusal(state, Place(0, "materials", "empire")) == "item_not_owned"


def test_r35_a_seat_places_no_more_cubes_than_it_produced():
    state = after(production("energy", seat(cubes=1)), Place(0, "energy", "empire"))
    assert refusal(state, Place(0, "energy", "empire")) == "item_not_owned"


@pytest.mark.parametrize("type", ["move", "take", "unplace", "", None, 7])
def test_r36_no_intention_moves_a_placed_item(type):
    with pytest.raises(game.Refused) as refused:
        game.intention(0, {"type": type, "item": "energy", "onto": "empire"})
    assert refused.value.code == "invalid_intention"


def test_r36_krystallium_on_a_space_is_not_spared_when_a_cube_comes_later():
    state = production("energy", seat(cubes=1, krystallium=2, construction=[site("zeppelin.1", energy=1)]))
    state = after(state, Place(0, "krystallium", "zeppelin.1", "energy"))
    assert state.seats[0].constructed == ("zeppelin.1",)
    assert state.seats[0].krystallium == 1
    state = production("energy", seat(cubes=1, krystallium=1, construction=[site("mega-drill.1", energy=1)]))
    state = after(state, Place(0, "krystallium", "mega-drill.1", "energy"))
    assert state.seats[0].construction[0].filled == (None, "energy", "krystallium")
    assert refusal(state, Place(0, "energy", "mega-drill.1")) == "no_open_space"


def test_r37_a_step_ends_when_every_seat_is_ready():
    state = production("gold", seat(), seat(cubes=1), seat())
    assert game.decide(state, Ready(0)) == [ReadyDeclared(0)]
    state = after(state, Ready(0), Ready(2), Place(1, "gold", "empire"))
    assert state.step == "gold"
    assert after(state, Ready(1)).step == "exploration"


def test_r37_cards_under_construction_and_their_items_stay_for_the_next_round():
    sites = [site("giant-tower.1", gold=2, financier=1), site("museum.1")]
    state = production("exploration", seat(construction=sites, krystallium=2, empire_cubes=["gold"]), LAST_READY)
    before = state.seats[0]
    events = game.decide(state, Ready(0))
    assert [type(event) for event in events] == [ReadyDeclared, HandsDealt]
    state = after(state, Ready(0))
    assert (state.round, state.phase, state.step) == (2, "draft", None)
    assert state.seats[0].construction == before.construction
    assert (state.seats[0].krystallium, state.seats[0].empire_cubes) == (2, ("gold",))
    assert (state.seats[0].produced, state.seats[0].ready) == (None, False)


def test_r5_r37_after_the_exploration_of_round_4_the_game_ends():
    state = production("exploration", seat(), LAST_READY, round=4)
    assert game.decide(state, Ready(0)) == [ReadyDeclared(0), GameEnded()]
    state = after(state, Ready(0))
    assert (state.round, state.phase, state.step, state.status) == (4, "finished", None, "playing")
    assert game.waiting_on(state) == ()
    assert game.legal(state, 0) == game.legal(state, 1) == []


def test_r5_nothing_is_possible_once_the_game_has_ended():
    state = finished(seat(krystallium=1, construction=[site("zeppelin.1")]))
    assert refusal(state, Ready(0)) == "wrong_phase"
    assert refusal(state, Place(0, "krystallium", "zeppelin.1")) == "wrong_phase"


def choosing(**more):
    own = seat(choosing=True, cubes=2, krystallium=1, construction=[site("neuroscience.1")]) | more
    return production("science", own, seat(), supremacy=[{"round": 1, "step": "science", "seat": 0, "character": None}])


@pytest.mark.parametrize(
    "intention",
    [
        Place(0, "science", "empire"),
        Place(0, "krystallium", "neuroscience.1", "science"),
        Discard(0, "neuroscience.1"),
        Ready(0),
    ],
)
def test_r38_the_science_winner_chooses_before_anything_else(intention):
    assert refusal(choosing(), intention) == "must_choose"
    assert refusal(choosing(), Recycle(0, "neuroscience.1", "empire")) == "wrong_phase"


def test_r38_the_others_do_not_wait_for_the_choice():
    state = production("science", seat(choosing=True), seat(cubes=1))
    assert after(state, Place(1, "science", "empire"), Ready(1)).step == "science"


def test_r38_the_step_does_not_end_before_the_choice():
    state = production("science", seat(choosing=True), seat(ready=True))
    assert game.waiting_on(state) == (0,)
    assert refusal(state, Ready(0)) == "must_choose"


def test_r38_after_the_choice_the_step_goes_on():
    state = after(choosing(), Choose(0, "financier"), Place(0, "science", "neuroscience.1"))
    assert state.supremacy[-1].character == "financier"
    assert state.seats[0].financiers == 1
    assert refusal(state, Choose(0, "financier")) == "nothing_to_choose"


@pytest.mark.parametrize("character", ["krystallium", "admiral", ""])
def test_r38_the_choice_is_a_general_or_a_financier(character):
    assert refusal(choosing(), Choose(0, character)) == "invalid_intention"


def test_r38_only_the_winner_chooses():
    assert refusal(choosing(), Choose(1, "general")) == "nothing_to_choose"
    assert refusal(planning(seat()), Choose(0, "general")) == "wrong_phase"


def test_r38_a_construction_bonus_is_not_the_choice_of_the_science_step():
    sites = [one_left("robotic-animals.1", "science")]
    state = production("science", seat(cubes=1, construction=sites))
    state = after(state, Place(0, "science", "robotic-animals.1"))
    own = state.seats[0]
    assert (own.generals, own.financiers, own.choosing) == (1, 0, False)
    chosen = after(choosing(construction=sites), Choose(0, "financier"), Place(0, "science", "robotic-animals.1"))
    assert (chosen.seats[0].generals, chosen.seats[0].financiers) == (1, 1)
    assert chosen.supremacy[-1].character == "financier"
