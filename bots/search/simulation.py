"""A round simulated to its end on numbers: what an order of jobs gets of cubes, krystallium and characters.

A plan only counts cubes; a simulation goes through the steps as the rules do. A cube goes to the first job of the order
that needs it, otherwise to the empire card (R35, R45). Krystallium and characters complete a job as soon as no later
step can bring a cube for it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import (
    FIELD_BITS,
    FIELD_MASK,
    FINANCIERS_AT,
    GENERALS_AT,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
    total,
)
from bots.numbers.position import Position, construct
from bots.planner.round_end import CUBES_PER_KRYSTALLIUM, supremacy_character

JobOrder = tuple[int, ...]
"""Jobs to serve, the most urgent first. Jobs are numbered: the sites of the position first, then the hand."""
STEPS: Final = 5
"""The number of production steps. A simulation up to step 0 ends with planning, one up to 5 with the round."""


class RoundState(NamedTuple):
    """What is left of a seat's round. `hand`: designs to slate or to recycle; `step`: 0..4, -1 in planning.

    `cubes`: those of the step, not yet placed; `least`: by resource, the least to produce to take the character.
    """

    position: Position
    hand: list[int]
    step: int
    cubes: int
    least: tuple[int, ...]

    def needs(self) -> list[int]:
        """The open spaces of each job, as fields."""
        return [needs for _, needs in self.position.sites] + [DESIGN_NUMBERS[design].needs for design in self.hand]


def simulate(start: RoundState, order: JobOrder, until: int = STEPS) -> Position:
    """The position after all steps before `until`. It recycles the cards of the hand that are not in the order."""
    position, least = start.position, start.least
    designs = [design for design, _ in position.sites] + start.hand
    needs, jobs = start.needs(), list(order)
    items, waste = position.items, position.empire_cubes + _recycle(start, jobs, needs)
    for step in range(start.step, until):
        if step >= 0:
            at = FIELD_BITS * step
            cubes = start.cubes
            if step > start.step:
                cubes = position.production >> at & FIELD_MASK
                if cubes >= least[step]:
                    items += supremacy_character(step, position.points)
            for job in jobs:
                if cubes and (wanted := needs[job] >> at & FIELD_MASK):
                    used = cubes if cubes < wanted else wanted
                    needs[job] -= used << at
                    cubes -= used
            waste += cubes
        items += waste // CUBES_PER_KRYSTALLIUM << KRYSTALLIUM_AT
        waste %= CUBES_PER_KRYSTALLIUM
        while (done := first_completable(jobs, needs, items, step)) is not None:
            wild = total(needs[done] & RESOURCE_FIELDS) + (needs[done] >> KRYSTALLIUM_AT & FIELD_MASK)
            characters = needs[done] >> GENERALS_AT << GENERALS_AT
            items += DESIGN_NUMBERS[designs[done]].bonus - (wild << KRYSTALLIUM_AT) - characters
            position = construct(position, designs[done])
            jobs.remove(done)
    given_up = [job for job in range(len(start.position.sites)) if job not in order]
    sites = tuple([(designs[job], needs[job]) for job in jobs + given_up])
    return position._replace(items=items, empire_cubes=waste, sites=sites)


def _recycle(start: RoundState, jobs: list[int], needs: list[int]) -> int:
    """Takes the cubes of recycled cards from the needs of the jobs; the number of cubes that no job needs."""
    waste, count = 0, len(start.position.sites)
    for job, design in enumerate(start.hand, count):
        if job not in jobs:
            served = first_needing(DESIGN_NUMBERS[design].recycled_resource, jobs, needs)
            if served is None:
                waste += 1
            else:
                needs[served] -= DESIGN_NUMBERS[design].recycling
    return waste


def first_needing(resource: int, jobs: Sequence[int], needs: Sequence[int]) -> int | None:
    """The first job that needs a cube of the resource."""
    for job in jobs:
        if needs[job] >> FIELD_BITS * resource & FIELD_MASK:
            return job
    return None


def first_completable(jobs: Sequence[int], needs: Sequence[int], items: int, step: int) -> int | None:
    """The first job that the items complete and for which no step after `step` can bring a cube."""
    krystallium = items >> KRYSTALLIUM_AT & FIELD_MASK
    for job in jobs:
        spaces = needs[job]
        cubes = spaces & RESOURCE_FIELDS
        if cubes >> FIELD_BITS * (step + 1):
            continue
        if total(cubes) + (spaces >> KRYSTALLIUM_AT & FIELD_MASK) > krystallium:
            continue
        if spaces >> GENERALS_AT & FIELD_MASK > items >> GENERALS_AT & FIELD_MASK:
            continue
        if spaces >> FINANCIERS_AT & FIELD_MASK <= items >> FINANCIERS_AT & FIELD_MASK:
            return job
    return None
