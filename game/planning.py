"""Planning: each drafted card is slated or recycled (R20-R24)."""

from game.cards import CARDS, EMPIRE
from game.construction import completion, minting, under_construction
from game.events import CardRecycled, CardSlated, Event
from game.intentions import Recycle, Slate
from game.message import Message
from game.model import Seat, State
from game.refused import Refused
from game.solo import next_pool


def slate(state: State, index: int, seat: Seat, intention: Slate) -> list[Event]:
    """Put a drafted card under construction (R20)."""
    _must_have(seat, intention.card)
    return [CardSlated(index, intention.card), *next_pool(state, seat)]


def recycle(state: State, index: int, seat: Seat, intention: Recycle) -> list[Event]:
    """Discard a drafted card and place the cube of its recycling bonus at once (R20-R22)."""
    card, onto = intention.card, intention.onto
    _must_have(seat, card)
    cube = CARDS[card].recycling
    recycled = CardRecycled(index, card, onto)
    if onto == EMPIRE:
        return [recycled, *minting(index, seat), *next_pool(state, seat)]
    site = under_construction(seat, onto)
    if cube not in site.open:
        raise Refused("no_open_space", Message("{card} has no open space for {item}", card=onto, item=Message(cube)))
    return [recycled, *completion(index, site), *next_pool(state, seat)]


def _must_have(seat: Seat, card: str) -> None:
    """Check that the card is in the seat's draft area, or in a solo game in its hand (R20, R62)."""
    if card not in seat.drafted and card not in seat.hand:
        raise Refused("card_not_drafted", Message("{card} is not among your cards to plan", card=card))
