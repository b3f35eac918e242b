"""A round carried out on arrays: `bots.search.simulation.simulate`, compiled."""

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
    NEEDS,
    NEEDS_AT,
    POINTS,
    PRODUCTION,
    RECYCLED,
    RESOURCES_MASK,
    SITES,
    WASTE,
    construct,
)


@lean
def carry_out(start, hand, hand_size, step0, cubes0, least, order, size, until, required, after):  # type: ignore[no-untyped-def]
    """Write the position after all steps before `until`; the cubes that no job needed, by step, as fields.

    `hand`: designs, of which the first `hand_size` count; `order`: jobs, of which the first `size` count. `step0`,
    `cubes0`, `least`: as in RoundState.
    """
    sites = start[SITES]
    for i in range(DESIGNS_AT):
        after[i] = start[i]
    ordered = 0
    for i in range(size):
        job = order[i]
        ordered |= 1 << job
        if job < sites:
            after[DESIGNS_AT + i], after[NEEDS_AT + i] = start[DESIGNS_AT + job], start[NEEDS_AT + job]
        else:
            design = hand[job - sites]
            after[DESIGNS_AT + i], after[NEEDS_AT + i] = design, NEEDS[design]
    items, waste, free = start[ITEMS], start[WASTE], 0
    for i in range(hand_size):
        if not ordered >> (sites + i) & 1:
            waste += _recycle(RECYCLED[hand[i]], after, size)
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
                wanted = after[NEEDS_AT + i] >> at & MASK
                if wanted:
                    used = min(cubes, wanted)
                    after[NEEDS_AT + i] -= used << at
                    cubes -= used
            waste += cubes
            free += cubes << at
        items += waste // CUBES_PER_KRYSTALLIUM << KRYSTALLIUM_AT
        waste %= CUBES_PER_KRYSTALLIUM
        i = 0
        while i < size:
            spaces = after[NEEDS_AT + i]
            if _is_completable(spaces, items, step):
                design = after[DESIGNS_AT + i]
                characters = spaces >> GENERALS_AT << GENERALS_AT
                items += BONUS[design] - (_wild(spaces) << KRYSTALLIUM_AT) - characters
                construct(after, design, required)
                size -= 1
                for k in range(i, size):
                    after[DESIGNS_AT + k], after[NEEDS_AT + k] = after[DESIGNS_AT + k + 1], after[NEEDS_AT + k + 1]
                if BONUS[design]:  # It may complete an earlier job.
                    i = 0
            else:
                i += 1
    for i in range(sites):
        if not ordered >> i & 1:
            after[DESIGNS_AT + size], after[NEEDS_AT + size] = start[DESIGNS_AT + i], start[NEEDS_AT + i]
            size += 1
    after[ITEMS], after[WASTE], after[SITES] = items, waste, size
    return free


@lean
def _recycle(resource, after, size):  # type: ignore[no-untyped-def]
    """Give the cube to the first job that needs it. Returns the number of cubes that no job needs, 0 or 1."""
    at = BITS * resource
    for i in range(size):
        if after[NEEDS_AT + i] >> at & MASK:
            after[NEEDS_AT + i] -= 1 << at
            return 0
    return 1


@lean
def _wild(spaces):  # type: ignore[no-untyped-def]
    """The krystallium that fills the spaces for cubes and for krystallium."""
    return (spaces & RESOURCES_MASK) % 127 + (spaces >> KRYSTALLIUM_AT & MASK)


@lean
def _is_completable(spaces, items, step):  # type: ignore[no-untyped-def]
    """Whether the items complete the job, and no later step can bring a cube for it."""
    if (spaces & RESOURCES_MASK) >> BITS * (step + 1):
        return False
    if _wild(spaces) > items >> KRYSTALLIUM_AT & MASK:
        return False
    if spaces >> GENERALS_AT & MASK > items >> GENERALS_AT & MASK:
        return False
    return spaces >> FINANCIERS_AT & MASK <= items >> FINANCIERS_AT & MASK


@lean
def supremacy(step, points):  # type: ignore[no-untyped-def]
    """The character that the step gives, as fields; if the seat chooses, the one with more points."""
    if step in (0, 3):
        return FINANCIER
    if step in (1, 4):
        return GENERAL
    return GENERAL if points >> GENERAL_POINTS_AT & MASK >= points >> FINANCIER_POINTS_AT & MASK else FINANCIER
