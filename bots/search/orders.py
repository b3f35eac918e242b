"""Orders of jobs, tried by simulating the round: a local search that starts from the orders of the best plans."""

from random import Random
from typing import Final, NamedTuple

from bots.numbers.designs import DESIGN_NUMBERS, DESIGN_OF_CARD
from bots.numbers.fields import FIELD_BITS, FIELD_MASK, total
from bots.numbers.indices import KRYSTALLIUM_KIND
from bots.numbers.position import Position
from bots.numbers.round_plan import plan_of_order
from bots.numbers.situation import Situation
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans
from bots.planner.position_value import position_value
from bots.search.simulation import JobOrder, RoundState, first_completable, first_needing, simulate
from bots.strategy import RoundPlan
from game import Intention
from game.cards import EMPIRE, KINDS, KRYSTALLIUM
from game.construction import Place
from game.planning import Recycle, Slate
from game.production import Ready

MAX_SIMULATIONS: Final = 150
"""Orders that a decision simulates."""
CARD_POINTS: Final = 0.01
"""Points for a constructed card, to break ties: with equal scores, more cards win (R83)."""


class OrderResult(NamedTuple):
    """A simulated order, with its next intention, its value in points and the position at the end of the round."""

    intention: Intention
    value: float
    after: Position
    order: JobOrder


def result_plan(situation: Situation, result: OrderResult) -> RoundPlan:
    """The plan of an order by the names of the cards."""
    return plan_of_order(situation, situation.cards, result.order, result.after)


def round_state(situation: Situation, outlook: Outlook) -> RoundState:
    """What is left of the round."""
    hand = [DESIGN_OF_CARD[card] for card in situation.cards]
    return RoundState(outlook.position, hand, situation.step, situation.seat.cubes, outlook.least)


def best_orders(situation: Situation, outlook: Outlook, rng: Random, count: int) -> list[OrderResult]:
    """The best order found for each of up to `count` next intentions, best first."""
    start = round_state(situation, outlook)
    found: dict[JobOrder, tuple[float, Position]] = {}

    def value(order: JobOrder) -> float:
        if order not in found:
            after = simulate(start, order)
            found[order] = position_value(after, outlook) + CARD_POINTS * total(after.counts), after
        return found[order][0]

    jobs = len(start.position.sites) + len(start.hand)
    plans = best_plans(situation, outlook, situation.cards)
    best: JobOrder | None = max([plan.now + plan.later for plan in plans], key=value)
    while best is not None:
        # Go on from the first neighbour that is better; without one, the search is at its end.
        best = next(
            (
                each
                for each in _neighbours(best, jobs, rng)
                if len(found) < MAX_SIMULATIONS and value(each) > value(best)
            ),
            None,
        )
    chosen: dict[Intention, OrderResult] = {}
    for order in sorted(found, key=lambda each: (-found[each][0], each)):
        intention = next_intention(situation, start, order)
        chosen.setdefault(intention, OrderResult(intention, *found[order], order))
        if len(chosen) == count:
            break
    return list(chosen.values())


def _neighbours(order: JobOrder, jobs: int, rng: Random) -> list[JobOrder]:
    """The orders with one job left out, put in or moved, in random order."""
    found: dict[JobOrder, None] = {}
    for job in range(jobs):
        rest = tuple([each for each in order if each != job])
        found |= dict.fromkeys([rest, *[(*rest[:at], job, *rest[at:]) for at in range(len(rest) + 1)]])
    found.pop(order, None)
    return rng.sample(list(found), len(found))


def next_intention(situation: Situation, start: RoundState, order: JobOrder) -> Intention:
    """Slate the jobs of the order, recycle the other cards, place cubes, then items that complete a job; then ready."""
    own, cards, count = situation.own, situation.cards, len(start.position.sites)
    if slated := [job for job in order if job >= count]:
        return Slate(own, cards[min(slated) - count])
    needs, names = start.needs(), [site.card for site in situation.seat.construction]
    if cards:
        served = first_needing(DESIGN_NUMBERS[start.hand[0]].recycled_resource, order, needs)
        return Recycle(own, cards[0], EMPIRE if served is None else names[served])
    if start.cubes:
        served = first_needing(start.step, order, needs)
        return Place(own, KINDS[start.step], EMPIRE if served is None else names[served])
    job = first_completable(order, needs, start.position.items, start.step)
    if job is None:
        return Ready(own)
    kind = max(kind for kind in range(len(KINDS)) if needs[job] >> FIELD_BITS * kind & FIELD_MASK)
    if kind > KRYSTALLIUM_KIND:
        return Place(own, KINDS[kind], names[job])
    return Place(own, KRYSTALLIUM, names[job], KINDS[kind])
