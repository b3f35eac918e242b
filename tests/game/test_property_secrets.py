"""R50 as a property: states that differ only in cards hidden from a seat look the same to it."""

import json
from random import Random

import game
from game.draft import Draft, HandsDealt
from game.planning import Slate
from game.solo import CardsRedrawn, Keep, PoolTaken
from game.views.determinization import partial_state
from tests.game.play import Play, walk
from tests.game.random_games import for_random_games
from tests.game.test_properties import cards
from tests.game.test_property_legal import possible_intentions
from tests.golden.recorded import with_agreed_names


def moments(play, count):
    """(state, cards each seat has held in the round) at some versions, within groups too, most of them with hands."""
    rng = Random(play.seed)
    events = walk(play).events
    states, held = [game.fold(events[: len(walk(play).opening) - 1])], [[set()] * play.seats]
    for event in events[len(walk(play).opening) - 1 :]:
        states.append(game.fold([event], states[-1]))
        kept = [set()] * play.seats if isinstance(event, HandsDealt | PoolTaken) else held[-1]
        held.append([old | {*seat.hand} for old, seat in zip(kept, states[-1].seats, strict=True)])
    handed = [at for at, state in enumerate(states) if state.seats[-1].hand or state.seats[-1].candidates]
    for at in [rng.choice(handed) for _ in range(count)] + [rng.randrange(1, len(states)), len(states) - 1]:
        yield states[at], held[at], rng


def permuted(state, viewer, held, rng):
    """A state that looks the same to the viewer (None: a spectator): unseen cards permuted, another seed.

    A hand the viewer has held keeps its cards, between hand and pick; all other hands and the deck mix freely.
    """
    groups, free = [], [*state.deck, *(card for pool in state.pools for card in pool)]
    for index, seat in enumerate(state.seats):
        if index != viewer:
            hand = [*seat.hand, *seat.candidates, *([seat.picked] if seat.picked else [])]
            known = held & {*hand}
            assert known in (set(), {*hand}), "the viewer knows all cards of a hand or none"
            if known:
                groups.append(hand)
            else:
                free += hand
    other_card = {
        old: new for group in (*groups, free) for old, new in zip(group, rng.sample(group, len(group)), strict=True)
    }
    seats = [seat if index == viewer else with_other_cards(seat, other_card) for index, seat in enumerate(state.seats)]
    deck = tuple(other_card[card] for card in state.deck)
    pools = tuple(tuple(other_card[card] for card in pool) for pool in state.pools)
    return state._replace(seats=tuple(seats), pools=pools, deck=deck, server_seed="5ec7e7")


def with_other_cards(seat, other_card):
    undo = seat.undo and seat.undo._replace(before=with_other_cards(seat.undo.before, other_card))
    hand = tuple(other_card.get(card, card) for card in seat.hand)
    candidates = tuple(other_card.get(card, card) for card in seat.candidates)
    return seat._replace(hand=hand, candidates=candidates, picked=other_card.get(seat.picked, seat.picked), undo=undo)


def text(value):
    return json.dumps(value, ensure_ascii=False)


def answer(state, intention):
    """A refusal in full; of an accepted intention the seat's own event, of a redraw without what it first shows."""
    try:
        event = game.decide(state, intention)[0]
        return event.cards if isinstance(event, CardsRedrawn) else event
    except game.Refused as refused:
        return refused.code, refused.detail


def undo_answer(state, index):
    try:
        return game.undo(state, index)
    except game.Refused as refused:
        return refused.code, refused.detail


@for_random_games(6)
def test_r50_a_view_reveals_nothing_that_its_seat_may_not_know(play):
    for state, held, rng in moments(play, 4):
        for viewer in (*range(play.seats), None):
            other = permuted(state, viewer, held[viewer] if viewer is not None else set(), rng)
            assert cards(other) == cards(state)
            assert text(game.view(other, viewer)) == text(game.view(state, viewer))


@for_random_games(5)
def test_r50_legal_intentions_and_refusals_reveal_nothing_either(play):
    for state, held, rng in moments(play, 2):
        viewer = rng.randrange(play.seats)
        other = permuted(state, viewer, held[viewer], rng)
        assert game.legal(other, viewer) == game.legal(state, viewer)
        assert undo_answer(other, viewer) == undo_answer(state, viewer)
        hidden = [card for seat in state.seats for card in (*seat.hand, seat.picked) if card] + [*state.deck[:5]]
        intentions = [cls(viewer, card) for card in hidden for cls in (Draft, Keep, Slate)]
        for intention in intentions + rng.sample([*possible_intentions(state, viewer, rng)], 60):
            assert answer(other, intention) == answer(state, intention)


@for_random_games(6)
def test_an_imagined_state_gives_the_same_view(play):
    for state, _, rng in moments(play, 3):
        for viewer in (*range(play.seats), None):
            view = json.loads(json.dumps(game.view(state, viewer)))
            imagined = game.imagine(view, rng)
            assert game.view(imagined, viewer) == view
            assert cards(imagined) == cards(state)
            assert game.state(json.loads(json.dumps(game.facts(imagined)))) == imagined
            if viewer is not None:
                assert game.legal(imagined, viewer) == game.legal(state, viewer)


@for_random_games(4)
def test_the_agreed_names_of_a_view_are_enough_to_imagine_and_to_list_legal_intentions(play):
    rng = Random(play.seed)
    states = walk(play).states
    for state in [states[-1], *(rng.choice(states) for _ in range(4))]:
        for viewer in range(play.seats):
            view = with_agreed_names(json.loads(json.dumps(game.view(state, viewer))))
            assert with_agreed_names(game.view(game.imagine(view, rng), viewer)) == view
            assert game.legal(partial_state(view), viewer) == game.legal(state, viewer)


@for_random_games(5)
def test_a_game_can_be_played_on_from_an_imagined_state(play):
    for state, _, rng in moments(play, 1):
        imagined = game.imagine(game.view(state, rng.randrange(play.seats)), rng)
        while waiting := game.waiting_on(imagined):
            if not (legal := game.legal(imagined, rng.choice(waiting))):
                break  # between the events of one group nobody can act
            imagined = game.fold(game.decide(imagined, rng.choice(legal)), imagined)
        assert cards(imagined) == cards(state)


def test_unseen_cards_are_drawn_anew_each_time():
    view = game.view(walk(Play(1, seats=4, steps=4)).state, 0)
    one, other = game.imagine(view, Random(1)), game.imagine(view, Random(2))
    assert game.imagine(view, Random(1)) == one
    assert one.deck != other.deck
    assert one.seats[2].hand != other.seats[2].hand
    assert one.server_seed == ""


def test_picks_of_a_hand_that_was_passed_on_are_drawn_anew_too():
    state = walk(Play(1, seats=4, steps=4)).state
    state = game.fold(game.decide(state, game.legal(state, 1)[0]), state)
    view = game.view(state, 0)
    imagined = [game.imagine(view, Random(seed)).seats[1] for seed in range(30)]
    assert {seat.picked for seat in imagined} == {*view["passed"]}
    assert all(sorted([*seat.hand, seat.picked]) == view["passed"] for seat in imagined)
