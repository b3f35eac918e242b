"""The inputs of the nets, compiled. `bots.master.inputs` lists them; a test compares both ways to compute them."""

import numpy as np
from numba import njit

from bots.master.inputs import MAX_CARRIED_SITES, MAX_UNTOUCHED_SITES
from bots.master.inputs import SCALES as SCALE_LIST
from training.solo.carry_out import carry_out
from training.solo.position import (
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
    score,
)

SCALES = np.array(SCALE_LIST, np.float32)
ORDER = np.arange(MAX_CARRIED_SITES)
NO_HAND = np.zeros(1, np.int64)
NEAR_CUBES = 2


@njit(cache=True, nogil=True)
def read_inputs(position, least, required, scenario, scratch, later, inputs):  # type: ignore[no-untyped-def]
    """Write the inputs of the position. `scenario`: 0..5, -1 for none; `later`: room for a position."""
    at = _read_empire(position, inputs)
    at = _read_sites(position, inputs, at)
    at = _read_reach(position, inputs, at)
    size = min(position[SITES], MAX_CARRIED_SITES)
    free = carry_out(position, NO_HAND, 0, -1, 0, least, ORDER, size, 5, required, scratch, later)
    at = _read_next_round(position, later, free, inputs, at)
    at = _read_required(position, later, required, inputs, at)
    inputs[at:] = 0
    if scenario >= 0:
        inputs[at + scenario] = 1
    for i in range(inputs.size):
        inputs[i] *= SCALES[i]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _read_sites(position, x, at):  # type: ignore[no-untyped-def]
    """Open spaces 8, production 5, near 5, covered 5, types 5, points 3, bonus 3, multipliers 7, times cards 5."""
    x[at : at + 46] = 0
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
    for i in range(position[SITES]):
        design, needs = position[DESIGNS_AT + i], position[NEEDS_AT + i]
        if i >= MAX_UNTOUCHED_SITES and needs == NEEDS[design]:
            continue
        left = 0
        for kind in range(8):
            number = needs >> BITS * kind & MASK
            x[spaces + kind] += number
            left += number
        full = 0
        for kind in range(8):
            full += NEEDS[design] >> BITS * kind & MASK
        is_near = left <= NEAR_CUBES
        for r in range(5):
            cubes = PRODUCED[design] >> BITS * r & MASK
            x[made + r] += cubes
            if is_near:
                x[near + r] += cubes
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
        if is_near:
            x[points + 2] += gain
        for k in range(3):
            x[bonus + k] += BONUS[design] >> BITS * (5 + k) & MASK
    for r in range(5):
        x[covered + r] = min(x[spaces + r], x[r])
        x[at + 41 + r] = x[each + r] * (x[15 + r] + x[types + r])
    return at + 46


@njit(cache=True, nogil=True)
def _read_reach(position, x, at):  # type: ignore[no-untyped-def]
    """Promised and present points for each character times the cubes, up to five, that lead to it."""
    general = min(x[1], 5) + min(x[2], 5) + min(x[4], 5)
    financier = min(x[0], 5) + min(x[2], 5) + min(x[3], 5)
    x[at], x[at + 1] = x[at - 7] * general / 5, x[at - 6] * financier / 5
    x[at + 2], x[at + 3] = x[25] * general / 5, x[26] * financier / 5
    return at + 4


@njit(cache=True, nogil=True)
def _read_next_round(position, later, free, x, at):  # type: ignore[no-untyped-def]
    x[at] = score(later) - score(position)
    for r in range(5):
        x[at + 1 + r] = (later[PRODUCTION] >> BITS * r & MASK) - (position[PRODUCTION] >> BITS * r & MASK)
        x[at + 6 + r] = (later[COUNTS] >> BITS * r & MASK) - (position[COUNTS] >> BITS * r & MASK)
        x[at + 14 + r] = free >> BITS * r & MASK
    for k in range(3):
        x[at + 11 + k] = (later[ITEMS] >> BITS * (5 + k) & MASK) - (position[ITEMS] >> BITS * (5 + k) & MASK)
    return at + 19


@njit(cache=True, nogil=True)
def _read_required(position, later, required, x, at):  # type: ignore[no-untyped-def]
    x[at : at + 5] = 0
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
