"""The best plans for a round: which cards to complete in it, found by a beam search.

A plan adds jobs one by one, those that an early step completes first. It counts cubes by resource and does not track
single cubes: a resource is available until it is used up.
"""

from operator import itemgetter
from typing import Final

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import FIELD_BITS, FIELD_MASK, GUARDS, KRYSTALLIUM_AT, RESOURCE_FIELDS, lacking, total
from bots.numbers.indices import SCORED_GENERAL
from bots.planner.jobs import PLAN_VALUE, STEP_BITS, STEP_MASK, Job, PartialPlan, Plan, RoundSupply
from bots.planner.outlook import Outlook, cubes_value
from bots.planner.round_end import finish_round

FIELDS_AFTER_STEP: Final = [RESOURCE_FIELDS & ~((1 << FIELD_BITS * (step + 1)) - 1) for step in range(-1, 5)]
"""By step (-1..4) + 1: the fields of the resources that later steps produce."""
MAX_PLANS: Final = 6
"""Plans that the search follows to the end of the round."""


def find_plans(
    outlook: Outlook, hand: tuple[int, ...], supply: RoundSupply, width: int, count: int = MAX_PLANS
) -> list[Plan]:
    """Up to `count` different plans, best first. The search keeps the `width` best partial plans."""
    position = outlook.position
    available, present = supply.available + (supply.wild << KRYSTALLIUM_AT), supply.present
    if supply.step < 0:
        for design in hand:
            available += DESIGN_NUMBERS[design].recycling
            present += DESIGN_NUMBERS[design].recycling
    jobs = [_job(i, design, needs, 0, present, outlook) for i, (design, needs) in enumerate(position.sites)]
    for design in hand:
        numbers = DESIGN_NUMBERS[design]
        jobs.append(_job(len(jobs), design, numbers.needs, numbers.recycling, present, outlook))
    empire = (position.production, position.counts, position.points, position.cubes_per_card, position.flat_points)
    partial: list[PartialPlan] = [(0.0, available, present, supply.coming, *empire, 0, 0)]
    by_value = itemgetter(PLAN_VALUE)
    by_step = sorted(jobs, key=lambda job: (job.last_step, job.cost - job.gain))
    for job in by_step:
        more = _add_job(partial, job, outlook, supply.step)
        if more:
            partial += more
            partial.sort(key=by_value, reverse=True)
            del partial[width:]
    del partial[count:]
    by_density = sorted(jobs, key=lambda job: (job.cost + 0.5) / max(job.gain, 0.1))
    plans = [_finish(each, by_density, by_step, outlook, supply.wild) for each in partial]
    return sorted(plans, key=lambda plan: plan.value, reverse=True)


def _job(number: int, design: int, needs: int, recycling: int, present: int, outlook: Outlook) -> Job:
    short = lacking(needs + recycling, present) & RESOURCE_FIELDS
    last_step = (short.bit_length() - 1) // FIELD_BITS if short else -1
    cost = outlook.cost(design) if recycling else cubes_value(needs, outlook.price) + outlook.items_value(needs)
    return Job(number, design, needs, recycling, last_step, outlook.gain(design), cost)


def _finish(partial: PartialPlan, by_density: list[Job], by_step: list[Job], outlook: Outlook, wild: int) -> Plan:
    value, later, after = finish_round(partial, by_density, outlook, wild)
    *_, completed, steps = partial
    now = [job.number for job in by_step if completed >> job.number & 1]
    now.sort(key=lambda number: steps >> STEP_BITS * number & STEP_MASK)
    return Plan(value, tuple(now), later, after)


def _add_job(partial: list[PartialPlan], job: Job, outlook: Outlook, first_step: int) -> list[PartialPlan]:
    """The partial plans that can complete the job as well, with the job added. `first_step`: -1..4."""
    found: list[PartialPlan] = []
    numbers = DESIGN_NUMBERS[job.design]
    needs, job_bit, steps_at = job.needs + job.recycling, 1 << job.number, STEP_BITS * job.number
    type_, type_at, per_type = numbers.type, FIELD_BITS * numbers.type, numbers.per_type
    own_production, bonus = numbers.production, numbers.bonus
    scored, scored_at, points_each = numbers.scored, numbers.scored_at, numbers.points_each
    for value, available, present, coming, production, counts, points, cubes, flat_points, completed, steps in partial:
        cost = job.cost
        difference = (available | GUARDS) - needs
        if difference & GUARDS == GUARDS:  # the supply has enough of everything
            available = difference ^ GUARDS
        else:
            short = lacking(needs, available)
            wild = total(short)
            krystallium = available >> KRYSTALLIUM_AT & FIELD_MASK
            if short >> KRYSTALLIUM_AT or wild + (needs >> KRYSTALLIUM_AT & FIELD_MASK) > krystallium:
                continue
            available -= needs - short + (wild << KRYSTALLIUM_AT)
            cost += wild * outlook.weights.krystallium - cubes_value(short, outlook.price)
        step = first_step
        difference = (present | GUARDS) - needs
        if difference & GUARDS == GUARDS:
            present = difference ^ GUARDS
        else:
            present = lacking(present, job.recycling)
            short = lacking(job.needs, present) & RESOURCE_FIELDS
            if short:
                step = max(first_step, (short.bit_length() - 1) // FIELD_BITS)
            present = lacking(present, job.needs & FIELDS_AFTER_STEP[step + 1])
            present -= lacking(present, available)
        counts += 1 << type_at
        gain = job.gain + (points >> type_at & FIELD_MASK)
        added = own_production + cubes[type_]
        if per_type >= 0:
            cube = 1 << FIELD_BITS * numbers.per_resource
            added += (counts >> FIELD_BITS * per_type & FIELD_MASK) * cube
            cubes = tuple([fields + cube if t == per_type else fields for t, fields in enumerate(cubes)])
        if scored >= 0:
            counted = counts if scored < SCORED_GENERAL else available + bonus
            gain += points_each * (counted >> scored_at & FIELD_MASK)
            points += points_each << FIELD_BITS * scored
        if added != own_production:
            gain += cubes_value(added - own_production, outlook.value_per_cube)
        in_this_round = added & FIELDS_AFTER_STEP[step + 1]
        if in_this_round:
            gain += cubes_value(in_this_round, outlook.price)
        found.append(
            (
                value + gain - cost,
                available + in_this_round + bonus,
                present + bonus,
                coming + in_this_round,
                production + added,
                counts,
                points,
                cubes,
                flat_points + numbers.flat_points,
                completed | job_bit,
                steps | step + 1 << steps_at,
            )
        )
    return found
