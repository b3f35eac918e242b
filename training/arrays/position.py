"""A position as an array of int64, and the designs as arrays. The fields are those of `bots.numbers.fields`."""

import numpy as np
from numpy.typing import NDArray

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.position import Position
from training.arrays.compiled import lean

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

BITS, MASK = 7, 63
RESOURCES_MASK = (1 << BITS * 5) - 1
KRYSTALLIUM_AT, GENERALS_AT, FINANCIERS_AT = BITS * 5, BITS * 6, BITS * 7
GENERAL_POINTS_AT, FINANCIER_POINTS_AT = BITS * 5, BITS * 6
GENERAL, FINANCIER = 1 << GENERALS_AT, 1 << FINANCIERS_AT

FLAT, COUNTS, POINTS, PRODUCTION, PER_CARD, ITEMS, WASTE, REQUIRED, SITES, DESIGNS_AT = 0, 1, 2, 3, 4, 9, 10, 11, 12, 13
"""Places in the array: the fields of Position in its order. PER_CARD has five places, one for each type of card.
REQUIRED is a bit for each required design that is missing; SITES is the number of sites; designs and needs follow."""
MAX_SITES = 46
NEEDS_AT = DESIGNS_AT + MAX_SITES
POSITION_SIZE = NEEDS_AT + MAX_SITES
MAX_JOBS = MAX_SITES + 7
"""Sites and the cards of a hand."""


DESIGN_COUNT = len(DESIGN_NUMBERS)


def _column(name: str) -> Ints:
    return np.array([getattr(numbers, name) for numbers in DESIGN_NUMBERS], np.int64)


TYPE, NEEDS, PRODUCED, BONUS = _column("type"), _column("needs"), _column("production"), _column("bonus")
RECYCLED, FLAT_POINTS = _column("recycled_resource"), _column("flat_points")
SCORED, POINTS_EACH = _column("scored"), _column("points_each")
PER_RESOURCE, PER_TYPE = _column("per_resource"), _column("per_type")


def to_array(position: Position, required: Ints) -> Ints:
    """The position as an array. `required`: the designs that the scenario requires, -1 for none."""
    array = np.zeros(POSITION_SIZE, np.int64)
    array[:PER_CARD] = position[:PER_CARD]
    array[PER_CARD:ITEMS] = position.cubes_per_card
    array[ITEMS], array[WASTE], array[SITES] = position.items, position.empire_cubes, len(position.sites)
    array[REQUIRED] = sum([1 << i for i, design in enumerate(required) if design in position.required])
    for i, (design, needs) in enumerate(position.sites):
        array[DESIGNS_AT + i], array[NEEDS_AT + i] = design, needs
    return array


def from_array(array: Ints, required: Ints) -> Position:
    """The position that the array holds."""
    sites = [(int(array[DESIGNS_AT + i]), int(array[NEEDS_AT + i])) for i in range(array[SITES])]
    numbers = [int(number) for number in array[:SITES]]
    missing = [int(design) for i, design in enumerate(required) if numbers[REQUIRED] >> i & 1]
    cubes = tuple(numbers[PER_CARD:ITEMS])
    flat, counts, points, production = numbers[:PER_CARD]
    return Position(
        flat, counts, points, production, cubes, numbers[ITEMS], numbers[WASTE], tuple(sites), tuple(missing)
    )


@lean
def construct(position, design, required):  # type: ignore[no-untyped-def]
    """Add a card to the empire, without its bonus of construction. Changes `position`."""
    kind = TYPE[design]
    counts = position[COUNTS] + (1 << BITS * kind)
    position[COUNTS] = counts
    position[PRODUCTION] += PRODUCED[design] + position[PER_CARD + kind]
    per = PER_TYPE[design]
    if per >= 0:
        at = BITS * PER_RESOURCE[design]
        position[PRODUCTION] += (counts >> BITS * per & MASK) << at
        position[PER_CARD + per] += 1 << at
    if SCORED[design] >= 0:
        position[POINTS] += POINTS_EACH[design] << BITS * SCORED[design]
    position[FLAT] += FLAT_POINTS[design]
    if position[REQUIRED]:
        for i in range(required.size):
            if required[i] == design:
                position[REQUIRED] &= ~(1 << i)


@lean
def score(position):  # type: ignore[no-untyped-def]
    """Points as the empire stands."""
    points, counts, items = position[POINTS], position[COUNTS], position[ITEMS]
    value = position[FLAT]
    value += (1 + (points >> GENERAL_POINTS_AT & MASK)) * (items >> GENERALS_AT & MASK)
    value += (1 + (points >> FINANCIER_POINTS_AT & MASK)) * (items >> FINANCIERS_AT & MASK)
    for kind in range(5):
        value += (points >> BITS * kind & MASK) * (counts >> BITS * kind & MASK)
    return value
