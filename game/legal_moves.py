"""Legal moves: every intention that `decide` accepts from a seat.

This repeats the rules for speed; a property test compares it with `decide` in both directions.
"""

from functools import lru_cache
from itertools import combinations

from game.cards import CARDS, CHARACTERS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.intentions import Choose, Discard, Draft, Intention, Keep, Place, Ready, Recycle, Redraw, Slate
from game.model import Seat, Site, State
from game.solo import REDRAW_CARDS
from game.table import is_paused

# The same few intentions occur again and again, and creating a frozen dataclass costs more than looking one up.
_draft = lru_cache(maxsize=1 << 10)(Draft)
_slate = lru_cache(maxsize=1 << 10)(Slate)
_recycle = lru_cache(maxsize=1 << 15)(Recycle)
_place = lru_cache(maxsize=1 << 14)(Place)
_keep = lru_cache(maxsize=1 << 10)(Keep)
_redraw = lru_cache(maxsize=1 << 14)(Redraw)
_discard = lru_cache(maxsize=1 << 10)(Discard)
_ready = lru_cache(maxsize=8)(Ready)


def legal(state: State, index: int) -> list[Intention]:
    """Each intention that `decide` accepts from a seat, once, in canonical form (`as` given with krystallium).

    Sorted by type and then by the fields of the type: card, item, onto, as.
    """
    if state.status != "playing" or not 0 <= index < len(state.seats) or is_paused(state):
        return []
    seat = state.seats[index]
    if state.phase == "draft":
        return [] if seat.picked is not None else [_draft(index, card) for card in sorted(seat.hand)]
    if seat.ready or state.phase == "finished":
        return []
    if seat.choosing:
        return [Choose(index, character) for character in sorted(CHARACTERS)]
    if seat.candidates:
        return [_keep(index, card) for card in sorted(seat.candidates)]
    sites = sorted(seat.construction)
    found: list[Intention] = [_discard(index, site.card) for site in sites]
    found += placings(state, index, seat, sites)
    if seat.drafted or seat.hand:
        cards = sorted(seat.drafted or seat.hand)
        places: dict[str, list[str]] = {}
        for card in cards:
            cube = CARDS[card].recycling
            if cube not in places:
                places[cube] = _places(sites, cube)
            found += [_recycle(index, card, onto) for onto in places[cube]]
        if seat.hand and len(state.deck) + len(state.discard) + 2 >= REDRAW_CARDS:
            found += [_redraw(index, pair) for pair in combinations(cards, 2)]
        found += [_slate(index, card) for card in cards]
    elif not seat.cubes:
        found.append(_ready(index))
        # "ready" sorts before "recycle", "redraw" and "slate", which exist only while it does not
    return found


def _places(sites: list[Site], cube: str) -> list[str]:
    """The places for a cube: open spaces of its kind and the empire card, sorted."""
    places = [site.card for site in sites if cube in site.open]
    places.append(EMPIRE)
    places.sort()
    return places


def placings(state: State, index: int, seat: Seat, sites: list[Site]) -> list[Intention]:
    """Everything that the seat can place now on these sites and the empire card, sorted if the sites are (R35, R41)."""
    found: list[Intention] = []
    if seat.cubes and state.step is not None:
        found += [_place(index, state.step, onto) for onto in _places(sites, state.step)]
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


STEPS_SORTED_AFTER_CHARACTERS = tuple(step for step in RESOURCES if step > min(CHARACTERS))
"""Their names sort after those of characters, while `placings` lists their cubes first."""


def _item(placing: Intention) -> str:
    return placing.item if isinstance(placing, Place) else ""
