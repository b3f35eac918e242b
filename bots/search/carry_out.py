"""A round carried out to its end, on numbers: what an order of work makes of cubes, krystallium and characters.

Unlike a plan, which only reckons, it goes through the steps as the rules do. A cube goes to the first job that it
serves, what serves none to the empire card (R35, R45); krystallium and characters complete a job as soon as no
cube is going to come for it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bots.numbers.designs import PIECES
from bots.numbers.fields import FIELD, RESOURCE_FIELDS, WIDTH, total
from bots.numbers.position import Position, constructed
from bots.planner.settle import character

Order = tuple[int, ...]
"""Jobs to be served, the most urgent first. Jobs are numbered: the sites of the position first, then the hand."""
PLANNED = 0
"""The step at which planning is over."""
ENDED = 5
"""The step at which production is over."""


class Round(NamedTuple):
    """What is left of a seat's round. `hand`: designs to slate or to recycle; `step`: -1 in planning.

    `cubes`: of the step, not yet placed; `least`: what must be produced of each resource for its character.
    """

    position: Position
    hand: list[int]
    step: int
    cubes: int
    least: tuple[int, ...]

    def needs(self) -> list[int]:
        """The open spaces of each job, as fields."""
        return [needs for _, needs in self.position.sites] + [PIECES[design].needs for design in self.hand]


def carried_out(now: Round, order: Order, until: int = ENDED) -> Position:
    """The position when all steps before `until` are over; a card of the hand that is not in the order is recycled."""
    position, least = now.position, now.least
    designs = [design for design, _ in position.sites] + now.hand
    needs, jobs = now.needs(), list(order)
    items, waste = position.items, position.empire_cubes + _recycled(now, jobs, needs)
    for step in range(now.step, until):
        if step >= 0:
            amount = now.cubes
            if step > now.step:
                amount = position.production >> WIDTH * step & FIELD
                if amount >= least[step]:
                    items += character(step, position.points)
            for job in jobs:
                if amount and (wanted := needs[job] >> WIDTH * step & FIELD):
                    used = amount if amount < wanted else wanted
                    needs[job] -= used << WIDTH * step
                    amount -= used
            waste += amount
        items += waste // 5 << 35
        waste %= 5
        while (done := completable(jobs, needs, items, step)) is not None:
            wild = total(needs[done] & RESOURCE_FIELDS) + (needs[done] >> 35 & FIELD)
            items += PIECES[designs[done]].bonus - (wild << 35) - (needs[done] >> 42 << 42)
            position = constructed(position, designs[done])
            jobs.remove(done)
    given_up = [job for job in range(len(now.position.sites)) if job not in order]
    sites = tuple([(designs[job], needs[job]) for job in jobs + given_up])
    return position._replace(items=items, empire_cubes=waste, sites=sites)


def _recycled(now: Round, jobs: list[int], needs: list[int]) -> int:
    """How many cubes of the recycled cards serve no job; the needs of the others are changed."""
    waste, count = 0, len(now.position.sites)
    for at, design in enumerate(now.hand):
        if at + count not in jobs:
            to = served(PIECES[design].cube, jobs, needs)
            if to is None:
                waste += 1
            else:
                needs[to] -= PIECES[design].recycling
    return waste


def served(resource: int, jobs: Sequence[int], needs: Sequence[int]) -> int | None:
    """The first job that a cube of the resource serves."""
    for job in jobs:
        if needs[job] >> WIDTH * resource & FIELD:
            return job
    return None


def completable(jobs: Sequence[int], needs: Sequence[int], items: int, step: int) -> int | None:
    """The first job that the items complete, if no cube is going to come for it after the step."""
    for job in jobs:
        open_ = needs[job]
        cubes = open_ & RESOURCE_FIELDS
        if cubes >> WIDTH * (step + 1):
            continue
        if total(cubes) + (open_ >> 35 & FIELD) > items >> 35 & FIELD:
            continue
        if open_ >> 42 & FIELD <= items >> 42 & FIELD and open_ >> 49 & FIELD <= items >> 49 & FIELD:
            return job
    return None
