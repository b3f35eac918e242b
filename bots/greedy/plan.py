"""Plans of the strategy `greedy`: which cards to complete in this round and which later.

A plan goes through the cards in order and gives each card the cubes and items that it needs. It recycles the cards
that it does not take.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bots.greedy.card_value import KRYSTALLIUM_POINTS, card_value
from bots.greedy.outlook import RoundOutlook
from bots.numbers.designs import DESIGN_NUMBERS, DESIGN_OF_CARD
from bots.numbers.indices import FINANCIER_KIND, GENERAL_KIND, KRYSTALLIUM_KIND, SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.position import open_spaces
from bots.strategy import RoundPlan
from game import Intention
from game.cards import CARDS
from game.model import Site

ROUNDS_AHEAD = 1.5
"""Rounds of production that cards for later may use."""
REQUIRED_CARD_POINTS = 10.0
"""Points for a card that a scenario requires, besides its own points."""
MIN_LATER_DENSITY = 0.2
"""Points per cost from which a card is worth keeping for later rounds."""


class Job(NamedTuple):
    """A card that the seat may build.

    `needs`: open spaces, in the order of KINDS; `cubes`: the needed resources, as (resource, number). `recycled`: the
    resource that recycling the card would give, none under construction. `now`, `later`: its value if completed in this
    round or in a later one; `density`: value now per cost. `completed`: the step that completes it.
    """

    card: str
    needs: tuple[int, ...]
    cubes: tuple[tuple[int, int], ...]
    recycled: int | None
    now: float
    later: float
    density: float
    completed: int


class Plan(NamedTuple):
    """Cards to complete in this round and later, best first, and the value of all together, in points."""

    value: float
    now: list[Job]
    later: list[Job]


class Compared(NamedTuple):
    """An intention with its value in points, the plan behind it if there is one, and the hand of this plan."""

    intention: Intention
    value: float
    plan: Plan | None = None
    hand: Sequence[str] = ()


def round_plan(plan: Plan, hand: Sequence[str]) -> RoundPlan:
    """The plan by the names of the cards. `hand`: the cards that it was made with."""
    construct, keep = [job.card for job in plan.now], [job.card for job in plan.later]
    return RoundPlan(tuple(construct), tuple(keep), tuple([card for card in hand if card not in construct + keep]))


def find_jobs(sites: Sequence[Site], cards: Sequence[str], outlook: RoundOutlook) -> list[Job]:
    """The jobs of these sites and of these cards to slate or recycle, the best value per cost first."""
    jobs = [_job(site.card, open_spaces(site), None, outlook) for site in sites]
    for card in cards:
        numbers = DESIGN_NUMBERS[DESIGN_OF_CARD[card]]
        jobs.append(_job(card, numbers.spaces, numbers.recycled_resource, outlook))
    return sorted(jobs, key=by_density)


def by_density(job: Job) -> float:
    """Sort key: the best value per cost first."""
    return -job.density


def _job(card: str, needs: tuple[int, ...], recycled: int | None, outlook: RoundOutlook) -> Job:
    empire, rounds_left, step = outlook.empire, outlook.rounds_left, outlook.step
    cubes = tuple([(r, needs[r]) for r in range(5) if needs[r]])
    completed = max(step, cubes[-1][0]) if cubes else step
    cost = sum([n * price for n, price in zip(needs, empire.price, strict=False)])
    cost += needs[KRYSTALLIUM_KIND] * KRYSTALLIUM_POINTS
    characters = needs[GENERAL_KIND] * empire.points[SCORED_GENERAL]
    characters += needs[FINANCIER_KIND] * empire.points[SCORED_FINANCIER]
    extra = REQUIRED_CARD_POINTS if card in outlook.required else 0.0
    now = card_value(card, empire, outlook.owned, rounds_left, completed) - characters + extra
    later = 0.0
    if rounds_left:
        later = card_value(card, empire, outlook.owned, rounds_left - 1, completed) - characters + extra
    return Job(card, needs, cubes, recycled, now, later, now / (cost + 0.5), completed)


def best_plan(jobs: list[Job], outlook: RoundOutlook) -> Plan:
    """The most valuable of `find_plans`, the first of equals."""
    return max(find_plans(jobs, outlook), key=lambda plan: round(plan.value, 6))


def find_plans(jobs: list[Job], outlook: RoundOutlook) -> list[Plan]:
    """One plan for each job: this job comes first, the others keep their order."""
    orders = [[jobs[at], *jobs[:at], *jobs[at + 1 :]] for at in range(len(jobs))]
    return [_plan(order, outlook) for order in orders or [jobs]]


def _plan(jobs: list[Job], outlook: RoundOutlook) -> Plan:
    """The plan that takes the jobs in this order, each one if the supply that is left is enough for it."""
    rounds_left, urgent = outlook.rounds_left, outlook.urgent
    supply, recycled_cubes = list(outlook.supply), [0.0] * 5
    later_supply = [ROUNDS_AHEAD * amount for amount in outlook.production]
    for job in jobs:
        if job.recycled is not None:
            supply[job.recycled] += 1
            recycled_cubes[job.recycled] += 1
    now: list[Job] = []
    rest: list[Job] = []
    later: list[Job] = []
    value = 0.0
    for job in jobs:
        krystallium = _needed_krystallium(supply, job)
        if krystallium is None or job.now <= (krystallium * KRYSTALLIUM_POINTS if rounds_left else 0.0):
            if job.card in urgent:
                _take(supply, job, 0.0)
                later.append(job)
            else:
                rest.append(job)
            continue
        if job.recycled is not None:
            recycled_cubes[job.recycled] -= 1
        # R22: a card that recycled cubes complete in planning produces in all steps of this round.
        in_planning = outlook.step < 0 and all(recycled_cubes[r] >= n for r, n in job.cubes)
        _take(supply, job, krystallium)
        for r, n in job.cubes:
            recycled_cubes[r] = recycled_cubes[r] - n if in_planning else min(recycled_cubes[r], supply[r])
        for r, amount in enumerate(CARDS[job.card].production):
            if amount:
                later_supply[r] += amount
                if in_planning or r > job.completed:
                    supply[r] += amount
        now.append(job)
        value += job.now
    if rounds_left:
        supply = [*[supply[r] + later_supply[r] for r in range(5)], *supply[5:]]
        for job in rest:
            krystallium = _needed_krystallium(supply, job)
            if krystallium is not None and job.density > MIN_LATER_DENSITY:
                _take(supply, job, krystallium)
                later.append(job)
                value += job.later
    empire = outlook.empire
    value += outlook.leftover * sum([supply[r] * empire.price[r] for r in range(5)])
    value += supply[KRYSTALLIUM_KIND] * KRYSTALLIUM_POINTS if rounds_left else 0.0
    generals, financiers = supply[GENERAL_KIND], supply[FINANCIER_KIND]
    value += generals * empire.points[SCORED_GENERAL] + financiers * empire.points[SCORED_FINANCIER]
    return Plan(value, now, later)


def _needed_krystallium(supply: list[float], job: Job) -> float | None:
    """The krystallium that completes the card if it is not recycled; none if the supply is not enough."""
    needs, recycled = job.needs, job.recycled
    if recycled is not None and supply[recycled] < 1:
        return None
    krystallium: float = needs[KRYSTALLIUM_KIND]
    for r, n in job.cubes:
        available = supply[r] - 1 if r == recycled else supply[r]
        if available < n:
            krystallium += n - available
    enough = krystallium <= supply[KRYSTALLIUM_KIND]
    enough = enough and needs[GENERAL_KIND] <= supply[GENERAL_KIND] and needs[FINANCIER_KIND] <= supply[FINANCIER_KIND]
    return krystallium if enough else None


def _take(supply: list[float], job: Job, krystallium: float) -> None:
    """Takes from `supply` what the job needs, and the cube that recycling its card would have given."""
    if job.recycled is not None:
        supply[job.recycled] -= 1
    for r, n in job.cubes:
        supply[r] = max(0.0, supply[r] - n)
    supply[KRYSTALLIUM_KIND] -= krystallium
    supply[GENERAL_KIND] = max(0.0, supply[GENERAL_KIND] - job.needs[GENERAL_KIND])
    supply[FINANCIER_KIND] = max(0.0, supply[FINANCIER_KIND] - job.needs[FINANCIER_KIND])
