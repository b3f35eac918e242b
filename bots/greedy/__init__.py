"""The strategy `greedy`: follows the best plan for the round, by points against cubes.

The draft takes the card with which that plan is worth most; planning and production carry it out. Alone it redraws
while that promises a better plan.
"""

from collections.abc import Sequence
from random import Random

from bots.greedy.alone import keeps, redraw
from bots.greedy.plan import Outlook, Plan, best, by_density, jobs, plans, survey
from bots.greedy.worth import AT
from bots.strategy import Budget, View, Weighed
from game import Intention
from game import intentions as i
from game.cards import CARDS, EMPIRE, KINDS
from game.determinization import known
from game.model import Seat


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the plan."""
    index = view["seat"]
    seat = known(view).seats[index]
    if idle(seat) and view["phase"] != "draft":
        return i.Ready(index)
    outlook = survey(view, seat)
    if seat.candidates:
        return max(keeps(index, seat, outlook), key=by_value).intention
    if seat.hand and view["phase"] == "planning" and (again := redraw(index, view, seat, outlook, rng)):
        return again
    if seat.choosing:
        return max(choices(index, outlook), key=by_value).intention
    if view["phase"] == "draft":
        return max(picks(index, seat, outlook), key=by_value).intention
    cards = (*seat.drafted, *seat.hand)
    return follow(index, seat, outlook, best(jobs(seat.construction, cards, outlook), outlook))


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """What it decides, and what else it weighs: cards to pick or keep, other plans' next intentions."""
    index = view["seat"]
    seat = known(view).seats[index]
    decided, outlook = decide(view, rng, budget), survey(view, seat)
    if seat.candidates:
        found = keeps(index, seat, outlook)
    elif seat.choosing:
        found = choices(index, outlook)
    elif view["phase"] == "draft":
        found = picks(index, seat, outlook)
    else:
        made = plans(jobs(seat.construction, (*seat.drafted, *seat.hand), outlook), outlook)
        found = [Weighed(follow(index, seat, outlook, plan), plan.value) for plan in made]
    return ranked(decided, found)


def ranked(decided: Intention, found: list[Weighed]) -> list[Weighed]:
    """Each intention once with its best value, the best first, and what was decided before all: it is worth no less."""
    values: dict[Intention, float] = {}
    for intention, value in found:
        values[intention] = max(value, values.get(intention, value))
    most = max(values.values(), default=0.0)
    values[decided] = max(most, values.get(decided, most))
    others = sorted((item for item in values.items() if item[0] != decided), key=lambda item: -item[1])
    return [Weighed(*item) for item in ((decided, values[decided]), *others)]


def by_value(weighed: Weighed) -> float:
    return weighed.value


def picks(index: int, seat: Seat, outlook: Outlook) -> list[Weighed]:
    """The cards of the hand, by what the best plan with each is worth."""
    own = jobs(seat.construction, seat.drafted, outlook)
    with_each = {card: sorted(own + jobs((), (card,), outlook), key=by_density) for card in seat.hand}
    return [Weighed(i.Draft(index, card), best(found, outlook).value) for card, found in with_each.items()]


def choices(index: int, outlook: Outlook) -> list[Weighed]:
    """The characters, by the points that one brings."""
    points = outlook.empire.points
    return [Weighed(i.Choose(index, "general"), points[5]), Weighed(i.Choose(index, "financier"), points[6])]


def follow(index: int, seat: Seat, outlook: Outlook, plan: Plan) -> Intention:
    """The next intention of a plan."""
    cards = (*seat.drafted, *seat.hand)
    return planning(index, cards, plan, outlook.urgent) if cards else building(index, seat, outlook, plan)


def idle(seat: Seat) -> bool:
    """Whether there is nothing to plan, place or choose."""
    items = seat.cubes or seat.krystallium or seat.generals or seat.financiers
    return not (seat.drafted or seat.hand or seat.candidates or seat.choosing or items)


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
