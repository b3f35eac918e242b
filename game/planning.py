"""Planning: each drafted card is slated or recycled (R20-R24)."""

from dataclasses import dataclass
from functools import lru_cache

from game.cards import CARDS, EMPIRE
from game.construction import after_placing, completion, minting, places_for, site, under_construction
from game.declared import ALL, MOVE, Event, Intention, event, intention_type
from game.field_types import Card, SeatNumber, Target
from game.message import Message
from game.model import Seat, Site, State, Undo, replace_seat
from game.refused import Refused
from game.solo import next_pool
from game.stages import begin_for_all


@event("planning_begun", MOVE, public=ALL, news="beginning")
@dataclass(frozen=True, slots=True)
class PlanningBegun(Event):
    """All cards are drafted."""

    def apply(self, state: State) -> State:
        return begin_for_all(state, state.seats, phase="planning")


@intention_type("slate", phases=("planning",))
@dataclass(frozen=True, slots=True)
class Slate(Intention):
    """Put a drafted card under construction (R20)."""

    card: Card

    def decide(self, state: State, seat: Seat) -> list[Event]:
        _must_have(seat, self.card)
        return [CardSlated(self.seat, self.card), *next_pool(state, seat)]


@event("card_slated", MOVE, public=ALL, caused_by=Slate)
@dataclass(frozen=True, slots=True)
class CardSlated(Event):
    """The card is under construction."""

    seat: SeatNumber
    card: Card

    def apply(self, state: State) -> State:
        seat, card = state.seats[self.seat], self.card
        changed = seat._replace(
            drafted=tuple([c for c in seat.drafted if c != card]),
            hand=tuple([c for c in seat.hand if c != card]),
            construction=(*seat.construction, site(card)),
            undo=Undo(state.version + 1, seat, ()),
        )
        return replace_seat(state, self.seat, changed)


@intention_type("recycle", phases=("planning",))
@dataclass(frozen=True, slots=True)
class Recycle(Intention):
    """Discard a drafted card for a cube, placed at once on a card or the empire (R20, R21)."""

    card: Card
    onto: Target

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """The cube is that of the card's recycling bonus (R20-R22)."""
        card, onto = self.card, self.onto
        _must_have(seat, card)
        cube = CARDS[card].recycling
        recycled = CardRecycled(self.seat, card, onto)
        if onto == EMPIRE:
            return [recycled, *minting(self.seat, seat), *next_pool(state, seat)]
        target = under_construction(seat, onto)
        if cube not in target.open:
            detail = Message("{card} has no open space for {item}", card=onto, item=Message(cube))
            raise Refused("no_open_space", detail)
        return [recycled, *completion(self.seat, target), *next_pool(state, seat)]


@event("card_recycled", MOVE, public=ALL, caused_by=Recycle)
@dataclass(frozen=True, slots=True)
class CardRecycled(Event):
    """The cube of its recycling bonus went `onto` a card under construction or the empire card (R20, R21)."""

    seat: SeatNumber
    card: Card
    onto: Target = EMPIRE

    def apply(self, state: State) -> State:
        seat, card = state.seats[self.seat], self.card
        drafted = tuple([c for c in seat.drafted if c != card])
        hand = tuple([c for c in seat.hand if c != card])
        cube, undo = CARDS[card].recycling, Undo(state.version + 1, seat, (card,))
        if self.onto == EMPIRE:
            changed = seat._replace(drafted=drafted, hand=hand, empire_cubes=(*seat.empire_cubes, cube), undo=undo)
        else:
            construction = after_placing(seat.construction, self.onto, cube, cube)
            changed = seat._replace(drafted=drafted, hand=hand, construction=construction, undo=undo)
        return replace_seat(state, self.seat, changed, discard=(*state.discard, card))


_slate = lru_cache(maxsize=1 << 10)(Slate)
_recycle = lru_cache(maxsize=1 << 15)(Recycle)


def recyclings(index: int, cards: list[str], sites: list[Site]) -> list[Intention]:
    """Each way to recycle one of the sorted cards."""
    places: dict[str, list[str]] = {}
    found: list[Intention] = []
    for card in cards:
        cube = CARDS[card].recycling
        if cube not in places:
            places[cube] = places_for(sites, cube)
        found += [_recycle(index, card, onto) for onto in places[cube]]
    return found


def slatings(index: int, cards: list[str]) -> list[Intention]:
    """Each of the sorted cards put under construction."""
    return [_slate(index, card) for card in cards]


def _must_have(seat: Seat, card: str) -> None:
    """Check that the card is in the seat's draft area, or in a solo game in its hand (R20, R62)."""
    if card not in seat.drafted and card not in seat.hand:
        raise Refused("card_not_drafted", Message("{card} is not among your cards to plan", card=card))
