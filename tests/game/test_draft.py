"""R10-R14: deal, pick, reveal, pass, and the two-seat draft."""

import pytest

import game
from game.draft import CardDrafted, Draft, HandsDealt, HandsDiscarded, PicksRevealed
from game.planning import PlanningBegun
from tests.game.positions import after, draft, events_of, refusal, seat

SEVEN = [f"recycling-plant.{n}" for n in range(1, 8)]


def hands(state):
    return [list(seat.hand) for seat in state.seats]


def three_hands(**facts):
    return draft(
        seat(hand=["zeppelin.1", "zeppelin.2", "zeppelin.3"]),
        seat(hand=["museum.1", "museum.2", "atlantis.1"]),
        seat(hand=["satellites.1", "roswell.1", "giant-dam.1"]),
        **facts,
    )


def pick_first(state):
    """Every seat picks the first card of its hand."""
    for index in game.waiting_on(state):
        state = after(state, Draft(index, state.seats[index].hand[0]))
    return state


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r10_seven_cards_are_dealt_to_each_of_three_to_five_seats(seats):
    state = game.fold(game.new({"seats": seats}))
    assert [len(hand) for hand in hands(state)] == [7] * seats
    assert len(state.deck) == 150 - 7 * seats


def test_r10_each_seat_gets_the_next_seven_cards_of_the_deck_as_a_block():
    *_, started, dealt = game.new({"seats": 3}, seed=3)
    assert dealt == HandsDealt(7)
    assert hands(game.fold(game.new({"seats": 3}, seed=3))) == [
        [*started.deck[:7]],
        [*started.deck[7:14]],
        [*started.deck[14:21]],
    ]


def test_r10_hands_lie_face_down():
    state = game.fold(game.new({"seats": 3}))
    view = game.view(state, 1)
    assert view["hand"] == list(state.seats[1].hand)
    assert [other["hand_size"] for other in view["seats"]] == [7, 7, 7]
    assert "hand" not in view["seats"][0]


def test_r11_a_pick_leaves_the_hand_and_waits():
    state = after(three_hands(), Draft(1, "atlantis.1"))
    assert state.seats[1].picked == "atlantis.1"
    assert state.seats[1].hand == ("museum.1", "museum.2")
    assert state.seats[1].drafted == ()
    assert game.waiting_on(state) == (0, 2)


def test_r11_a_pick_is_one_event_while_others_have_not_picked():
    assert game.decide(three_hands(), Draft(1, "atlantis.1")) == [CardDrafted(1, "atlantis.1")]


def test_r11_only_a_card_of_the_own_hand_can_be_picked():
    state = three_hands()
    for card in ("museum.1", "zeppelin.4", "zeppelin", "nonsense", "empire", ""):
        assert refusal(state, Draft(0, card)) == "card_not_in_hand"


def test_r11_a_seat_picks_once():
    state = after(three_hands(), Draft(0, "zeppelin.1"))
    assert refusal(state, Draft(0, "zeppelin.2")) == "already_picked"
    assert refusal(state, Draft(0, "zeppelin.1")) == "already_picked"
    assert game.legal(state, 0) == []


def test_r11_a_pick_is_secret_until_all_have_picked():
    state = three_hands()
    one, other = after(state, Draft(0, "zeppelin.1")), after(state, Draft(0, "zeppelin.2"))
    for viewer in (1, 2, None):
        assert game.view(one, viewer) == game.view(other, viewer)
        assert game.view(one, viewer)["seats"][0]["hand_size"] == 2


def test_r12_the_last_pick_reveals_all_and_passes_the_hands():
    state = after(three_hands(), Draft(2, "roswell.1"), Draft(0, "zeppelin.2"))
    assert game.decide(state, Draft(1, "museum.1")) == [
        CardDrafted(1, "museum.1"),
        PicksRevealed(("zeppelin.2", "museum.1", "roswell.1"), passed="left"),
    ]
    state = after(state, Draft(1, "museum.1"))
    assert [seat.drafted for seat in state.seats] == [("zeppelin.2",), ("museum.1",), ("roswell.1",)]
    assert [seat.picked for seat in state.seats] == [None] * 3


@pytest.mark.parametrize("round", [1, 3])
def test_r12_hands_pass_left_in_odd_rounds(round):
    state = pick_first(three_hands(round=round))
    assert hands(state) == [["roswell.1", "giant-dam.1"], ["zeppelin.2", "zeppelin.3"], ["museum.2", "atlantis.1"]]


@pytest.mark.parametrize("round", [2, 4])
def test_r12_hands_pass_right_in_even_rounds(round):
    state = pick_first(three_hands(round=round))
    assert hands(state) == [["museum.2", "atlantis.1"], ["roswell.1", "giant-dam.1"], ["zeppelin.2", "zeppelin.3"]]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r13_picking_goes_on_until_each_seat_has_seven_cards(seats):
    state = game.fold(game.new({"seats": seats}))
    dealt = {card for hand in hands(state) for card in hand}
    for picks in range(6):
        assert (state.phase, len(state.seats[0].drafted)) == ("draft", picks)
        state = pick_first(state)
    assert state.phase == "planning"
    assert [len(seat.drafted) for seat in state.seats] == [7] * seats
    assert {card for seat in state.seats for card in seat.drafted} == dealt


def test_r13_a_last_single_card_is_drafted_by_itself_where_it_was_passed_to():
    five = [SEVEN[:5], [f"wind-turbines.{n}" for n in range(1, 6)], [f"tank-division.{n}" for n in range(1, 6)]]
    rest = [["zeppelin.1", "zeppelin.2"], ["museum.1", "museum.2"], ["satellites.1", "roswell.1"]]
    state = draft(*[seat(hand=hand, drafted=cards) for hand, cards in zip(rest, five, strict=True)])
    state = after(state, Draft(0, "zeppelin.1"), Draft(1, "museum.1"))
    assert game.decide(state, Draft(2, "roswell.1")) == [
        CardDrafted(2, "roswell.1"),
        PicksRevealed(("zeppelin.1", "museum.1", "roswell.1"), passed="left"),
        PicksRevealed(("satellites.1", "zeppelin.2", "museum.2")),
        PlanningBegun(),
    ]
    state = after(state, Draft(2, "roswell.1"))
    assert [seat.drafted[-2:] for seat in state.seats] == [
        ("zeppelin.1", "satellites.1"),
        ("museum.1", "zeppelin.2"),
        ("roswell.1", "museum.2"),
    ]
    assert hands(state) == [[], [], []]


def test_r14_two_seats_get_ten_cards_each():
    *_, started, dealt = game.new({"seats": 2})
    assert dealt == HandsDealt(10)
    assert hands(game.fold(game.new({"seats": 2}))) == [[*started.deck[:10]], [*started.deck[10:20]]]


def test_r14_two_seats_pick_seven_times_and_discard_the_last_three_cards():
    state = game.fold(game.new({"seats": 2}))
    for _ in range(6):
        state = pick_first(state)
        assert state.phase == "draft"
    left = [state.seats[0].hand[1:], state.seats[1].hand[1:]]
    state = after(state, Draft(0, state.seats[0].hand[0]))
    events = game.decide(state, Draft(1, state.seats[1].hand[0]))
    assert events_of(HandsDiscarded, events) == [HandsDiscarded((*left[0], *left[1]))]
    assert events_of(PicksRevealed, events)[0].passed is None
    state = game.fold(events, state)
    assert state.phase == "planning"
    assert state.discard == (*left[0], *left[1])
    assert [len(seat.drafted) for seat in state.seats] == [7, 7]
    assert hands(state) == [[], []]


def test_r14_cards_left_in_hands_yield_no_recycling_bonus():
    state = draft(
        seat(hand=["zeppelin.1", "museum.1", "museum.2", "roswell.1"], drafted=SEVEN[:6], empire_cubes=["gold"] * 4),
        seat(hand=["zeppelin.2", "zeppelin.3", "zeppelin.4", "zeppelin.5"], drafted=SEVEN[:6]),
    )
    state = after(state, Draft(0, "zeppelin.1"), Draft(1, "zeppelin.2"))
    assert state.phase == "planning"
    assert [seat.empire_cubes for seat in state.seats] == [("gold",) * 4, ()]
    assert [seat.krystallium for seat in state.seats] == [0, 0]
    assert [seat.cubes for seat in state.seats] == [0, 0]


@pytest.mark.parametrize("round", [1, 2])
def test_r14_two_seats_swap_hands_in_both_directions(round):
    state = draft(seat(hand=["zeppelin.1", "museum.1"]), seat(hand=["zeppelin.2", "roswell.1"]), round=round)
    assert hands(pick_first(state)) == [["roswell.1"], ["museum.1"]]


@pytest.mark.parametrize(("seats", "size"), [(2, 10), (3, 7), (5, 7)])
def test_r10_r14_the_next_round_is_dealt_from_the_rest_of_the_deck(seats, size):
    deck = list(game.fold(game.new({"seats": 2})).deck)
    state = game.state(
        {
            "status": "playing",
            "round": 1,
            "phase": "production",
            "step": "exploration",
            "deck": deck,
            "options": {"seats": seats},
            "seats": [{"empire": "aztec-empire", "ready": index > 0} for index in range(seats)],
        }
    )
    state = game.fold(game.decide(state, game.legal(state, 0)[0]), state)
    assert (state.round, state.phase) == (2, "draft")
    assert hands(state) == [deck[i * size : (i + 1) * size] for i in range(seats)]
    assert list(state.deck) == deck[seats * size :]
