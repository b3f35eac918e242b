"""The strategy `greedy`: follows the best plan for the round, by points per cube.

In the draft it picks the card that makes this plan worth most. In planning and production it carries the plan out. In
solo games it redraws while a redraw promises a better plan.
"""

from random import Random

from bots.greedy.intentions import next_intention
from bots.greedy.outlook import RoundOutlook, round_outlook
from bots.greedy.plan import Compared, best_plan, by_density, find_jobs, find_plans, round_plan
from bots.greedy.solo import redraw, value_keeps
from bots.numbers.indices import SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.situation import Situation, read_situation
from bots.strategy import Budget, View, Weighed
from game import Intention
from game.draft import Draft
from game.production import Choose, Ready


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the best plan."""
    situation = read_situation(view)
    if situation.idle and situation.phase != "draft":
        return Ready(situation.own)
    return _decide(view, situation, round_outlook(view, situation), rng)


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """The decision first, then the alternatives: other cards to pick or keep, the next intentions of other plans."""
    situation = read_situation(view)
    outlook = round_outlook(view, situation)
    if situation.idle and situation.phase != "draft":
        decided: Intention = Ready(situation.own)
    else:
        decided = _decide(view, situation, outlook, rng)
    ranked = _ranked(decided, _alternatives(situation, outlook))
    return [Weighed(each.intention, each.value, each.plan and round_plan(each.plan, each.hand)) for each in ranked]


def _decide(view: View, situation: Situation, outlook: RoundOutlook, rng: Random) -> Intention:
    seat = situation.seat
    if seat.candidates:
        return max(value_keeps(situation, outlook), key=_by_value).intention
    if seat.hand and situation.phase == "planning" and (redrawn := redraw(view, situation, outlook, rng)):
        return redrawn
    if seat.choosing:
        return max(_value_choices(situation, outlook), key=_by_value).intention
    if situation.phase == "draft":
        return max(_value_picks(situation, outlook), key=_by_value).intention
    jobs = find_jobs(seat.construction, situation.cards, outlook)
    return next_intention(situation, outlook, best_plan(jobs, outlook))


def _alternatives(situation: Situation, outlook: RoundOutlook) -> list[Compared]:
    seat = situation.seat
    if seat.candidates:
        return value_keeps(situation, outlook)
    if seat.choosing:
        return _value_choices(situation, outlook)
    if situation.phase == "draft":
        return _value_picks(situation, outlook)
    cards = situation.cards
    plans = find_plans(find_jobs(seat.construction, cards, outlook), outlook)
    return [Compared(next_intention(situation, outlook, plan), plan.value, plan, cards) for plan in plans]


def _ranked(decided: Intention, alternatives: list[Compared]) -> list[Compared]:
    """Each intention once with its best plan: the decision first, then by value. No other has a higher value."""
    best: dict[Intention, Compared] = {}
    for each in alternatives:
        known = best.setdefault(each.intention, each)
        if each.value > known.value:
            best[each.intention] = each
    highest = max([each.value for each in best.values()], default=0.0)
    first = best.pop(decided, Compared(decided, highest))
    others = sorted(best.values(), key=lambda each: -each.value)
    return [first._replace(value=max(highest, first.value)), *others]


def _by_value(compared: Compared) -> float:
    return compared.value


def _value_picks(situation: Situation, outlook: RoundOutlook) -> list[Compared]:
    """The cards of the hand, each with the best plan that may use it."""
    own, seat = situation.own, situation.seat
    jobs = find_jobs(seat.construction, seat.drafted, outlook)
    with_card = {card: sorted(jobs + find_jobs((), (card,), outlook), key=by_density) for card in seat.hand}
    plans = {card: best_plan(found, outlook) for card, found in with_card.items()}
    return [Compared(Draft(own, card), plan.value, plan, (*seat.drafted, card)) for card, plan in plans.items()]


def _value_choices(situation: Situation, outlook: RoundOutlook) -> list[Compared]:
    """The characters, each with the points for one more of it."""
    points = outlook.empire.points
    general, financier = Choose(situation.own, "general"), Choose(situation.own, "financier")
    return [Compared(general, points[SCORED_GENERAL]), Compared(financier, points[SCORED_FINANCIER])]
