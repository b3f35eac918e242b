"""Eight small numbers in one int: cubes by resource, krystallium, generals, financiers, in the order of KINDS.

Each field has 7 bits, the highest a guard, so that one subtraction compares all of them.
A field holds 0..63.
"""

from collections.abc import Iterable

WIDTH = 7
GUARDS = sum(1 << WIDTH * i + WIDTH - 1 for i in range(8))
RESOURCE_FIELDS = (1 << WIDTH * 5) - 1
"""Those of the five resources."""
FIELD = 63
KRYSTALLIUM_AT, GENERALS_AT, FINANCIERS_AT = WIDTH * 5, WIDTH * 6, WIDTH * 7


def pack(amounts: Iterable[int]) -> int:
    """The amounts, first field first."""
    return sum(amount << WIDTH * i for i, amount in enumerate(amounts))


def unpack(fields: int, count: int) -> tuple[int, ...]:
    """The first `count` amounts."""
    return tuple([fields >> WIDTH * i & FIELD for i in range(count)])


def total(fields: int) -> int:
    """The sum of the amounts, if it is under 127: casting out 127s adds base-128 digits."""
    return fields % 127


def lacking(needs: int, supply: int) -> int:
    """What the supply is short of, field by field; nothing where it suffices."""
    difference = (needs | GUARDS) - supply
    kept = difference & GUARDS
    return difference & kept - (kept >> WIDTH - 1)
