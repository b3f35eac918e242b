"""The legal actions of a seat, as a list of numbers and as a mask.

This repeats `game.legal` in numbers, for speed; a property test compares the two in both directions.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.cards import CARDS, CHARACTERS
from game.model import Seat, Site, State
from game.solo import POOL_CARDS, REDRAW_CARDS
from training.environments.actions import DESIGN_OF, NOOP, PAIRS, READY, WILD_KINDS, Layout

_WILD = {kind: number for number, kind in enumerate(WILD_KINDS)}
_PAIRS_OF = [[i for i, pair in enumerate(PAIRS) if pair[1] < cards] for cards in range(POOL_CARDS + 1)]
"""By the number of cards in a solo hand: the numbers of the pairs of them."""


def legal_actions(lay: Layout, state: State, index: int) -> list[int]:
    """The actions of seat `index` (0..n-1) that are legal now, each once; `noop` alone if the seat is done."""
    seat = state.seats[index]
    if state.phase == "draft":
        if seat.picked is not None:
            return [NOOP]
        return [lay.draft + design for design in {DESIGN_OF[card] for card in seat.hand}]
    if seat.ready or state.phase == "finished" or state.status != "playing":
        return [NOOP]
    if seat.choosing:
        return [lay.choose + i for i in range(len(CHARACTERS))]
    if seat.candidates:
        return [lay.keep + design for design in {DESIGN_OF[card] for card in seat.candidates}]
    sites = seat.construction[: lay.slots]
    found = [lay.discard + slot for slot in range(len(sites))]
    _add_placings(found, lay, state, seat, sites)
    cards = seat.drafted or seat.hand
    if cards:
        _add_planning(found, lay, cards, sites)
        if seat.hand and len(state.deck) + len(state.discard) + 2 >= REDRAW_CARDS:
            found += [lay.redraw + pair for pair in _PAIRS_OF[len(cards)]]
    elif not seat.cubes:
        found.append(READY)
    return found


def _add_placings(found: list[int], lay: Layout, state: State, seat: Seat, sites: tuple[Site, ...]) -> None:
    """What the seat can place now: a cube of the step, characters, krystallium (R35, R41)."""
    if seat.cubes:
        step = state.step
        found.append(lay.cube)
        found += [lay.cube + 1 + slot for slot, site in enumerate(sites) if step in site.open]
    if seat.generals:
        found += [lay.general + slot for slot, site in enumerate(sites) if "general" in site.open]
    if seat.financiers:
        found += [lay.financier + slot for slot, site in enumerate(sites) if "financier" in site.open]
    if seat.krystallium:
        for slot, site in enumerate(sites):
            first = lay.krystallium + slot * len(WILD_KINDS)
            found += [first + _WILD[kind] for kind in site.open if kind in _WILD]


def _add_planning(found: list[int], lay: Layout, cards: tuple[str, ...], sites: tuple[Site, ...]) -> None:
    """Slate or recycle each design among the cards (R20, R21)."""
    places: dict[str, list[int]] = {}
    for design, cube in _designs(cards):
        found.append(lay.slate + design)
        first = lay.recycle + design * (1 + lay.slots)
        found.append(first)
        if cube not in places:
            places[cube] = [slot for slot, site in enumerate(sites, 1) if cube in site.open]
        found += [first + place for place in places[cube]]


@lru_cache(maxsize=1 << 10)
def _designs(cards: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Each design among the cards once, with the cube of its recycling."""
    return tuple({DESIGN_OF[card]: CARDS[card].recycling for card in cards}.items())


def mask(lay: Layout, actions: list[int]) -> NDArray[np.int8]:
    """1 for each of the actions, otherwise 0. Shape: (lay.size,)."""
    made = bytearray(lay.size)
    for action in actions:
        made[action] = 1
    return np.frombuffer(made, np.int8)
