"""R1-R5: seats, deck, empires, a bare start, four rounds."""

import hashlib
import hmac
import json

import pytest

import game
from game import shuffle
from game.cards import CARDS, EMPIRE_IDS
from tests.game.play import Play, walk
from tests.game.positions import refused

TWO = {"seats": 2}
SEED = "00ff" * 16


def started(options, **more):
    return game.fold(game.new(options, **more))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r1_two_to_five_seats_play_the_standard_game(seats):
    state = started({"seats": seats})
    assert len(state.seats) == seats
    assert (state.status, state.round, state.phase) == ("playing", 1, "draft")
    assert game.view(state, 0)["mode"] == "standard"


def test_r1_one_seat_plays_solo():
    assert game.view(started({"seats": 1}), 0)["mode"] == "solo"
    assert game.view(started({"seats": 1, "scenario": "SC04"}), 0)["mode"] == "scenario"


@pytest.mark.parametrize("seats", [0, 6, -2, "3", 2.0, True, None])
def test_r1_no_other_number_of_seats_is_known(seats):
    assert refused(game.new, {"seats": seats}) == "invalid_options"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r2_the_deck_is_all_150_cards(seats):
    state = started({"seats": seats})
    cards = [*state.deck, *(card for seat in state.seats for card in seat.hand)]
    assert len(cards) == 150
    assert sorted(cards) == sorted(CARDS)


def test_r2_the_catalogue_holds_78_designs_and_150_cards():
    designs = game.catalogue["developments"]
    assert len(designs) == 78
    assert sum(design["copies"] for design in designs) == len(CARDS) == 150


def test_r2_the_same_seeds_shuffle_alike_and_others_otherwise():
    deck = game.fold(game.new(TWO, seed=7)).deck
    assert started(TWO, seed=7).deck == deck
    assert started(TWO, seed=8).deck != deck
    assert started(TWO, seed=7, client_seeds=("salt", "")).deck != deck
    assert started(TWO, seed=7, client_seeds=("", "salt")).deck != started(TWO, seed=7, client_seeds=("salt", "")).deck


def test_r2_anybody_can_shuffle_the_deck_again_from_the_seeds():
    clients = ("alpha", "βeta", "")
    events = game.new({"seats": 3}, seed=SEED, client_seeds=clients)
    started = events[-2]
    assert list(started.deck) == shuffled_by_the_book(list(CARDS), "deck", SEED, clients)
    assert list(started.empires) == shuffled_by_the_book(list(EMPIRE_IDS), "empires", SEED, clients)[:3]


def shuffled_by_the_book(cards, purpose, seed, clients):
    """Fisher-Yates from the last place down; numbers from HMAC-SHA256 blocks, the uneven rest of 2**32 rejected."""
    numbers, counter = [], 0
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        while True:
            if not numbers:
                message = json.dumps([purpose, [*clients], counter], ensure_ascii=False, separators=(",", ":"))
                block = hmac.new(bytes.fromhex(seed), message.encode(), hashlib.sha256).digest()
                numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**32 // bound * bound:
                break
        at = number % bound
        cards[last], cards[at] = cards[at], cards[last]
    return cards


def test_r2_no_place_of_the_deck_is_likelier_than_another(monkeypatch):
    """R2: of the 2**32 numbers the uneven rest is thrown away (for three places the last one)."""
    monkeypatch.setattr(shuffle, "_numbers", lambda *_: iter([2**32 - 1, 2**32 - 2, 0]))
    assert shuffle.shuffled("abc", "deck", SEED, ()) == ("b", "a", "c")


def test_r2_the_first_cards_of_a_seed_are_known():
    hand = started(TWO, seed=1).seats[0].hand
    assert hand[:3] == ("research-center.3", "nuclear-plant.4", "research-center.2")


def test_r2_named_cards_lie_on_top_and_the_others_follow():
    top = ["zeppelin.2", "museum.1", "zeppelin.1"]
    state = started(TWO, deck=top)
    assert state.seats[0].hand[:3] == tuple(top)
    assert sorted([*state.deck, *state.seats[0].hand, *state.seats[1].hand]) == sorted(CARDS)


@pytest.mark.parametrize("deck", [["zeppelin.9"], ["zeppelin"], ["zeppelin.1", "zeppelin.1"]])
def test_r2_a_deck_names_cards_of_the_catalogue_once(deck):
    assert refused(game.new, TWO, deck=deck) == "invalid_deck"


def test_r3_all_seats_play_side_a_unless_b_is_asked_for():
    assert game.view(started(TWO), 0)["side"] == "A"
    assert game.view(started({"seats": 2, "side": "B"}), 0)["side"] == "B"
    assert refused(game.new, {"seats": 2, "side": "C"}) == "invalid_options"


def test_r3_alone_side_b_is_played_unless_a_is_asked_for():
    assert game.view(started({"seats": 1}), 0)["side"] == "B"
    assert game.view(started({"seats": 1, "side": "A"}), 0)["side"] == "A"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r3_each_seat_gets_a_different_empire(seats):
    for seed in range(20):
        empires = [seat.empire for seat in started({"seats": seats}, seed=seed).seats]
        assert len(set(empires)) == seats
        assert set(empires) <= set(EMPIRE_IDS)


def test_r3_empires_are_dealt_at_random():
    dealt = {tuple(seat.empire for seat in started(TWO, seed=seed).seats) for seed in range(200)}
    assert len(dealt) == 5 * 4


def test_r3_the_options_may_name_the_empires():
    named = ["aztec-empire", "noram-states"]
    assert [seat.empire for seat in started(TWO, empires=named).seats] == named
    assert [seat.empire for seat in started({"seats": 2, "empires": named}).seats] == named


def test_r3_the_options_may_name_some_of_the_empires():
    for seed in range(20):
        state = started({"seats": 3, "empires": [None, "aztec-empire"]}, seed=seed)
        assert state.seats[1].empire == "aztec-empire"
        assert len({seat.empire for seat in state.seats}) == 3


@pytest.mark.parametrize(
    "empires", [["aztec-empire", "aztec-empire"], ["atlantis"], ["aztec-empire", "noram-states", "panafrican-union"]]
)
def test_r3_named_empires_are_different_ones_of_the_catalogue_for_seats_there_are(empires):
    assert refused(game.new, {"seats": 2, "empires": empires}) == "invalid_options"


@pytest.mark.parametrize("side", ["A", "B"])
def test_r4_a_seat_starts_with_nothing(side):
    for seat in game.view(started({"seats": 5, "side": side}), None)["seats"]:
        assert (seat["krystallium"], seat["generals"], seat["financiers"]) == (0, 0, 0)
        assert (seat["cubes_to_place"], seat["empire_cubes"]) == ({}, {})
        assert (seat["constructed"], seat["construction"], seat["drafted"]) == ([], [], [])
        assert seat["score"]["total"] == 0


def test_r5_four_rounds_of_draft_planning_and_production():
    phases = []
    for turn in walk(Play(seed=5, seats=3)).turns:
        now = (turn.after.round, turn.after.phase)
        if not phases or phases[-1] != now:
            phases.append(now)
    rounds = [(round, phase) for round in (1, 2, 3, 4) for phase in ("draft", "planning", "production")]
    assert phases == [*rounds, (4, "finished")]


def test_r5_there_is_no_turn_order():
    state = started({"seats": 4})
    assert game.waiting_on(state) == (0, 1, 2, 3)
    for index in (2, 0, 3):
        state = game.fold(game.decide(state, game.legal(state, index)[0]), state)
    assert game.waiting_on(state) == (1,)
