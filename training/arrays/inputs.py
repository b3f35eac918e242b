"""The inputs of the nets, compiled. `bots.master.inputs` lists them; a test compares both ways to compute them."""

import numpy as np

from bots.master.inputs import MAX_CARRIED_SITES, MAX_UNTOUCHED_SITES
from bots.master.inputs import SCALES as SCALE_LIST
from bots.master.seat_inputs import OWN_COUNT
from bots.master.seat_inputs import SCALES as SEAT_SCALE_LIST
from training.arrays.carry_out import carry_out
from training.arrays.compiled import lean
from training.arrays.position import (
    BITS,
    BONUS,
    COUNTS,
    DESIGNS_AT,
    FINANCIERS_AT,
    FLAT,
    FLAT_POINTS,
    GENERALS_AT,
    ITEMS,
    KRYSTALLIUM_AT,
    MASK,
    NEEDS,
    NEEDS_AT,
    PER_CARD,
    POINTS,
    POINTS_EACH,
    PRODUCED,
    PRODUCTION,
    REQUIRED,
    RESOURCES_MASK,
    SCORED,
    SITES,
    TYPE,
    WASTE,
    Ints,
    score,
)

SCALES = np.array(SCALE_LIST, np.float32)
SEAT_SCALES = np.array(SEAT_SCALE_LIST, np.float32)
ORDER = np.arange(MAX_CARRIED_SITES)
NO_HAND = np.zeros(1, np.int64)
NEAR_CUBES = 2
SPACES: Ints = np.sum([NEEDS >> BITS * kind & MASK for kind in range(8)], axis=0)
"""By design, its open spaces when its construction begins."""
SUM_MASK = (1 << 2 * BITS) - 1
EVEN_FIELDS = sum([MASK << 2 * BITS * i for i in range(4)])
"""The fields with an even number."""


@lean
def read_inputs(position, least, required, scenario, later, inputs):  # type: ignore[no-untyped-def]
    """Write the inputs of the position. `scenario`: 0..5, -1 for none; `later`: room for a position."""
    at = _read_shared(position, least, required, later, inputs)
    at = _read_required(position, later, required, inputs, at)
    clear(inputs, at, inputs.size)
    if scenario >= 0:
        inputs[at + scenario] = 1
    for i in range(inputs.size):
        inputs[i] *= SCALES[i]


@lean
def read_seat_inputs(position, least, required, rivals, later, inputs):  # type: ignore[no-untyped-def]
    """Write the inputs of the position in a game with several seats. `rivals`: what the other seats show, and the picks
    to come, unscaled; `later`: room for a position."""
    at = _read_shared(position, least, required, later, inputs)
    for r in range(5):
        inputs[at + r] = (position[PRODUCTION] >> BITS * r & MASK) >= least[r]
    for i in range(rivals.size):
        inputs[OWN_COUNT + i] = rivals[i]
    for i in range(inputs.size):
        inputs[i] *= SEAT_SCALES[i]


@lean
def _read_shared(position, least, required, later, inputs):  # type: ignore[no-untyped-def]
    """Write what all kinds of games read; the place behind it."""
    at = _read_empire(position, inputs)
    at = _read_sites(position, inputs, at)
    at = _read_reach(position, inputs, at)
    size = min(position[SITES], MAX_CARRIED_SITES)
    free = carry_out(position, NO_HAND, 0, -1, 0, least, ORDER, size, 5, required, later)
    return _read_next_round(position, later, free, inputs, at)


@lean
def _read_empire(position, x):  # type: ignore[no-untyped-def]
    counts, points, items, produced = position[COUNTS], position[POINTS], position[ITEMS], position[PRODUCTION]
    for r in range(5):
        each, cubes = points >> BITS * r & MASK, produced >> BITS * r & MASK
        cards = counts >> BITS * r & MASK
        x[r], x[5 + r], x[10 + r] = cubes, cubes >= 4, cubes >= 5
        x[15 + r], x[20 + r] = cards, each
        x[33 + r] = (position[PER_CARD + r] & RESOURCES_MASK) % 127
        x[38 + r], x[43 + r] = each * cubes, each * cards
    x[25], x[26] = points >> BITS * 5 & MASK, points >> BITS * 6 & MASK
    x[27], x[28] = score(position), position[FLAT]
    x[29] = items >> KRYSTALLIUM_AT & MASK
    x[30], x[31] = items >> GENERALS_AT & MASK, items >> FINANCIERS_AT & MASK
    x[32] = position[WASTE]
    x[48], x[49] = x[25] * x[30], x[26] * x[31]
    return 50


@lean
def _read_sites(position, x, at):  # type: ignore[no-untyped-def]
    """Open spaces 8, production 5, near 5, covered 5, types 5, points 3, bonus 3, multipliers 7, times cards 5."""
    clear(x, at, at + 46)
    spaces, made, near, covered, types, points, bonus, each = (
        at,
        at + 8,
        at + 13,
        at + 18,
        at + 23,
        at + 28,
        at + 31,
        at + 34,
    )
    # Sums of fields, in two numbers, so that each field has room for a large sum.
    even_spaces, odd_spaces, even_made, odd_made, even_near, odd_near = 0, 0, 0, 0, 0, 0
    for i in range(position[SITES]):
        design, needs = position[DESIGNS_AT + i], position[NEEDS_AT + i]
        if i >= MAX_UNTOUCHED_SITES and needs == NEEDS[design]:
            continue
        even_spaces += needs & EVEN_FIELDS
        odd_spaces += needs >> BITS & EVEN_FIELDS
        even_made += PRODUCED[design] & EVEN_FIELDS
        odd_made += PRODUCED[design] >> BITS & EVEN_FIELDS
        left, full = needs % 127, SPACES[design]
        kind, scored = TYPE[design], SCORED[design]
        x[types + kind] += 1
        gain = FLAT_POINTS[design] + (position[POINTS] >> BITS * kind & MASK)
        if scored >= 0:
            x[each + scored] += POINTS_EACH[design]
            if scored < 5:
                gain += POINTS_EACH[design] * ((position[COUNTS] >> BITS * scored & MASK) + (scored == kind))
            else:
                gain += POINTS_EACH[design] * (position[ITEMS] >> BITS * (scored + 1) & MASK)
        x[points] += gain
        x[points + 1] += gain * np.float32(full - left) / np.float32(full)
        if left <= NEAR_CUBES:
            even_near += PRODUCED[design] & EVEN_FIELDS
            odd_near += PRODUCED[design] >> BITS & EVEN_FIELDS
            x[points + 2] += gain
        if BONUS[design]:
            for k in range(3):
                x[bonus + k] += BONUS[design] >> BITS * (5 + k) & MASK
    _write_sums(even_spaces, odd_spaces, x, spaces, 8)
    _write_sums(even_made, odd_made, x, made, 5)
    _write_sums(even_near, odd_near, x, near, 5)
    for r in range(5):
        x[covered + r] = min(x[spaces + r], x[r])
        x[at + 41 + r] = x[each + r] * (x[15 + r] + x[types + r])
    return at + 46


@lean
def _write_sums(even, odd, x, at, size):  # type: ignore[no-untyped-def]
    """Write sums of fields."""
    for kind in range(size):
        x[at + kind] = (odd if kind % 2 else even) >> 2 * BITS * (kind // 2) & SUM_MASK


@lean
def clear(x, first, end):  # type: ignore[no-untyped-def]
    """Set inputs to 0. A loop takes less time than a slice."""
    for i in range(first, end):
        x[i] = 0


@lean
def _read_reach(position, x, at):  # type: ignore[no-untyped-def]
    """Promised and present points for each character times the cubes, up to five, that lead to it."""
    general = min(x[1], 5) + min(x[2], 5) + min(x[4], 5)
    financier = min(x[0], 5) + min(x[2], 5) + min(x[3], 5)
    x[at], x[at + 1] = x[at - 7] * general / 5, x[at - 6] * financier / 5
    x[at + 2], x[at + 3] = x[25] * general / 5, x[26] * financier / 5
    return at + 4


@lean
def _read_next_round(position, later, free, x, at):  # type: ignore[no-untyped-def]
    x[at] = score(later) - score(position)
    for r in range(5):
        x[at + 1 + r] = (later[PRODUCTION] >> BITS * r & MASK) - (position[PRODUCTION] >> BITS * r & MASK)
        x[at + 6 + r] = (later[COUNTS] >> BITS * r & MASK) - (position[COUNTS] >> BITS * r & MASK)
        x[at + 14 + r] = free >> BITS * r & MASK
    for k in range(3):
        x[at + 11 + k] = (later[ITEMS] >> BITS * (5 + k) & MASK) - (position[ITEMS] >> BITS * (5 + k) & MASK)
    return at + 19


@lean
def _read_required(position, later, required, x, at):  # type: ignore[no-untyped-def]
    clear(x, at, at + 5)
    if position[REQUIRED] == 0:
        return at + 5
    needed = 0
    for i in range(required.size):
        x[at] += position[REQUIRED] >> i & 1
        x[at + 3] += later[REQUIRED] >> i & 1
        if position[REQUIRED] >> i & 1:
            for k in range(position[SITES]):
                if position[DESIGNS_AT + k] == required[i]:
                    needed += position[NEEDS_AT + k]
                    break
    for kind in range(8):
        number = needed >> BITS * kind & MASK
        if kind < 5:
            x[at + 1] += number
            x[at + 4] += max(0, number - (position[PRODUCTION] >> BITS * kind & MASK))
        else:
            x[at + 2] += number
    return at + 5
