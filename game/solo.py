"""Solo planning: pools, redraws, the end of sequences (R60-R65)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from game.construction import site
from game.declared import ALL, MOVE, Event, Intention, event, intention_type
from game.field_types import Card, Cards, SeatNumber, Sequence, TwoCards
from game.message import Message
from game.model import Seat, State, Undo, is_solo, replace_seat
from game.refused import Refused
from game.scenarios import Scenario
from game.shuffle import shuffled
from game.stages import begin_for_all

Pool = tuple[str, ...]
POOLS, POOL_CARDS = 8, 5
"""Face-down pools, and the cards of each (R60)."""
REDRAW_CARDS: Final = 5
"""Cards of the deck that a redraw shows; one is kept (R62)."""


@event("pools_formed", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class PoolsFormed(Event):
    """A solo game forms its pools (R60). `required`: the scenario's cards, which go to the construction area."""

    required: Cards = ()

    def apply(self, state: State) -> State:
        pools, deck = set_up(state.deck, self.required)
        seats = [seat._replace(construction=tuple([site(card) for card in self.required])) for seat in state.seats]
        return begin_for_all(state, seats, deck=deck, pools=pools)


@event("pool_taken", MOVE, public=("sequence",), own_seat=("cards",), ends_undo=True, news="beginning")
@dataclass(frozen=True, slots=True)
class PoolTaken(Event):
    """`sequence`: 1 begins a round, 2 is its second; `cards` are the hand (R61)."""

    seat: SeatNumber
    sequence: Sequence
    cards: Cards

    def apply(self, state: State) -> State:
        seats = [seat._replace(hand=self.cards, undo=None) for seat in state.seats]
        if self.sequence == 2:
            return begin_for_all(state, seats, sequence=2, pools=state.pools[1:])
        seats = [seat._replace(produced=None, ready=False) for seat in seats]
        return begin_for_all(
            state, seats, round=state.round + 1, phase="planning", step=None, sequence=1, pools=state.pools[1:]
        )


@intention_type("redraw", phases=("planning",))
@dataclass(frozen=True, slots=True)
class Redraw(Intention):
    """Solo: discard two cards of the hand to see five of the deck (R62)."""

    cards: TwoCards

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """With fewer than five in the deck, the discard pile, these two included, is first shuffled under it (R65)."""
        if not is_solo(state):
            raise Refused("solo_only", "only solo games have redraws")
        cards = tuple(sorted(set(self.cards)))
        if len(cards) != 2 or len(self.cards) != 2:
            raise Refused("invalid_intention", "cards must be two different cards")
        for card in cards:
            if card not in seat.hand:
                raise Refused("card_not_in_hand", Message("{card} is not in your hand", card=card))
        if len(state.deck) >= REDRAW_CARDS:
            return [CardsRedrawn(self.seat, cards, state.deck[:REDRAW_CARDS])]
        purpose = f"discard-{state.reshuffles + 1}"
        under = shuffled((*state.discard, *cards), purpose, state.server_seed, state.client_seeds)
        deck = state.deck + under
        if len(deck) < REDRAW_CARDS:
            raise Refused("deck_exhausted", "deck and discard pile hold too few cards")
        return [CardsRedrawn(self.seat, cards, deck[:REDRAW_CARDS], under)]


@event("cards_redrawn", MOVE, public=("cards",), own_seat=("candidates",), caused_by=Redraw, ends_undo=True)
@dataclass(frozen=True, slots=True)
class CardsRedrawn(Event):
    """`cards` were discarded to see `candidates` (R62).

    `under`: the discard pile, these cards included, as it was shuffled under the deck first; empty if it was not (R65).
    """

    seat: SeatNumber
    cards: Cards
    candidates: Cards
    under: Cards = ()

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        hand = tuple([card for card in seat.hand if card not in self.cards])
        changed = seat._replace(hand=hand, candidates=self.candidates, undo=None)
        deck = (state.deck + self.under)[len(self.candidates) :]
        if self.under:
            return replace_seat(state, self.seat, changed, deck=deck, discard=(), reshuffles=state.reshuffles + 1)
        return replace_seat(state, self.seat, changed, deck=deck, discard=state.discard + self.cards)


@intention_type("keep", phases=("planning",))
@dataclass(frozen=True, slots=True)
class Keep(Intention):
    """Solo: keep one of the cards seen (R62)."""

    card: Card

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """The others are discarded (R62)."""
        if not seat.candidates:
            raise Refused("nothing_to_keep", "you have not redrawn")
        if self.card not in seat.candidates:
            raise Refused("card_not_seen", Message("{card} is not among the cards that you drew", card=self.card))
        others = tuple([card for card in seat.candidates if card != self.card])
        return [CardKept(self.seat, self.card, others)]


@event("card_kept", MOVE, public=("discarded",), own_seat=("card",), caused_by=Keep)
@dataclass(frozen=True, slots=True)
class CardKept(Event):
    """`discarded`: the other candidates (R62)."""

    seat: SeatNumber
    card: Card
    discarded: Cards

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        undo = Undo(state.version + 1, seat, self.discarded)
        changed = seat._replace(hand=(*seat.hand, self.card), candidates=(), undo=undo)
        return replace_seat(state, self.seat, changed, discard=state.discard + self.discarded)


def set_up(deck: Pool, required: Pool) -> tuple[tuple[Pool, ...], Pool]:
    """(pools, deck): pool k is cards 5k + 1 .. 5k + 5 of what is left without the required cards (R60)."""
    rest = tuple([card for card in deck if card not in required])
    return tuple([rest[i * POOL_CARDS : (i + 1) * POOL_CARDS] for i in range(POOLS)]), rest[POOLS * POOL_CARDS :]


def required_cards(scenario: Scenario | None) -> Pool:
    """Copy 1 of each design that the scenario names (R70-R75)."""
    return tuple([f"{design}.1" for design in scenario.required]) if scenario else ()


def take_pool(state: State, sequence: int) -> PoolTaken:
    """The first pool left becomes the hand (R61)."""
    return PoolTaken(0, sequence, state.pools[0])


def next_pool(state: State, seat: Seat) -> list[Event]:
    """The events after one more card leaves the hand: the first sequence ends by taking the second pool (R63)."""
    if state.sequence == 1 and len(seat.hand) == 1:
        return [take_pool(state, 2)]
    return []


_keep = lru_cache(maxsize=1 << 10)(Keep)
_redraw = lru_cache(maxsize=1 << 14)(Redraw)


def keeps(index: int, seat: Seat) -> list[Intention]:
    """Each of the cards seen that the seat may keep."""
    return [_keep(index, card) for card in sorted(seat.candidates)]


def redraws(state: State, index: int, cards: list[str]) -> list[Intention]:
    """Each pair of the hand's sorted cards that the seat may discard to see others."""
    if len(state.deck) + len(state.discard) + 2 < REDRAW_CARDS:
        return []
    return [_redraw(index, pair) for pair in combinations(cards, 2)]
