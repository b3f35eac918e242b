"""The strategy `greedy`: follows the best plan for the round, by points per cube.

In the draft it picks the card that makes this plan worth most. In planning and production it carries the plan out. In
solo games it redraws while a redraw promises a better plan.
"""

from random import Random

from bots.greedy.intentions import next_intention
from bots.greedy.outlook import RoundOutlook, round_outlook
from bots.greedy.plan import best_plan, by_density, find_jobs, find_plans
from bots.greedy.solo import redraw, value_keeps
from bots.numbers.indices import SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.situation import Situation, read_situation
from bots.strategy import Budget, View, Weighed
from game import Intention
from game.intentions import Choose, Draft, Ready


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
    return _ranked(decided, _alternatives(situation, outlook))


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


def _alternatives(situation: Situation, outlook: RoundOutlook) -> list[Weighed]:
    seat = situation.seat
    if seat.candidates:
        return value_keeps(situation, outlook)
    if seat.choosing:
        return _value_choices(situation, outlook)
    if situation.phase == "draft":
        return _value_picks(situation, outlook)
    plans = find_plans(find_jobs(seat.construction, situation.cards, outlook), outlook)
    return [Weighed(next_intention(situation, outlook, plan), plan.value) for plan in plans]


def _ranked(decided: Intention, alternatives: list[Weighed]) -> list[Weighed]:
    """Each intention once with its best value: the decision first, then by value. No other has a higher value."""
    values: dict[Intention, float] = {}
    for intention, value in alternatives:
        values[intention] = max(value, values.get(intention, value))
    highest = max(values.values(), default=0.0)
    values[decided] = max(highest, values.get(decided, highest))
    others = sorted((item for item in values.items() if item[0] != decided), key=lambda item: -item[1])
    return [Weighed(*item) for item in ((decided, values[decided]), *others)]


def _by_value(weighed: Weighed) -> float:
    return weighed.value


def _value_picks(situation: Situation, outlook: RoundOutlook) -> list[Weighed]:
    """The cards of the hand, each with the value of the best plan that may use it."""
    own, seat = situation.own, situation.seat
    jobs = find_jobs(seat.construction, seat.drafted, outlook)
    with_card = {card: sorted(jobs + find_jobs((), (card,), outlook), key=by_density) for card in seat.hand}
    return [Weighed(Draft(own, card), best_plan(found, outlook).value) for card, found in with_card.items()]


def _value_choices(situation: Situation, outlook: RoundOutlook) -> list[Weighed]:
    """The characters, each with the points for one more of it."""
    points = outlook.empire.points
    general, financier = Choose(situation.own, "general"), Choose(situation.own, "financier")
    return [Weighed(general, points[SCORED_GENERAL]), Weighed(financier, points[SCORED_FINANCIER])]
