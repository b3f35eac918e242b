"""Sites: cards under construction, and the items on their spaces (R40)."""

from game.cards import CARDS
from game.model import Seat, Site


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


def find(seat: Seat, card: str) -> Site | None:
    """The site of a card in the seat's construction area."""
    for site in seat.construction:
        if site.card == card:
            return site
    return None
