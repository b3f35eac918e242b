"""Plans: which cards to complete this round, and which after it, with the cubes there are.

A plan goes through the cards in order and gives each what it needs; a card that is not taken is recycled.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bots.greedy.worth import AT, KRYSTALLIUM, Standing, standing, worth
from bots.strategy import View
from game.cards import CARDS, KINDS
from game.model import ROUNDS, Seat, Site
from game.production import production

NEEDS = {card: tuple([d.spaces.count(kind) for kind in KINDS]) for card, d in CARDS.items()}
AHEAD = 1.5
"""Rounds of production that cards for later may count on."""

REQUIRED = 10.0
"""Points that a card without which a scenario is lost brings besides its own."""

URGENT = 1
"""Rounds left from which a scenario's cards go before all others."""


class Job(NamedTuple):
    """A card that may be built.

    `needs`: open spaces, in the order of KINDS; `cubes`: those for resources, as (AT, number). `cube`: AT of what
    recycling the card gives, none once it is under construction. `now`, `later`: what it is worth in this round and
    after; `density`: worth per cost. `done`: the step that completes it.
    """

    card: str
    needs: tuple[int, ...]
    cubes: tuple[tuple[int, int], ...]
    cube: int | None
    now: float
    later: float
    density: float
    done: int


class Outlook(NamedTuple):
    """What a plan is made of, all of it from the seat's view.

    `owned`: generals and financiers; `left`: rounds after this one; `step`: -1 before production. `supply`: of each of
    KINDS, in this round. `leftover`: the share of its price that a cube is worth if no card takes it. `required`: cards
    without which a scenario is lost.
    """

    empire: Standing
    owned: tuple[int, int]
    left: int
    step: int
    production: tuple[int, ...]
    supply: tuple[float, ...]
    leftover: float
    required: frozenset[str] = frozenset()

    @property
    def urgent(self) -> frozenset[str]:
        """Required cards that from now on get what there is, even if it does not complete them in this round."""
        return self.required if self.left <= URGENT else frozenset()


class Plan(NamedTuple):
    """Cards to complete in this round and later, best first, and what it all is worth, in points."""

    value: float
    now: list[Job]
    later: list[Job]


def survey(view: View, seat: Seat) -> Outlook:
    """The table as the seat's view tells it."""
    made = production(seat, view["side"])
    step = AT[view["step"]] if view["step"] else -1
    likely = tuple(sorted([site.card for site in seat.construction]))
    cubes = [float(amount if r > step else 0) for r, amount in enumerate(made)]
    if step >= 0:
        cubes[step] = seat.cubes
    krystallium, leftover = float(seat.krystallium), 0.25
    if view["phase"] == "draft" or view["sequence"] == 1:
        picks = (
            5 if view["sequence"] else 6 - len(seat.drafted)
        )  # cards still to come may be recycled for what lacks, or use what is left
        krystallium, leftover = krystallium + 0.13 * picks, 0.25 + picks / 60
    return Outlook(
        empire=standing(seat.empire or "", view["side"], seat.constructed, likely, made),
        owned=(seat.generals, seat.financiers),
        left=ROUNDS - view["round"],
        step=step,
        production=made,
        supply=(*cubes, krystallium, seat.generals, seat.financiers),
        leftover=leftover,
        required=_required(view, seat),
    )


def _required(view: View, seat: Seat) -> frozenset[str]:
    """The scenario's cards still to be completed; any copy of one that has been given up."""
    states = {card["design"]: card["state"] for card in view["required"] or ()}
    begun = [site.card for site in seat.construction if states.get(CARDS[site.card].id) == "under_construction"]
    return frozenset([*begun, *[card for card, design in CARDS.items() if states.get(design.id) == "missing"]])


def jobs(sites: Sequence[Site], cards: Sequence[str], outlook: Outlook) -> list[Job]:
    """What may be built of the sites and the cards not yet planned, the best for its cost first."""
    found = [_job(site.card, _missing(site), None, outlook) for site in sites]
    found += [_job(card, NEEDS[card], AT[CARDS[card].recycling], outlook) for card in cards]
    return sorted(found, key=by_density)


def by_density(job: Job) -> float:
    return -job.density


def _missing(site: Site) -> tuple[int, ...]:
    kinds = [kind for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True) if item is None]
    return tuple([kinds.count(kind) for kind in KINDS])


def _job(card: str, needs: tuple[int, ...], cube: int | None, outlook: Outlook) -> Job:
    empire, left = outlook.empire, outlook.left
    cubes = tuple([(r, needs[r]) for r in range(5) if needs[r]])
    done = max(outlook.step, cubes[-1][0]) if cubes else outlook.step
    cost = sum([n * price for n, price in zip(needs, empire.price, strict=False)]) + needs[5] * KRYSTALLIUM
    characters = needs[6] * empire.points[5] + needs[7] * empire.points[6]
    extra = REQUIRED if card in outlook.required else 0.0
    now = worth(card, empire, outlook.owned, left, done) - characters + extra
    later = worth(card, empire, outlook.owned, left - 1, done) - characters + extra if left else 0.0
    return Job(card, needs, cubes, cube, now, later, now / (cost + 0.5), done)


def best(found: list[Job], outlook: Outlook) -> Plan:
    """The best plan of those that put one card first and keep the order of the rest."""
    return max(plans(found, outlook), key=_value)


def plans(found: list[Job], outlook: Outlook) -> list[Plan]:
    """Those that put one card first and keep the order of the rest."""
    orders = [[found[at], *found[:at], *found[at + 1 :]] for at in range(len(found))]
    return [commit(order, outlook) for order in orders or [found]]


def _value(plan: Plan) -> float:
    return round(plan.value, 6)


def commit(found: list[Job], outlook: Outlook) -> Plan:
    """The plan that takes the cards in this order, each if what is left serves it; those not taken are recycled."""
    supply, ahead, recycled = list(outlook.supply), [AHEAD * amount for amount in outlook.production], [0.0] * 5
    for job in found:
        if job.cube is not None:
            supply[job.cube] += 1
            recycled[job.cube] += 1
    now: list[Job] = []
    rest: list[Job] = []
    later: list[Job] = []
    value = 0.0
    for job in found:
        wild = _wild(supply, job)
        if wild is None or job.now <= (wild * KRYSTALLIUM if outlook.left else 0.0):
            if job.card in outlook.urgent:
                _take(supply, job, 0.0)
                later.append(job)
            else:
                rest.append(job)
            continue
        if job.cube is not None:
            recycled[job.cube] -= 1
        at_once = outlook.step < 0 and all(recycled[r] >= n for r, n in job.cubes)  # R22: it produces in full
        _take(supply, job, wild)
        for r, n in job.cubes:
            recycled[r] = recycled[r] - n if at_once else min(recycled[r], supply[r])
        for r, amount in enumerate(CARDS[job.card].production):
            if amount:
                ahead[r] += amount
                if at_once or r > job.done:
                    supply[r] += amount
        now.append(job)
        value += job.now
    if outlook.left:
        supply = [*[supply[r] + ahead[r] for r in range(5)], *supply[5:]]
        for job in rest:
            wild = _wild(supply, job)
            if wild is not None and job.density > 0.2:
                _take(supply, job, wild)
                later.append(job)
                value += job.later
    value += outlook.leftover * sum([supply[r] * outlook.empire.price[r] for r in range(5)])
    value += supply[5] * KRYSTALLIUM if outlook.left else 0.0
    value += supply[6] * outlook.empire.points[5] + supply[7] * outlook.empire.points[6]
    return Plan(value, now, later)


def _wild(supply: list[float], job: Job) -> float | None:
    """The krystallium it takes to complete the card, which is then not recycled; none if the supply does not serve."""
    needs, cube = job.needs, job.cube
    if cube is not None and supply[cube] < 1:
        return None
    wild: float = needs[5]
    for r, n in job.cubes:
        there = supply[r] - 1 if r == cube else supply[r]
        if there < n:
            wild += n - there
    served = wild <= supply[5] and needs[6] <= supply[6] and needs[7] <= supply[7]
    return wild if served else None


def _take(supply: list[float], job: Job, wild: float) -> None:
    if job.cube is not None:
        supply[job.cube] -= 1
    for r, n in job.cubes:
        supply[r] = max(0.0, supply[r] - n)
    supply[5] -= wild
    supply[6] = max(0.0, supply[6] - job.needs[6])
    supply[7] = max(0.0, supply[7] - job.needs[7])
