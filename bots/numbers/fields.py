"""Eight small amounts packed into one int, in the order of KINDS: five resources, krystallium, generals, financiers.

Each amount has a field of 7 bits and is 0..63. The highest bit of a field is a guard: with it, one subtraction
compares all fields at once. Amounts by type of card use the first five fields. Points by what they are given for
(SCORED_INDEX) use the first seven.
"""

from collections.abc import Iterable
from typing import Final

from bots.numbers.indices import (
    FINANCIER_KIND,
    GENERAL_KIND,
    KRYSTALLIUM_KIND,
    SCORED_FINANCIER,
    SCORED_GENERAL,
)

FIELD_BITS: Final = 7
FIELD_MASK: Final = 63
"""The bits of an amount, also the largest amount."""
GUARDS: Final = sum(1 << FIELD_BITS * i + FIELD_BITS - 1 for i in range(8))
RESOURCE_FIELDS: Final = (1 << FIELD_BITS * 5) - 1
"""All bits of the five resources."""

KRYSTALLIUM_AT: Final = FIELD_BITS * KRYSTALLIUM_KIND
GENERALS_AT: Final = FIELD_BITS * GENERAL_KIND
FINANCIERS_AT: Final = FIELD_BITS * FINANCIER_KIND
"""Lowest bits of the items. Generals and financiers are the highest fields: a shift by GENERALS_AT leaves these two."""
ITEM_FIELDS: Final = FIELD_MASK << KRYSTALLIUM_AT | FIELD_MASK << GENERALS_AT | FIELD_MASK << FINANCIERS_AT
"""The bits of krystallium, generals and financiers."""
GENERAL_POINTS_AT: Final = FIELD_BITS * SCORED_GENERAL
FINANCIER_POINTS_AT: Final = FIELD_BITS * SCORED_FINANCIER
"""Lowest bits of the points for each general and each financier."""
CHARACTER_FIELDS = (
    (GENERALS_AT, GENERAL_POINTS_AT, SCORED_GENERAL),
    (FINANCIERS_AT, FINANCIER_POINTS_AT, SCORED_FINANCIER),
)
"""For each character: lowest bit among items, lowest bit among points, index in lists by SCORED_INDEX."""


def pack(amounts: Iterable[int]) -> int:
    """The amounts as fields, first field first."""
    return sum(amount << FIELD_BITS * i for i, amount in enumerate(amounts))


def pack_items(krystallium: int, generals: int, financiers: int) -> int:
    """The items as fields, each at most 63."""
    items = [min(amount, FIELD_MASK) for amount in (krystallium, generals, financiers)]
    return pack([0, 0, 0, 0, 0, *items])


def unpack(fields: int, count: int) -> tuple[int, ...]:
    """The first `count` amounts."""
    return tuple([fields >> FIELD_BITS * i & FIELD_MASK for i in range(count)])


def amount(fields: int, index: int) -> int:
    """One amount (0..63). Inner loops write the shift out instead: a call costs more than the rest."""
    return fields >> FIELD_BITS * index & FIELD_MASK


def total(fields: int) -> int:
    """The sum of the amounts, if it is below 127: the remainder by 127 adds the digits to base 128."""
    return fields % 127


def lacking(needs: int, supply: int) -> int:
    """The fields that the supply is short of: max(0, need - supply) for each field."""
    difference = (needs | GUARDS) - supply
    enough = difference & GUARDS
    return difference & enough - (enough >> FIELD_BITS - 1)
