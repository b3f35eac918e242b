"""Construction: cost spaces, completion, krystallium from the empire card (R40-R47)."""

from game.cards import CARDS, CHARACTERS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.events import CardConstructed, CardDiscarded, Event, ItemPlaced, KrystalliumMade
from game.intentions import Discard, Place
from game.message import Message
from game.model import CUBES_PER_KRYSTALLIUM, Seat, Site, State
from game.refused import Refused
from game.sites import fill, find


def after_placing(construction: tuple[Site, ...], card: str, kind: str, item: str) -> tuple[Site, ...]:
    """The construction area after `item` was placed on the card's first open space of that kind."""
    return tuple([fill(site, kind, item) if site.card == card else site for site in construction])


def last_space(site: Site) -> bool:
    """Whether a single space of the card is still open."""
    return len(site.open) == 1 and site.filled.count(None) == 1


def completion(index: int, site: Site) -> list[Event]:
    """The events after one more space of the site is filled: the last space constructs the card (R42, R43)."""
    if not last_space(site):
        return []
    design = CARDS[site.card]
    return [CardConstructed(index, site.card, design.krystallium, design.generals, design.financiers)]


def minting(index: int, seat: Seat) -> list[Event]:
    """The events after one more cube on the empire card: five become a krystallium (R45)."""
    return [KrystalliumMade(index)] if len(seat.empire_cubes) + 1 == CUBES_PER_KRYSTALLIUM else []


def place(state: State, index: int, seat: Seat, intention: Place) -> list[Event]:
    """Place a cube of the step, krystallium or a character (R35, R40, R41)."""
    item, onto, kind = intention.item, intention.onto, intention.kind
    if kind is not None and item != KRYSTALLIUM:
        raise Refused("invalid_intention", "as is for krystallium only")
    if not owned(state, seat, item):
        raise Refused("item_not_owned", Message("you have no {item} to place", item=Message(item)))
    if onto == EMPIRE:
        if item not in RESOURCES:
            raise Refused("no_open_space", Message("{item} cannot be placed on the empire card", item=Message(item)))
        return [ItemPlaced(index, item, onto), *minting(index, seat)]
    site = under_construction(seat, onto)
    if item == KRYSTALLIUM:
        kind = krystallium_space(site, kind)
    elif item not in site.open:
        raise Refused("no_open_space", Message("{card} has no open space for {item}", card=onto, item=Message(item)))
    return [ItemPlaced(index, item, onto, kind), *completion(index, site)]


def krystallium_space(site: Site, kind: str | None) -> str:
    """The kind of space that a krystallium fills; if `kind` is None, the only kind that is open (R40)."""
    kinds = [k for k in site.open if k not in CHARACTERS]
    if kind is None and len(kinds) > 1:
        raise Refused(
            "ambiguous_space", Message("name the kind of space of {card} with as: {kinds}", card=site.card, kinds=kinds)
        )
    if not kinds or (kind is not None and kind not in kinds):
        raise Refused("no_open_space", Message("{card} has no such open space for krystallium", card=site.card))
    return kind or kinds[0]


def discard(state: State, index: int, seat: Seat, intention: Discard) -> list[Event]:
    """Discard a card under construction; its recycling bonus goes to the empire card (R46)."""
    under_construction(seat, intention.card)
    return [CardDiscarded(index, intention.card), *minting(index, seat)]


def under_construction(seat: Seat, card: str) -> Site:
    """The site of the card. Raises Refused."""
    site = find(seat, card)
    if site is None:
        raise Refused("card_not_under_construction", Message("{card} is not in your construction area", card=card))
    return site


def owned(state: State, seat: Seat, item: str) -> bool:
    """Whether the seat has the item to place now."""
    if item == KRYSTALLIUM:
        return seat.krystallium > 0
    if item == "general":
        return seat.generals > 0
    if item == "financier":
        return seat.financiers > 0
    return item == state.step and seat.cubes > 0
