"""Transitions of hands: pools and redraws of a solo game, and the draft."""

from game import events as e
from game.draft import dealt_hands, passed_hands
from game.model import State, Undo
from game.sites import site
from game.solo import set_up
from game.transitions.change import begin_for_all, in_time, replace_seat


def pools_formed(state: State, event: e.PoolsFormed) -> State:
    pools, deck = set_up(state.deck, event.required)
    seats = [seat._replace(construction=tuple([site(card) for card in event.required])) for seat in state.seats]
    return begin_for_all(state, seats, deck=deck, pools=pools)


def pool_taken(state: State, event: e.PoolTaken) -> State:
    seats = [seat._replace(hand=event.cards, undo=None) for seat in state.seats]
    if event.sequence == 2:
        return begin_for_all(state, seats, sequence=2, pools=state.pools[1:])
    seats = [seat._replace(produced=None, ready=False) for seat in seats]
    return begin_for_all(
        state, seats, round=state.round + 1, phase="planning", step=None, sequence=1, pools=state.pools[1:]
    )


def cards_redrawn(state: State, event: e.CardsRedrawn) -> State:
    seat = state.seats[event.seat]
    hand = tuple([card for card in seat.hand if card not in event.cards])
    changed = seat._replace(hand=hand, candidates=event.candidates, undo=None)
    deck = (state.deck + event.under)[len(event.candidates) :]
    if event.under:
        return replace_seat(state, event.seat, changed, deck=deck, discard=(), reshuffles=state.reshuffles + 1)
    return replace_seat(state, event.seat, changed, deck=deck, discard=state.discard + event.cards)


def card_kept(state: State, event: e.CardKept) -> State:
    seat = state.seats[event.seat]
    undo = Undo(state.version + 1, seat, event.discarded)
    changed = seat._replace(hand=(*seat.hand, event.card), candidates=(), undo=undo)
    return replace_seat(state, event.seat, changed, discard=state.discard + event.discarded)


def hands_dealt(state: State, event: e.HandsDealt) -> State:
    hands = dealt_hands(state, event.size)
    seats = [
        seat._replace(hand=hand, produced=None, ready=False, undo=None)
        for seat, hand in zip(state.seats, hands, strict=True)
    ]
    deck = state.deck[event.size * len(seats) :]
    return begin_for_all(state, seats, round=state.round + 1, phase="draft", step=None, passes=0, deck=deck)


def card_drafted(state: State, event: e.CardDrafted) -> State:
    seat = state.seats[event.seat]
    hand = tuple([card for card in seat.hand if card != event.card])
    undo = Undo(state.version + 1, seat, ())
    return replace_seat(state, event.seat, in_time(seat._replace(hand=hand, picked=event.card, undo=undo)))


def picks_revealed(state: State, event: e.PicksRevealed) -> State:
    pairs = list(zip(state.seats, event.picks, strict=True))
    hands = [tuple([card for card in seat.hand if card != pick]) for seat, pick in pairs]
    if event.passed is not None:
        hands = passed_hands(hands, event.passed)
    seats = [
        seat._replace(hand=hand, picked=None, drafted=(*seat.drafted, pick), undo=None)
        for (seat, pick), hand in zip(pairs, hands, strict=True)
    ]
    return begin_for_all(state, seats, passes=state.passes + (event.passed is not None))


def hands_discarded(state: State, event: e.HandsDiscarded) -> State:
    return begin_for_all(state, [seat._replace(hand=()) for seat in state.seats], discard=state.discard + event.cards)
