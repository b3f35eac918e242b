"""Construction: cost spaces, completion, krystallium from the empire card (R40-R47)."""

from dataclasses import dataclass
from functools import lru_cache

from game.cards import CARDS, CHARACTERS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.declared import ALL, MOVE, Event, Intention, event, intention_type
from game.field_types import Card, Item, SeatNumber, Space, Target, Tokens
from game.message import Message
from game.model import CUBES_PER_KRYSTALLIUM, Seat, Site, State, Undo, replace_seat
from game.refused import Refused

BUILDING = ("planning", "production")
"""The phases in which seats build."""


@intention_type("place", phases=BUILDING)
@dataclass(frozen=True, slots=True)
class Place(Intention):
    """Place a cube of the step (R35), krystallium or a character (R41).

    `kind` (in the body: `as`) is the kind of space a krystallium fills.
    """

    item: Item
    onto: Target
    kind: Space | None = None

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """The last space of a card constructs it (R35, R40, R41)."""
        item, onto, kind = self.item, self.onto, self.kind
        if kind is not None and item != KRYSTALLIUM:
            raise Refused("invalid_intention", "as is for krystallium only")
        if not owned(state, seat, item):
            raise Refused("item_not_owned", Message("you have no {item} to place", item=Message(item)))
        if onto == EMPIRE:
            if item not in RESOURCES:
                detail = Message("{item} cannot be placed on the empire card", item=Message(item))
                raise Refused("no_open_space", detail)
            return [ItemPlaced(self.seat, item, onto), *minting(self.seat, seat)]
        target = under_construction(seat, onto)
        if item == KRYSTALLIUM:
            kind = krystallium_space(target, kind)
        elif item not in target.open:
            detail = Message("{card} has no open space for {item}", card=onto, item=Message(item))
            raise Refused("no_open_space", detail)
        return [ItemPlaced(self.seat, item, onto, kind), *completion(self.seat, target)]


@event("item_placed", MOVE, public=ALL, caused_by=Place)
@dataclass(frozen=True, slots=True)
class ItemPlaced(Event):
    """`kind`: the kind of space that a krystallium fills, None for other items."""

    seat: SeatNumber
    item: Item
    onto: Target = EMPIRE
    kind: Space | None = None

    def apply(self, state: State) -> State:
        seat, item = state.seats[self.seat], self.item
        undo = Undo(state.version + 1, seat, ())
        if self.onto == EMPIRE:
            changed = seat._replace(cubes=seat.cubes - 1, empire_cubes=(*seat.empire_cubes, item), undo=undo)
            return replace_seat(state, self.seat, changed)
        construction = after_placing(seat.construction, self.onto, self.kind or item, item)
        if item in RESOURCES:
            changed = seat._replace(cubes=seat.cubes - 1, construction=construction, undo=undo)
        elif item == KRYSTALLIUM:
            changed = seat._replace(krystallium=seat.krystallium - 1, construction=construction, undo=undo)
        elif item == "general":
            changed = seat._replace(generals=seat.generals - 1, construction=construction, undo=undo)
        else:
            changed = seat._replace(financiers=seat.financiers - 1, construction=construction, undo=undo)
        return replace_seat(state, self.seat, changed)


@intention_type("discard", phases=BUILDING)
@dataclass(frozen=True, slots=True)
class Discard(Intention):
    """Give up a card under construction (R46)."""

    card: Card

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """Its recycling bonus goes to the empire card (R46)."""
        under_construction(seat, self.card)
        return [CardDiscarded(self.seat, self.card), *minting(self.seat, seat)]


@event("card_discarded", MOVE, public=ALL, caused_by=Discard)
@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """The cube of its recycling bonus went to the empire card (R46)."""

    seat: SeatNumber
    card: Card

    def apply(self, state: State) -> State:
        seat, card = state.seats[self.seat], self.card
        changed = seat._replace(
            construction=tuple([s for s in seat.construction if s.card != card]),
            empire_cubes=(*seat.empire_cubes, CARDS[card].recycling),
            undo=Undo(state.version + 1, seat, (card,)),
        )
        return replace_seat(state, self.seat, changed, discard=(*state.discard, card))


@event("card_constructed", MOVE, public=ALL, news="proud")
@dataclass(frozen=True, slots=True)
class CardConstructed(Event):
    """`krystallium`, `generals`, `financiers`: the construction bonus received (R42, R43)."""

    seat: SeatNumber
    card: Card
    krystallium: Tokens = 0
    generals: Tokens = 0
    financiers: Tokens = 0

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        changed = seat._replace(
            construction=tuple([s for s in seat.construction if s.card != self.card]),
            constructed=(*seat.constructed, self.card),
            krystallium=seat.krystallium + self.krystallium,
            generals=seat.generals + self.generals,
            financiers=seat.financiers + self.financiers,
        )
        return replace_seat(state, self.seat, changed)


@event("krystallium_made", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class KrystalliumMade(Event):
    """Five cubes on the empire card became one krystallium (R45)."""

    seat: SeatNumber

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        return replace_seat(state, self.seat, seat._replace(empire_cubes=(), krystallium=seat.krystallium + 1))


# Sites: cards under construction, and the items on their spaces (R40)


def site(card: str) -> Site:
    """A card newly put under construction, all its spaces open."""
    spaces = CARDS[card].spaces
    return Site(card, (None,) * len(spaces), tuple(dict.fromkeys(spaces)))


def fill(site: Site, kind: str, item: str) -> Site:
    """The site with `item` on its first open space of that kind, which must be open (R40)."""
    spaces, filled = CARDS[site.card].spaces, site.filled
    at = spaces.index(kind)
    while filled[at] is not None:
        at += 1
    more = at + 1 < len(spaces) and spaces[at + 1] == kind
    still = site.open if more else tuple([k for k in site.open if k != kind])
    items = list(filled)
    items[at] = item
    return Site(site.card, tuple(items), still)


def after_placing(construction: tuple[Site, ...], card: str, kind: str, item: str) -> tuple[Site, ...]:
    """The construction area after `item` was placed on the card's first open space of that kind."""
    return tuple([fill(site, kind, item) if site.card == card else site for site in construction])


def find(seat: Seat, card: str) -> Site | None:
    """The site of a card in the seat's construction area."""
    for site in seat.construction:
        if site.card == card:
            return site
    return None


def under_construction(seat: Seat, card: str) -> Site:
    """The site of the card. Raises Refused(`card_not_under_construction`)."""
    site = find(seat, card)
    if site is None:
        raise Refused("card_not_under_construction", Message("{card} is not in your construction area", card=card))
    return site


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


def owned(state: State, seat: Seat, item: str) -> bool:
    """Whether the seat has the item to place now."""
    if item == KRYSTALLIUM:
        return seat.krystallium > 0
    if item == "general":
        return seat.generals > 0
    if item == "financier":
        return seat.financiers > 0
    return item == state.step and seat.cubes > 0


# What a seat may do now

_place = lru_cache(maxsize=1 << 14)(Place)
_discard = lru_cache(maxsize=1 << 10)(Discard)
STEPS_SORTED_AFTER_CHARACTERS = tuple(step for step in RESOURCES if step > min(CHARACTERS))
"""Their names sort after those of characters, while `placings` lists their cubes first."""


def discards(index: int, sites: list[Site]) -> list[Intention]:
    """Each card under construction given up, in the order of the sites."""
    return [_discard(index, site.card) for site in sites]


def placings(state: State, index: int, seat: Seat, sites: list[Site]) -> list[Intention]:
    """Everything that the seat can place now on these sites and the empire card, sorted if the sites are (R35, R41)."""
    found: list[Intention] = []
    if seat.cubes and state.step is not None:
        found += [_place(index, state.step, onto) for onto in places_for(sites, state.step)]
    if seat.financiers:
        found += [_place(index, "financier", site.card) for site in sites if "financier" in site.open]
    if seat.generals:
        found += [_place(index, "general", site.card) for site in sites if "general" in site.open]
    if seat.krystallium:
        found += [
            _place(index, KRYSTALLIUM, site.card, kind)
            for site in sites
            for kind in sorted(site.open)
            if kind not in CHARACTERS
        ]
    if found and state.step in STEPS_SORTED_AFTER_CHARACTERS:
        found.sort(key=_item)
    return found


def places_for(sites: list[Site], cube: str) -> list[str]:
    """The places for a cube: cards with an open space of its kind and the empire card, sorted."""
    places = [site.card for site in sites if cube in site.open]
    places.append(EMPIRE)
    places.sort()
    return places


def _item(placing: Intention) -> str:
    return placing.item if isinstance(placing, Place) else ""
