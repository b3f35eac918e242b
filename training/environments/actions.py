"""The action space: one number for each intention, by design and slot. Copies of a design are alike.

Cards are named by their design (0..77, catalogue order), cards under construction by their slot: their place in the
construction area, oldest first. The pair of cards of a redraw is named by their places in the hand, sorted by design.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import game
from game.cards import CARDS, CHARACTERS, DESIGNS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.construction import Discard, Place
from game.draft import Draft
from game.model import PICKS, ROUNDS, Seat, State
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.solo import POOL_CARDS, Keep, Redraw
from game.value_shapes import MAX_REQUIRED_CARDS
from training.environments.errors import IllegalAction

DESIGN_OF = {card: list(DESIGNS).index(design.id) for card, design in CARDS.items()}
"""Card to the index of its design, 0..77."""
PAIRS = tuple(combinations(range(POOL_CARDS), 2))
"""The places of two cards of a solo hand, in the order of the redraw actions."""
WILD_KINDS = (*RESOURCES, KRYSTALLIUM)
"""The kinds of space that krystallium fills, in the order of its actions."""
NOOP, READY = 0, 1


def max_slots(seats: int, scenario: str | None = None) -> int:
    """The most cards that one seat can ever have under construction: each card it plans, and a scenario's cards."""
    if seats > 1:
        return ROUNDS * PICKS
    return ROUNDS * 2 * POOL_CARDS + (MAX_REQUIRED_CARDS if scenario else 0)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each block of actions begins. `slots`: cards under construction that have actions; `size`: all actions."""

    slots: int
    choose: int
    draft: int
    keep: int
    slate: int
    redraw: int
    discard: int
    cube: int
    general: int
    financier: int
    krystallium: int
    recycle: int
    size: int


def blocks(slots: int) -> tuple[tuple[str, int], ...]:
    """(name, number of actions) of each block, in order."""
    designs = len(DESIGNS)
    return (
        ("noop", 1),
        ("ready", 1),
        ("choose", len(CHARACTERS)),
        ("draft", designs),
        ("keep", designs),
        ("slate", designs),
        ("redraw", len(PAIRS)),
        ("discard", slots),
        ("cube", 1 + slots),
        ("general", slots),
        ("financier", slots),
        ("krystallium", slots * len(WILD_KINDS)),
        ("recycle", designs * (1 + slots)),
    )


@lru_cache
def layout(slots: int) -> Layout:
    """The layout for a number of slots, 1 or more."""
    begins, at = {}, 0
    for name, count in blocks(slots):
        begins[name], at = at, at + count
    del begins["noop"], begins["ready"]
    return Layout(slots=slots, **begins, size=at)


def sorted_hand(hand: Iterable[str]) -> list[str]:
    """The cards by design, then by copy."""
    return sorted(hand, key=_by_design)


def _by_design(card: str) -> tuple[int, str]:
    return DESIGN_OF[card], card


def to_intention(lay: Layout, state: State, index: int, action: int) -> game.Intention:
    """The intention of seat `index` that the action names. Copies: the lowest number.

    Raises IllegalAction when the action names no card or place that is there. `decide` judges the rest.
    """
    seat, designs = state.seats[index], len(DESIGNS)
    if action == READY:
        return Ready(index)
    if lay.recycle <= action < lay.size:
        design, place = divmod(action - lay.recycle, 1 + lay.slots)
        return Recycle(index, _card(seat.drafted or seat.hand, design, action), _place(seat, place, action))
    if lay.krystallium <= action < lay.recycle:
        slot, kind = divmod(action - lay.krystallium, len(WILD_KINDS))
        return Place(index, KRYSTALLIUM, _site(seat, slot, action), WILD_KINDS[kind])
    if lay.financier <= action < lay.krystallium:
        return Place(index, "financier", _site(seat, action - lay.financier, action))
    if lay.general <= action < lay.financier:
        return Place(index, "general", _site(seat, action - lay.general, action))
    if lay.cube <= action < lay.general:
        return Place(index, state.step or "", _place(seat, action - lay.cube, action))
    if lay.discard <= action < lay.cube:
        return Discard(index, _site(seat, action - lay.discard, action))
    if lay.redraw <= action < lay.discard:
        return Redraw(index, _pair(seat, action - lay.redraw, action))
    if lay.slate <= action < lay.redraw:
        return Slate(index, _card(seat.drafted or seat.hand, action - lay.slate, action))
    if lay.keep <= action < lay.slate:
        return Keep(index, _card(seat.candidates, action - lay.keep, action))
    if lay.draft <= action < lay.draft + designs:
        return Draft(index, _card(seat.hand, action - lay.draft, action))
    if lay.choose <= action < lay.draft:
        return Choose(index, CHARACTERS[action - lay.choose])
    raise IllegalAction(action, "noop is for seats that are done" if action == NOOP else "there is no such action")


def _card(cards: tuple[str, ...], design: int, action: int) -> str:
    found = [card for card in cards if DESIGN_OF[card] == design]
    if not found:
        raise IllegalAction(action, f"there is no card of {list(DESIGNS)[design]} here")
    return min(found)


def _site(seat: Seat, slot: int, action: int) -> str:
    if slot >= len(seat.construction):
        raise IllegalAction(action, f"slot {slot} is empty")
    return seat.construction[slot].card


def _place(seat: Seat, place: int, action: int) -> str:
    """The empire card for 0, otherwise the card in slot `place` - 1."""
    return _site(seat, place - 1, action) if place else EMPIRE


def _pair(seat: Seat, pair: int, action: int) -> tuple[str, str]:
    hand, (first, second) = sorted_hand(seat.hand), PAIRS[pair]
    if second >= len(hand):
        raise IllegalAction(action, f"the hand has no card {second}")
    low, high = sorted((hand[first], hand[second]))
    return low, high
