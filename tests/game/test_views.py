"""R50: the fields that a view shows to a seat and to a spectator, and the cards that it hides."""

import json

import pytest

import game
from game.cards import CARDS
from game.construction import Place
from game.draft import Draft
from game.planning import Recycle, Slate
from tests.game.play import Play, walk
from tests.game.positions import after, draft, planning, production, seat
from tests.golden.recorded import with_agreed_names


def named(view):
    """Every card that occurs anywhere in a view."""
    text = json.dumps(view)
    return {card for card in CARDS if f'"{card}"' in text}


def opened():
    return draft(
        seat(hand=["zeppelin.1", "zeppelin.2"], picked="zeppelin.3"),
        seat(hand=["museum.1", "museum.2", "atlantis.1"]),
        seat(hand=["satellites.1", "roswell.1"], picked="giant-dam.1"),
        deck=["submarine.1", "submarine.2"],
        discard=["wind-turbines.1"],
        server_seed="00ff",
    )


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [
        (0, {"zeppelin.1", "zeppelin.2", "zeppelin.3"}),
        (1, {"museum.1", "museum.2", "atlantis.1"}),
        (2, {"satellites.1", "roswell.1", "giant-dam.1"}),
        (None, set()),
    ],
)
def test_r50_a_view_names_no_card_of_other_hands_picks_and_deck(viewer, cards):
    assert named(game.view(opened(), viewer)) == cards | {"wind-turbines.1"}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r50_the_seed_of_the_shuffle_is_in_no_view(viewer):
    state = game.fold(game.new({"seats": 2}, seed="ab" * 32))
    assert state.server_seed == "ab" * 32
    assert "abab" not in json.dumps(game.view(state, viewer))


def test_r50_the_deck_shows_its_size_only():
    state = opened()
    turned = state._replace(deck=state.deck[::-1])
    for viewer in (0, 1, 2, None):
        assert game.view(state, viewer)["deck_size"] == 2
        assert game.view(state, viewer) == game.view(turned, viewer)


def test_r50_a_pick_shows_to_its_seat_only():
    state = opened()
    assert [game.view(state, viewer)["picked"] for viewer in (0, 1, 2, None)] == [
        "zeppelin.3",
        None,
        "giant-dam.1",
        None,
    ]
    assert [other["ready"] for other in game.view(state, None)["seats"]] == [True, False, True]


def test_r50_a_card_of_an_undoable_pick_is_hidden_from_others():
    state = after(draft(seat(hand=["zeppelin.1", "museum.1"]), seat(hand=["roswell.1"])), Draft(0, "museum.1"))
    assert named(game.view(state, 1)) == {"roswell.1"}
    assert game.view(state, 0)["undoable"] == 1
    assert game.view(state, 1)["undoable"] is None


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r50_boards_are_public_as_they_change(viewer):
    state = planning(
        seat(drafted=["museum.1", "zeppelin.1", "wind-turbines.1"], krystallium=1, generals=2, financiers=3),
        seat(constructed=["roswell.1"]),
    )
    state = after(state, Slate(0, "zeppelin.1"), Recycle(0, "museum.1", "empire"))
    state = after(state, Place(0, "krystallium", "zeppelin.1", "energy"))
    view = game.view(state, viewer)
    own = view["seats"][0]
    assert own["drafted"] == ["wind-turbines.1"]
    assert own["construction"] == [
        {
            "card": "zeppelin.1",
            "spaces": [{"needs": "energy", "filled": "krystallium"}, {"needs": "energy", "filled": None}],
        }
    ]
    assert own["empire_cubes"] == {"exploration": 1}
    assert (own["krystallium"], own["generals"], own["financiers"]) == (0, 2, 3)
    assert view["discard"] == ["museum.1"]
    assert view["seats"][1]["constructed"] == ["roswell.1"]
    assert [other["empire"] for other in view["seats"]] == ["noram-states", "republic-of-europe"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r34_r50_won_characters_and_open_choices_are_public(viewer):
    won = {"round": 1, "step": "science", "seat": 1, "character": None}
    view = game.view(production("science", seat(), seat(choosing=True, cubes=2), supremacy=[won]), viewer)
    assert view["supremacy"] == [won]
    assert [other["choosing"] for other in view["seats"]] == [False, True]
    assert view["seats"][1]["cubes_to_place"] == {"science": 2}


def test_r14_r50_cards_left_in_hands_are_public_in_the_discard_pile():
    state = draft(
        seat(hand=["zeppelin.1", "museum.1"], drafted=[f"wind-turbines.{n}" for n in range(1, 7)]),
        seat(hand=["zeppelin.2", "roswell.1"], drafted=[f"recycling-plant.{n}" for n in range(1, 7)]),
    )
    state = after(state, Draft(0, "zeppelin.1"), Draft(1, "zeppelin.2"))
    for viewer in (0, 1, None):
        assert game.view(state, viewer)["discard"] == ["museum.1", "roswell.1"]
        assert game.view(state, viewer)["passed"] == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("side", ["A", "B"])
def test_r50_a_view_has_the_agreed_names(seats, side):
    for state in walk(Play(1, seats, side)).states[::20]:
        for viewer in (0, seats - 1, None):
            view = game.view(state, viewer)
            assert with_agreed_names(view)["seat"] == viewer
            assert json.loads(json.dumps(view)) == view


def hidden_cards_seen(seats, seed):
    """(state, viewer, hidden cards the viewer has held in this round) at every version of a game, from hands alone."""
    held = [set() for _ in range(seats)]
    state = game.State()
    for event in walk(Play(seed, seats)).events:
        state = game.fold([event], state)
        if type(event).__name__ == "HandsDealt":
            held = [set() for _ in range(seats)]
        for viewer, own in enumerate(state.seats):
            held[viewer] |= {*own.hand}
            others = [other for index, other in enumerate(state.seats) if index != viewer]
            hidden = {card for other in others for card in (*other.hand, other.picked)}
            yield state, viewer, sorted(held[viewer] & hidden)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r12_r50_passed_are_the_hidden_cards_of_hands_a_seat_has_passed_on(seats):
    """R50: at every version, so also between the reveal of picks and the passing of hands, in both directions."""
    some = 0
    for state, viewer, cards in hidden_cards_seen(seats, seed=seats):
        assert game.view(state, viewer)["passed"] == cards, (state.version, viewer)
        some += len(cards)
    assert some


def test_r50_a_spectator_has_no_hand_pick_or_undo():
    view = game.view(opened(), None)
    assert view["seat"] is None
    assert (view["hand"], view["picked"], view["passed"], view["candidates"]) == ([], None, [], [])
    assert view["undoable"] is None
