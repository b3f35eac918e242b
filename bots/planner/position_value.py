"""What a position at the end of a round is worth, in points at the end of the game."""

from typing import Final

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import (
    CHARACTER_FIELDS,
    FIELD_BITS,
    FIELD_MASK,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
    lacking,
    total,
)
from bots.numbers.position import Position, empire_bonus
from bots.numbers.scoring import required_penalty, score
from bots.planner.outlook import Outlook, cubes_value

MISSING_CUBE_SHARE: Final = 0.5
"""Share of a krystallium that an open space costs if production is not likely to bring its cube."""
PER_CARD_SHARE: Final = 0.5
"""Share of its full value that production per card type has for cards still to come."""


def position_value(end: Position, outlook: Outlook) -> float:
    """The value of the position; after the last round its score."""
    if outlook.rounds_left == 0:
        return score(end) - required_penalty(end, 0)
    w, expected = outlook.weights, expected_cubes(end, outlook)
    value = empire_value(end, outlook) - required_penalty(end, outlook.rounds_left) + w.unused_cube * end.empire_cubes
    for design, needs in end.sites:
        open_cubes = needs & RESOURCE_FIELDS
        extra = w.later_share * next_round_gain(end, design, outlook.gain(design), end.items, outlook)
        extra -= cubes_value(open_cubes, outlook.price) + outlook.items_value(needs)
        extra -= total(lacking(open_cubes, expected)) * w.krystallium * MISSING_CUBE_SHARE
        if extra > 0:
            value += extra
            expected = lacking(expected, open_cubes)
    return value


def empire_value(end: Position, outlook: Outlook) -> float:
    """The value of an empire with more rounds to come, without its cards under construction."""
    w, points, growth = outlook.weights, end.points, outlook.growth
    value = end.flat_points + (end.items >> KRYSTALLIUM_AT & FIELD_MASK) * w.krystallium
    for t in range(5):
        at = FIELD_BITS * t
        number, amount = end.counts >> at & FIELD_MASK, end.production >> at & FIELD_MASK
        value += (points >> at & FIELD_MASK) * (number + growth[t]) + w.type_future[t] * number
        value += amount * outlook.value_per_cube[t]
        if amount >= outlook.least[t]:
            value += w.supremacy
        if end.cubes_per_card[t]:
            value += cubes_value(end.cubes_per_card[t], outlook.value_per_cube) * growth[t] * PER_CARD_SHARE
    for items_at, points_at, scored in CHARACTER_FIELDS:
        each, number = points >> points_at & FIELD_MASK, end.items >> items_at & FIELD_MASK
        value += (1.0 + w.character + each) * number + each * growth[scored]
    return value


def next_round_gain(end: Position, design: int, gain: float, supply: int, outlook: Outlook) -> float:
    """What a card brings if the next round completes it. `gain`: by itself; `supply`: items of the seat, as fields."""
    numbers, values = DESIGN_NUMBERS[design], outlook.value_per_cube
    value = gain + (end.points >> FIELD_BITS * numbers.type & FIELD_MASK)
    points, added = empire_bonus(end, numbers, supply)
    value += points
    if added:
        value += cubes_value(added, values)
    # It produces in one round less than `gain` assumes.
    return value - cubes_value(numbers.production + added, values) / outlook.rounds_left


def expected_cubes(end: Position, outlook: Outlook) -> int:
    """The cubes that the next rounds are likely to bring for cards left for later, as fields."""
    expected, rounds = 0, min(outlook.weights.later_rounds, outlook.rounds_left)
    for r in range(5):
        at = FIELD_BITS * r
        expected |= min(FIELD_MASK, int((end.production >> at & FIELD_MASK) * rounds)) << at
    return expected
