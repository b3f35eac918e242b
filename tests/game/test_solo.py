"""R60-R66: a game alone: pools, two sequences a planning, redraws, supremacy from 5, rank."""

from itertools import permutations

import pytest

import game
from game.cards import CARDS
from game.construction import Discard, Place
from game.draft import Draft
from game.planning import CardSlated, Recycle, Slate
from game.production import Choose, Ready, ReadyDeclared, ResourcesProduced, SupremacyWon
from game.shuffle import shuffled
from game.solo import CardKept, CardsRedrawn, Keep, PoolTaken, Redraw
from tests.game.play import Play, walk
from tests.game.positions import after, after_undo, alone, events_of, finished, one_left, planning, refusal, seat, site

DECK = tuple(CARDS)
"""The deck of the set-up tests: the catalogue's order."""
TOP = ("atlantis.1", "giant-dam.1", "roswell.1", "satellites.1", "submarine.1")
"""Five cards on top of a deck."""


def opened(**options):
    return game.fold(game.new({"seats": 1} | options, deck=DECK))


def all_slated(state):
    """The state after the whole hand was slated, card by card."""
    for card in state.seats[0].hand:
        state = after(state, Slate(0, card))
    return state


# Set-up


def test_r60_eight_pools_of_five_cards_are_formed_and_the_rest_is_the_deck():
    state = opened()
    assert [state.seats[0].hand, *state.pools] == [DECK[5 * k : 5 * k + 5] for k in range(8)]
    assert state.deck == DECK[40:]
    view = game.view(state, 0)
    assert (view["pools_left"], view["deck_size"], view["mode"], view["side"]) == (7, 110, "solo", "B")


@pytest.mark.parametrize("side", ["A", "B"])
def test_r60_a_solo_game_begins_with_nothing_but_the_first_pool(side):
    state = opened(side=side)
    own = state.seats[0]
    assert (own.construction, own.constructed, own.cubes, own.krystallium) == ((), (), 0, 0)
    assert state.discard == ()
    assert game.view(state, 0)["required"] is None


def test_r61_there_is_no_draft_and_planning_begins_with_the_first_sequence():
    state = opened()
    assert (state.round, state.phase, state.sequence) == (1, "planning", 1)
    assert state.seats[0].hand == DECK[:5]
    assert refusal(state, Draft(0, DECK[0])) == "wrong_phase"


def test_r61_each_planning_has_two_sequences_and_each_takes_the_next_pool():
    played = walk(Play(1, seats=1, side="B"))
    pools = [played.first.seats[0].hand, *played.first.pools]
    taken = events_of(PoolTaken, played.events)
    assert [(event.sequence, event.cards) for event in taken] == [(1 + k % 2, pool) for k, pool in enumerate(pools)]
    assert played.state.pools == ()
    rounds = [turn.after.round for turn in played.turns if events_of(PoolTaken, turn.events)]
    assert rounds == [1, 2, 2, 3, 3, 4, 4]


def test_r61_pools_are_in_random_order_as_the_deck_is_shuffled():
    hands = {game.fold(game.new({"seats": 1}, seed=seed)).seats[0].hand for seed in range(20)}
    assert len(hands) == 20


# What a sequence allows


def test_r62_a_redraw_discards_two_cards_and_shows_five_of_the_deck():
    state = alone(hand=["museum.1", "zeppelin.1", "zeppelin.2"], deck=[*TOP, "museum.2"])
    redraw = Redraw(0, ("museum.1", "zeppelin.2"))
    assert game.decide(state, redraw) == [CardsRedrawn(0, ("museum.1", "zeppelin.2"), TOP)]
    redrawn = after(state, redraw)
    assert redrawn.seats[0].hand == ("zeppelin.1",)
    assert redrawn.seats[0].candidates == TOP
    assert (redrawn.discard, redrawn.deck) == (("museum.1", "zeppelin.2"), ("museum.2",))


def test_r62_one_of_the_five_is_kept_in_hand_and_the_others_are_discarded():
    state = after(alone(hand=["museum.1", "zeppelin.1"], deck=TOP), Redraw(0, ("museum.1", "zeppelin.1")))
    kept = CardKept(0, "roswell.1", ("atlantis.1", "giant-dam.1", "satellites.1", "submarine.1"))
    assert game.decide(state, Keep(0, "roswell.1")) == [kept]
    state = after(state, Keep(0, "roswell.1"))
    assert (state.seats[0].hand, state.seats[0].candidates) == (("roswell.1",), ())
    assert state.discard == ("museum.1", "zeppelin.1", *kept.discarded)


def test_r62_after_the_two_discards_only_keeping_is_possible():
    state = alone(
        hand=["museum.1", "zeppelin.1", "zeppelin.2"], deck=TOP, krystallium=1, construction=[site("mega-drill.1")]
    )
    redrawn = after(state, Redraw(0, ("museum.1", "zeppelin.1")))
    assert game.legal(redrawn, 0) == [Keep(0, card) for card in TOP]
    others = [
        Slate(0, "zeppelin.2"),
        Recycle(0, "zeppelin.2", "empire"),
        Redraw(0, ("zeppelin.2", "museum.1")),
        Place(0, "krystallium", "mega-drill.1", "energy"),
        Discard(0, "mega-drill.1"),
        Ready(0),
    ]
    assert [refusal(redrawn, other) for other in others] == ["must_keep"] * len(others)
    assert refusal(redrawn, Keep(0, "zeppelin.2")) == "card_not_seen"


@pytest.mark.parametrize("order", [*permutations(("redraw", "slate", "recycle"))], ids=" ".join)
def test_r62_redraw_slate_and_recycle_come_in_any_order(order):
    state = alone(hand=["museum.1", "zeppelin.1", "zeppelin.2", "zeppelin.3"], pools=[["museum.2"] * 5], deck=TOP)
    orders = {
        "redraw": (Redraw(0, ("zeppelin.2", "zeppelin.3")), Keep(0, "roswell.1")),
        "slate": (Slate(0, "museum.1"),),
        "recycle": (Recycle(0, "zeppelin.1", "empire"),),
    }
    for name in order:
        state = after(state, *orders[name])
    assert state.seats[0].hand == ("roswell.1",)
    assert [site.card for site in state.seats[0].construction] == ["museum.1"]
    assert len(state.seats[0].empire_cubes) == 1


def test_r62_a_hand_is_redrawn_as_often_as_it_has_two_cards():
    state = alone(hand=DECK[:5], pools=[DECK[50:55]], deck=DECK[5:50])
    for left in (4, 3, 2, 1):
        first, second, *_ = state.seats[0].hand
        state = after(state, Redraw(0, (first, second)))
        state = after(state, Keep(0, state.seats[0].candidates[0]))
        assert len(state.seats[0].hand) == left
    assert not [intention for intention in game.legal(state, 0) if isinstance(intention, Redraw)]


def test_r62_a_redraw_may_take_any_two_cards_of_the_hand_a_kept_one_too():
    state = after(alone(hand=DECK[:3], deck=DECK[5:20]), Redraw(0, DECK[:2]), Keep(0, DECK[5]))
    assert state.seats[0].hand == (DECK[2], DECK[5])
    state = after(state, Redraw(0, (DECK[2], DECK[5])))
    assert state.seats[0].candidates == DECK[10:15]


def test_r20_r62_cards_of_the_hand_are_slated_and_recycled_as_ever():
    """R22: a cube of recycling completes a card alone as well."""
    state = alone(hand=["wind-turbines.1", "museum.1"], construction=[one_left("tank-division.1", "energy")])
    state = after(state, Recycle(0, "wind-turbines.1", "tank-division.1"))
    assert state.seats[0].constructed == ("tank-division.1",)
    assert refusal(state, Slate(0, "zeppelin.1")) == "card_not_drafted"
    assert refusal(state, Recycle(0, "zeppelin.1", "empire")) == "card_not_drafted"


@pytest.mark.parametrize(
    "cards",
    [(), ("museum.1",), ("museum.1", "museum.1"), ("museum.1", "zeppelin.1", "zeppelin.2")],
    ids=["none", "one", "twice the same", "three"],
)
def test_r62_a_redraw_takes_two_different_cards(cards):
    state = alone(hand=["museum.1", "zeppelin.1", "zeppelin.2"], deck=TOP)
    assert refusal(state, Redraw(0, cards)) == "invalid_intention"
    with pytest.raises(game.Refused) as refused:
        game.intention(0, {"type": "redraw", "cards": [*cards]})
    assert refused.value.code == "invalid_intention"


def test_r62_a_redraw_takes_cards_of_the_hand():
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP, construction=[site("zeppelin.2")])
    for card in ("zeppelin.2", "roswell.1", "nonsense"):
        assert refusal(state, Redraw(0, ("museum.1", card))) == "card_not_in_hand"


def test_r62_nothing_is_kept_before_a_redraw():
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP)
    assert refusal(state, Keep(0, "museum.1")) == refusal(state, Keep(0, "atlantis.1")) == "nothing_to_keep"


def test_r62_a_standard_game_knows_no_redraw():
    state = planning(seat(drafted=["museum.1", "zeppelin.1"]), deck=TOP)
    assert refusal(state, Redraw(0, ("museum.1", "zeppelin.1"))) == "solo_only"
    assert refusal(state, Keep(0, "museum.1")) == "nothing_to_keep"


# The end of sequences


@pytest.mark.parametrize("last", [Slate(0, "museum.1"), Recycle(0, "museum.1", "empire")], ids=["slate", "recycle"])
def test_r63_the_second_pool_is_taken_at_once_when_the_first_hand_is_empty(last):
    state = alone(hand=["museum.1"], pools=[TOP, ("museum.2",) * 5])
    *_, taken = game.decide(state, last)
    assert taken == PoolTaken(0, 2, TOP)
    now = after(state, last)
    assert (now.sequence, now.round, now.phase, now.seats[0].hand, len(now.pools)) == (2, 1, "planning", TOP, 1)


def test_r63_the_cube_of_the_last_card_is_used_before_the_pool_is_taken():
    state = alone(hand=["museum.1"], pools=[TOP], empire_cubes=["gold"] * 4)
    names = [type(event).__name__ for event in game.decide(state, Recycle(0, "museum.1", "empire"))]
    assert names == ["CardRecycled", "KrystalliumMade", "PoolTaken"]


@pytest.mark.parametrize("sequence", [1, 2])
def test_r63_a_sequence_goes_on_while_cards_are_in_hand(sequence):
    state = alone(sequence, hand=["museum.1", "zeppelin.1"], pools=[TOP], deck=TOP)
    assert refusal(state, Ready(0)) == "cards_left"
    assert game.decide(state, Slate(0, "museum.1")) == [CardSlated(0, "museum.1")]
    assert refusal(after(state, Slate(0, "museum.1")), Ready(0)) == "cards_left"


def test_r63_a_redraw_of_the_last_two_cards_ends_no_sequence():
    state = after(alone(hand=["museum.1", "zeppelin.1"], pools=[TOP], deck=TOP), Redraw(0, ("museum.1", "zeppelin.1")))
    assert (state.sequence, state.seats[0].hand, len(state.pools)) == (1, (), 1)
    state = after(state, Keep(0, "roswell.1"))
    assert (state.sequence, state.seats[0].hand, len(state.pools)) == (1, ("roswell.1",), 1)


def test_r63_the_second_sequence_ends_when_its_hand_is_empty_and_the_seat_is_ready():
    state = after(alone(2, hand=["museum.1"], pools=[TOP]), Slate(0, "museum.1"))
    assert (state.phase, state.sequence, state.seats[0].hand) == ("planning", 2, ())
    declared, produced, *_ = game.decide(state, Ready(0))
    assert declared == ReadyDeclared(0)
    assert isinstance(produced, ResourcesProduced)


def test_r63_after_production_the_next_round_begins_with_its_first_sequence():
    state = alone(2, step="exploration", round=1, pools=[TOP])
    assert game.decide(state, Ready(0)) == [ReadyDeclared(0), PoolTaken(0, 1, TOP)]
    state = after(state, Ready(0))
    assert (state.round, state.phase, state.step, state.sequence, state.seats[0].ready) == (
        2,
        "planning",
        None,
        1,
        False,
    )


def test_r63_two_sequences_of_five_slated_cards():
    state = all_slated(opened())
    assert (state.sequence, state.seats[0].hand) == (2, DECK[5:10])
    state = all_slated(state)
    assert [site.card for site in state.seats[0].construction] == [*DECK[:10]]
    assert game.legal(state, 0)[-1] == Ready(0)


# Supremacy


@pytest.mark.parametrize(("amount", "taken"), [(4, 0), (5, 1), (6, 1)])
@pytest.mark.parametrize(
    ("before", "step", "own", "card", "character"),
    [
        (None, "materials", 2, "robotic-animals.1", "financier"),
        ("materials", "energy", 1, "wind-turbines.1", "general"),
        ("energy", "science", 1, "supercomputer.1", None),
        ("science", "gold", 0, "human-cloning.1", "financier"),
        ("gold", "exploration", 0, "zeppelin.1", "general"),
    ],
    ids=["materials", "energy", "science", "gold", "exploration"],
)
def test_r64_a_character_is_taken_from_exactly_five_cubes(before, step, own, card, character, amount, taken):
    """R64: the empire card gives its own, the cards one cube each."""
    state = alone(2, before, constructed=[card] * (amount - own))
    _, produced, *won = game.decide(state, Ready(0))
    assert produced == ResourcesProduced(step, (amount,))
    assert won == [SupremacyWon(0, character)] * taken


def test_r64_the_science_character_is_chosen_alone_as_well():
    state = after(alone(2, "energy", constructed=["supercomputer.1"] * 4), Ready(0))
    assert refusal(state, Ready(0)) == "must_choose"
    assert after(state, Choose(0, "general")).seats[0].generals == 1


# The deck runs out


def test_r65_with_five_cards_the_deck_is_enough():
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP, discard=["museum.2"], server_seed="5eed")
    [event] = game.decide(state, Redraw(0, ("museum.1", "zeppelin.1")))
    assert (event.candidates, event.under) == (TOP, ())


@pytest.mark.parametrize("left", [0, 1, 4])
def test_r65_with_fewer_than_five_the_discard_pile_is_shuffled_under_the_deck(left):
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP[:left], discard=DECK[50:60], server_seed="5eed")
    redraw = Redraw(0, ("museum.1", "zeppelin.1"))
    [event] = game.decide(state, redraw)
    assert event.candidates[:left] == TOP[:left]
    assert sorted(event.under) == sorted([*DECK[50:60], "museum.1", "zeppelin.1"])
    now = after(state, redraw)
    assert now.seats[0].candidates + now.deck == TOP[:left] + event.under
    assert (now.discard, now.reshuffles) == ((), 1)
    view = game.view(now, 0)
    assert (view["discard"], view["deck_size"]) == ([], left + 12 - 5)


def test_r65_the_shuffle_follows_from_the_games_seeds_and_is_another_each_time():
    state = alone(hand=["museum.1", "zeppelin.1"], discard=DECK[50:60], server_seed="5eed", client_seeds=["salt"])
    redraw, pile = Redraw(0, ("zeppelin.1", "museum.1")), (*DECK[50:60], "museum.1", "zeppelin.1")
    [event] = game.decide(state, redraw)
    assert event.under == shuffled(pile, "discard-1", "5eed", ("salt",))
    assert game.decide(state, redraw) == [event]
    [later] = game.decide(state._replace(reshuffles=1), redraw)
    assert later.under == shuffled(pile, "discard-2", "5eed", ("salt",)) != event.under
    [other] = game.decide(state._replace(server_seed="0dd5eed0"), redraw)
    assert other.under != event.under


def test_r65_the_two_discarded_cards_can_come_back():
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP[:3], server_seed="5eed")
    now = after(state, Redraw(0, ("museum.1", "zeppelin.1")))
    assert sorted(now.seats[0].candidates) == sorted([*TOP[:3], "museum.1", "zeppelin.1"])
    assert Keep(0, "museum.1") in game.legal(now, 0)


def test_r65_with_fewer_than_five_in_deck_and_discard_pile_there_is_no_redraw():
    state = alone(hand=["museum.1", "zeppelin.1"], deck=TOP[:2], server_seed="5eed")
    assert refusal(state, Redraw(0, ("museum.1", "zeppelin.1"))) == "deck_exhausted"
    assert not [intention for intention in game.legal(state, 0) if isinstance(intention, Redraw)]


def test_r65_whole_games_reach_it():
    shuffles = [walk(Play(seed, seats=1, side="B", style="curious")).state.reshuffles for seed in range(6)]
    assert max(shuffles) >= 1


# The rank


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (59, "rookie"),
        (60, "dictator"),
        (79, "dictator"),
        (80, "emperor"),
        (99, "emperor"),
        (100, "living_god"),
        (0, "rookie"),
        (180, "living_god"),
    ],
)
def test_r66_the_rank_changes_at_60_80_and_100_points_and_15_higher_on_side_a(side, points, rank):
    total = points + (15 if side == "A" else 0)
    state = finished(seat(empire="noram-states", generals=total), options={"seats": 1, "side": side})
    assert game.score(state)[0]["total"] == total
    scored = game.score_event(state)
    assert (scored.rank, scored.medal, scored.ranking) == (rank, None, ((0,),))
    assert game.view(game.fold([scored], state), 0)["result"]["rank"] == rank


def test_r66_a_standard_game_gives_no_rank():
    scored = game.score_event(finished(seat(generals=100), seat()))
    assert (scored.rank, scored.medal) == (None, None)


# Undo


def refused_undo(state):
    with pytest.raises(game.Refused) as refused:
        game.undo(state, 0)
    return refused.value.code


def test_a_redraw_and_the_intentions_before_it_cannot_be_undone():
    state = alone(hand=["museum.1", "zeppelin.1", "zeppelin.2"], deck=TOP)
    state = after(state, Slate(0, "zeppelin.2"), Redraw(0, ("museum.1", "zeppelin.1")))
    assert refused_undo(state) == "nothing_to_undo"


def test_a_kept_card_can_be_undone_and_another_kept():
    redrawn = after(alone(hand=["museum.1", "zeppelin.1"], deck=TOP), Redraw(0, ("museum.1", "zeppelin.1")))
    kept = after(redrawn, Keep(0, "roswell.1"))
    back = after_undo(kept, 0)
    assert game.state_hash(back) == game.state_hash(redrawn)
    assert refused_undo(back) == "nothing_to_undo"
    assert after(back, Keep(0, "atlantis.1")).seats[0].hand == ("atlantis.1",)


def test_intentions_after_a_kept_card_are_undone_first():
    redrawn = after(
        alone(hand=["museum.1", "zeppelin.1"], pools=[TOP], deck=TOP), Redraw(0, ("museum.1", "zeppelin.1"))
    )
    kept = after(redrawn, Keep(0, "roswell.1"))
    done = after(kept._replace(sequence=2), Recycle(0, "roswell.1", "empire"))
    once = after_undo(done, 0)
    assert once.discard == kept.discard
    assert game.state_hash(after_undo(once, 0)) == game.state_hash(redrawn._replace(sequence=2))


def test_an_intention_that_took_a_pool_cannot_be_undone():
    state = after(alone(hand=["museum.1", "zeppelin.1"], pools=[TOP]), Slate(0, "museum.1"), Slate(0, "zeppelin.1"))
    assert state.sequence == 2
    assert refused_undo(state) == "nothing_to_undo"
    state = after(state, Slate(0, "roswell.1"))
    assert after_undo(state, 0).seats[0].hand == TOP
    assert refused_undo(after_undo(state, 0)) == "nothing_to_undo"


# Secrets


def named(view):
    """Every card that occurs anywhere in a view."""
    text = str(view)
    return {card for card in CARDS if f"'{card}'" in text}


def test_r50_r61_pools_and_deck_are_in_no_view():
    state = opened()
    assert named(game.view(state, 0)) == {*DECK[:5]}
    assert named(game.view(state, None)) == set()


def test_r50_r62_a_spectator_sees_neither_hand_nor_candidates_nor_kept_card():
    state = alone(hand=["museum.1", "zeppelin.1", "zeppelin.2"], deck=[*TOP, "museum.2"])
    redrawn = after(state, Redraw(0, ("museum.1", "zeppelin.1")))
    discarded = {"museum.1", "zeppelin.1"}
    assert named(game.view(redrawn, 0)) == {"zeppelin.2", *TOP} | discarded
    assert named(game.view(redrawn, None)) == discarded
    view = game.view(redrawn, None)
    assert (view["hand"], view["candidates"], view["seats"][0]["hand_size"]) == ([], [], 1)
    kept = after(redrawn, Keep(0, "roswell.1"))
    assert named(game.view(kept, None)) == discarded | {*TOP} - {"roswell.1"}
    assert game.view(kept, 0)["hand"] == ["zeppelin.2", "roswell.1"]
    assert game.view(kept, None)["seats"][0]["hand_size"] == 2


def test_r50_r65_the_order_of_the_shuffled_discard_pile_is_in_no_view():
    state = alone(hand=["museum.1", "zeppelin.1"], discard=DECK[50:60], server_seed="5eed")
    now = after(state, Redraw(0, ("museum.1", "zeppelin.1")))
    assert named(game.view(now, 0)) == {*now.seats[0].candidates}
    assert named(game.view(now, None)) == set()
