"""The strategy `greedy`: follows the best plan for the round, by points against cubes.

The draft takes the card with which that plan is worth most; planning and production carry it out. Alone it redraws
while that promises a better plan.
"""

from collections.abc import Sequence
from random import Random

from bots.alone import keep, redraw
from bots.plan import Outlook, Plan, best, by_density, jobs, survey
from bots.strategy import Budget, View
from bots.worth import AT
from game import Intention
from game import intentions as i
from game.cards import CARDS, EMPIRE, KINDS
from game.imagine import known
from game.state import Seat


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the plan."""
    index = view["seat"]
    seat = known(view).seats[index]
    if idle(seat) and view["phase"] != "draft":
        return i.Ready(index)
    outlook = survey(view, seat)
    if seat.candidates:
        return keep(index, seat, outlook)
    if seat.hand and view["phase"] == "planning" and (again := redraw(index, view, seat, outlook, rng)):
        return again
    if seat.choosing:
        return i.Choose(index, "general" if outlook.empire.points[5] >= outlook.empire.points[6] else "financier")
    if view["phase"] == "draft":
        return i.Draft(index, pick(seat, outlook))
    cards = (*seat.drafted, *seat.hand)
    plan = best(jobs(seat.construction, cards, outlook), outlook)
    return planning(index, cards, plan, outlook.urgent) if cards else building(index, seat, outlook, plan)


def idle(seat: Seat) -> bool:
    """Whether there is nothing to plan, place or choose."""
    items = seat.cubes or seat.krystallium or seat.generals or seat.financiers
    return not (seat.drafted or seat.hand or seat.candidates or seat.choosing or items)


def pick(seat: Seat, outlook: Outlook) -> str:
    """The card of the hand with which the best plan is worth most."""
    own = jobs(seat.construction, seat.drafted, outlook)
    plans = {c: best(sorted(own + jobs((), (c,), outlook), key=by_density), outlook).value for c in seat.hand}
    return max(plans, key=lambda card: plans[card])


def planning(index: int, cards: Sequence[str], plan: Plan, urgent: frozenset[str]) -> Intention:
    """Slate what the plan builds, then recycle the rest, first what serves best."""
    for job in plan.now + plan.later:
        if job.card in cards:
            return i.Slate(index, job.card)
    places = {card: _place_for(AT[CARDS[card].recycling], plan, urgent) for card in cards}
    card = max(cards, key=lambda c: places[c][0])
    return i.Recycle(index, card, places[card][1])


def building(index: int, seat: Seat, outlook: Outlook, plan: Plan) -> Intention:
    """Place the cubes of the step, then krystallium and characters that complete a card; then be ready.

    What a scenario asks for gets its krystallium and characters at once, before something else takes them.
    """
    has = {5: seat.krystallium, 6: seat.generals, 7: seat.financiers}
    for job in plan.later:
        if job.card in outlook.urgent and (kind := next((k for k in (5, 6, 7) if job.needs[k] and has[k]), None)):
            return i.Place(index, KINDS[kind], job.card, KINDS[kind] if kind == 5 else None)
    if seat.cubes:
        return i.Place(index, KINDS[outlook.step], _place_for(outlook.step, plan, outlook.urgent)[1])
    for job in plan.now:
        card, needs = job.card, job.needs
        if any(needs[r] and outlook.production[r] for r in range(outlook.step + 1, 5)):
            continue  # its cubes are still to come
        if sum(needs[:6]) <= seat.krystallium and needs[6] <= seat.generals and needs[7] <= seat.financiers:
            kind = next(k for k in (6, 7, 0, 1, 2, 3, 4, 5) if needs[k])
            return i.Place(index, KINDS[kind], card) if kind > 5 else i.Place(index, KINDS[5], card, KINDS[kind])
    return i.Ready(index)


def _place_for(r: int, plan: Plan, urgent: frozenset[str] = frozenset()) -> tuple[int, str]:
    """How well a cube of resource r serves (0..3), and where it serves best."""
    for job in plan.now:
        if job.needs[r] and sum(job.needs) == 1:
            return 3, job.card
    for job in plan.later:
        if job.needs[r] and job.card in urgent:
            return 2, job.card
    for rank, found in ((2, plan.now), (1, plan.later)):
        for job in found:
            if job.needs[r]:
                return rank, job.card
    return 0, EMPIRE
