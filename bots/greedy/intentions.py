"""From a plan of the strategy `greedy` to the next intention."""

from bots.greedy.outlook import RoundOutlook
from bots.greedy.plan import Plan
from bots.numbers.indices import FINANCIER_KIND, GENERAL_KIND, KIND_INDEX, KRYSTALLIUM_KIND
from bots.numbers.situation import Situation
from game import Intention
from game.cards import CARDS, EMPIRE, KINDS, KRYSTALLIUM
from game.construction import Place
from game.planning import Recycle, Slate
from game.production import Ready


def next_intention(situation: Situation, outlook: RoundOutlook, plan: Plan) -> Intention:
    """Slate or recycle in planning; place cubes and items in production."""
    if situation.cards:
        return _slate_or_recycle(situation, outlook, plan)
    return _place_or_ready(situation, outlook, plan)


def _slate_or_recycle(situation: Situation, outlook: RoundOutlook, plan: Plan) -> Intention:
    """Slate the cards that the plan builds, then recycle the others, first the one whose cube is of most use."""
    own, cards = situation.own, situation.cards
    for job in plan.now + plan.later:
        if job.card in cards:
            return Slate(own, job.card)
    places = {card: _place_for(KIND_INDEX[CARDS[card].recycling], plan, outlook.urgent) for card in cards}
    card = max(cards, key=lambda c: places[c][0])
    return Recycle(own, card, places[card][1])


def _place_or_ready(situation: Situation, outlook: RoundOutlook, plan: Plan) -> Intention:
    """Place the cubes of the step, then krystallium and characters that complete a card; then be ready.

    A card that is urgent for a scenario gets its krystallium and characters at once, before another card takes them.
    """
    own, seat, step = situation.own, situation.seat, situation.step
    has = {KRYSTALLIUM_KIND: seat.krystallium, GENERAL_KIND: seat.generals, FINANCIER_KIND: seat.financiers}
    for job in plan.later:
        if job.card in outlook.urgent and (kind := next((k for k in has if job.needs[k] and has[k]), None)):
            return Place(own, KINDS[kind], job.card, KRYSTALLIUM if kind == KRYSTALLIUM_KIND else None)
    if seat.cubes:
        return Place(own, KINDS[step], _place_for(step, plan, outlook.urgent)[1])
    for job in plan.now:
        card, needs = job.card, job.needs
        if any(needs[r] and outlook.production[r] for r in range(step + 1, 5)):
            continue  # a later step of this round brings cubes for it
        enough_krystallium = sum(needs[: KRYSTALLIUM_KIND + 1]) <= seat.krystallium
        if enough_krystallium and needs[GENERAL_KIND] <= seat.generals and needs[FINANCIER_KIND] <= seat.financiers:
            kind = next(k for k in (GENERAL_KIND, FINANCIER_KIND, *range(KRYSTALLIUM_KIND + 1)) if needs[k])
            if kind > KRYSTALLIUM_KIND:
                return Place(own, KINDS[kind], card)
            return Place(own, KRYSTALLIUM, card, KINDS[kind])
    return Ready(own)


def _place_for(resource: int, plan: Plan, urgent: frozenset[str]) -> tuple[int, str]:
    """(0..3: how useful a cube of the resource is, the place where it is most useful)."""
    for job in plan.now:
        if job.needs[resource] and sum(job.needs) == 1:
            return 3, job.card
    for job in plan.later:
        if job.needs[resource] and job.card in urgent:
            return 2, job.card
    for usefulness, jobs in ((2, plan.now), (1, plan.later)):
        for job in jobs:
            if job.needs[resource]:
                return usefulness, job.card
    return 0, EMPIRE
