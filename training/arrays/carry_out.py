"""A round carried out on arrays: `bots.search.simulation.simulate`, compiled."""

import numpy as np

from bots.planner.round_end import CUBES_PER_KRYSTALLIUM
from training.arrays.compiled import lean
from training.arrays.position import (
    BITS,
    BONUS,
    DESIGNS_AT,
    FINANCIER,
    FINANCIER_POINTS_AT,
    FINANCIERS_AT,
    GENERAL,
    GENERAL_POINTS_AT,
    GENERALS_AT,
    ITEMS,
    KRYSTALLIUM_AT,
    MASK,
    MAX_JOBS,
    NEEDS,
    NEEDS_AT,
    POINTS,
    PRODUCTION,
    RECYCLED,
    RESOURCES_MASK,
    SITES,
    WASTE,
    Ints,
    construct,
)


def make_scratch() -> Ints:
    """Room that `carry_out` works in: jobs, needs and designs."""
    return np.zeros((3, MAX_JOBS), np.int64)


@lean
def carry_out(start, hand, hand_size, step0, cubes0, least, order, size, until, required, scratch, after):  # type: ignore[no-untyped-def]
    """Write the position after all steps before `until`; the cubes that no job needed, by step, as fields.

    `hand`: designs, of which the first `hand_size` count; `order`: jobs, of which the first `size` count. `step0`,
    `cubes0`, `least`: as in RoundState.
    """
    jobs, needs, designs = scratch[0], scratch[1], scratch[2]
    sites = start[SITES]
    for i in range(DESIGNS_AT):
        after[i] = start[i]
    for i in range(sites):
        designs[i], needs[i] = start[DESIGNS_AT + i], start[NEEDS_AT + i]
    for i in range(hand_size):
        designs[sites + i], needs[sites + i] = hand[i], NEEDS[hand[i]]
    ordered = 0
    for i in range(size):
        jobs[i] = order[i]
        ordered |= 1 << order[i]
    items, waste, free = start[ITEMS], start[WASTE], 0
    for i in range(sites, sites + hand_size):
        if not ordered >> i & 1:
            waste += _recycle(RECYCLED[designs[i]], jobs, size, needs)
    for step in range(step0, until):
        if step >= 0:
            at = BITS * step
            cubes = cubes0
            if step > step0:
                cubes = after[PRODUCTION] >> at & MASK
                if cubes >= least[step]:
                    items += supremacy(step, after[POINTS])
            for i in range(size):
                if cubes == 0:
                    break
                wanted = needs[jobs[i]] >> at & MASK
                if wanted:
                    used = min(cubes, wanted)
                    needs[jobs[i]] -= used << at
                    cubes -= used
            waste += cubes
            free += cubes << at
        items += waste // CUBES_PER_KRYSTALLIUM << KRYSTALLIUM_AT
        waste %= CUBES_PER_KRYSTALLIUM
        done = _first_completable(jobs, size, needs, items, step)
        while done >= 0:
            job = jobs[done]
            characters = needs[job] >> GENERALS_AT << GENERALS_AT
            items += BONUS[designs[job]] - (_wild(needs[job]) << KRYSTALLIUM_AT) - characters
            construct(after, designs[job], required)
            size -= 1
            for i in range(done, size):
                jobs[i] = jobs[i + 1]
            done = _first_completable(jobs, size, needs, items, step)
    for i in range(sites):
        if not ordered >> i & 1:
            jobs[size] = i
            size += 1
    for i in range(size):
        after[DESIGNS_AT + i], after[NEEDS_AT + i] = designs[jobs[i]], needs[jobs[i]]
    after[ITEMS], after[WASTE], after[SITES] = items, waste, size
    return free


@lean
def _recycle(resource, jobs, size, needs):  # type: ignore[no-untyped-def]
    """Give the cube to the first job that needs it. Returns the number of cubes that no job needs, 0 or 1."""
    at = BITS * resource
    for i in range(size):
        if needs[jobs[i]] >> at & MASK:
            needs[jobs[i]] -= 1 << at
            return 0
    return 1


@lean
def _wild(spaces):  # type: ignore[no-untyped-def]
    """The krystallium that fills the spaces for cubes and for krystallium."""
    return (spaces & RESOURCES_MASK) % 127 + (spaces >> KRYSTALLIUM_AT & MASK)


@lean
def _first_completable(jobs, size, needs, items, step):  # type: ignore[no-untyped-def]
    """The place of the first job that the items complete and for which no later step can bring a cube, or -1."""
    krystallium = items >> KRYSTALLIUM_AT & MASK
    for i in range(size):
        spaces = needs[jobs[i]]
        if (spaces & RESOURCES_MASK) >> BITS * (step + 1) or _wild(spaces) > krystallium:
            continue
        if spaces >> GENERALS_AT & MASK > items >> GENERALS_AT & MASK:
            continue
        if spaces >> FINANCIERS_AT & MASK <= items >> FINANCIERS_AT & MASK:
            return i
    return -1


@lean
def supremacy(step, points):  # type: ignore[no-untyped-def]
    """The character that the step gives, as fields; if the seat chooses, the one with more points."""
    if step in (0, 3):
        return FINANCIER
    if step in (1, 4):
        return GENERAL
    return GENERAL if points >> GENERAL_POINTS_AT & MASK >= points >> FINANCIER_POINTS_AT & MASK else FINANCIER
