"""Planning: each drafted card is slated or recycled (R20-R24)."""

from game.cards import CARDS, EMPIRE
from game.construction import completion, minting, under_construction
from game.events import CardRecycled, CardSlated, Event
from game.intentions import Recycle, Slate
from game.refused import Refused
from game.state import Seat, State


def slate(state: State, index: int, seat: Seat, intention: Slate) -> list[Event]:
    """Put a drafted card under construction (R20)."""
    _in_draft_area(seat, intention.card)
    return [CardSlated(index, intention.card)]


def recycle(state: State, index: int, seat: Seat, intention: Recycle) -> list[Event]:
    """Discard a drafted card and place the cube of its recycling bonus at once (R20-R22)."""
    card, onto = intention.card, intention.onto
    _in_draft_area(seat, card)
    cube = CARDS[card].recycling
    recycled = CardRecycled(index, card, onto)
    if onto == EMPIRE:
        return [recycled, *minting(index, seat)]
    site = under_construction(seat, onto)
    if cube not in site.open:
        raise Refused("no_open_space", f"{onto} has no open space for {cube}")
    return [recycled, *completion(index, site)]


def _in_draft_area(seat: Seat, card: str) -> None:
    if card not in seat.drafted:
        raise Refused("card_not_drafted", f"{card} is not in your draft area")
