"""Values of positions, kept: many neighbours of an order lead to the same position."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from training.arrays.compiled import compiled, lean
from training.arrays.position import DESIGNS_AT, NEEDS_AT, POSITION_SIZE, SITES

SLOT_BITS = 10
SLOTS = 1 << SLOT_BITS
FACTORS = np.random.default_rng(1).integers(1 << 64, size=POSITION_SIZE, dtype=np.uint64) | np.uint64(1)
"""Odd numbers, by place in a position. A key is a sum of products with them: no step has to wait for another."""


class Memo(NamedTuple):
    """The `keys` and the `values` of positions. A position has one slot, which a later one may take."""

    keys: NDArray[np.uint64]
    values: NDArray[np.float64]


@compiled
def make_memo():  # type: ignore[no-untyped-def]
    """An empty memo."""
    return Memo(np.zeros(SLOTS, np.uint64), np.zeros(SLOTS))


@lean
def clear_memo(memo):  # type: ignore[no-untyped-def]
    """Forget all positions."""
    for i in range(SLOTS):
        memo.keys[i] = 0


@lean
def key_of(moment, position):  # type: ignore[no-untyped-def]
    """64 bits for the position at this moment. The order of the sites counts: the next round serves them in it."""
    key = np.uint64(moment) * FACTORS[NEEDS_AT]
    for i in range(DESIGNS_AT):
        key += _spread(position[i]) * FACTORS[i]
    for i in range(position[SITES]):
        key += _spread(position[DESIGNS_AT + i] << 56 | position[NEEDS_AT + i]) * FACTORS[DESIGNS_AT + i]
    return key


@lean
def _spread(field):  # type: ignore[no-untyped-def]
    """The field with its high bits in the low ones too: a product carries a bit to higher ones only."""
    return np.uint64(field ^ field >> 32)


@lean
def slot_of(key):  # type: ignore[no-untyped-def]
    """The place of the key in a memo: its highest bits, to which all fields lead."""
    return key >> np.uint64(64 - SLOT_BITS)
