"""The strategy `planner`: finds the cards that together make the best use of a round's cubes.

It values a plan by the position at the end of the round, with weights for what later rounds are likely to add.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import amount
from bots.numbers.indices import SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.round_plan import plan_of_order
from bots.numbers.situation import Situation, read_situation
from bots.planner.intentions import next_intention
from bots.planner.jobs import Plan
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans, outlook_of
from bots.planner.redraw import cards_to_give_up
from bots.strategy import Budget, Estimate, RoundPlan, View, Weighed
from game import Intention
from game.draft import Draft
from game.production import Choose, Ready
from game.solo import Keep, Redraw


class Compared(NamedTuple):
    """An intention with its value in points, the plan behind it if there is one, and the hand of this plan."""

    intention: Intention
    value: float
    plan: Plan | None = None
    hand: tuple[str, ...] = ()


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the best plan."""
    situation = read_situation(view)
    return _compare(situation, outlook_of(view, situation))[0].intention


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """The next intentions of the best plans, with the values of the plans."""
    situation = read_situation(view)
    return weigh_plans(situation, outlook_of(view, situation))


def weigh_plans(situation: Situation, outlook: Outlook) -> list[Weighed]:
    """The next intentions of the best plans, best first; for a pick or a keep, every card that may be taken."""
    estimate: Estimate = "compared" if outlook.rounds_left or situation.seat.choosing else "final_score"
    if situation.idle:
        estimate = "none"
    return [
        Weighed(each.intention, each.value, each.plan and round_plan(situation, each.hand, each.plan), estimate)
        for each in _compare(situation, outlook)
    ]


def round_plan(situation: Situation, hand: tuple[str, ...], plan: Plan) -> RoundPlan:
    """The plan by the names of the cards. `hand`: the cards that it was made with."""
    return plan_of_order(situation, hand, plan.now + plan.later, plan.after)


def _compare(situation: Situation, outlook: Outlook) -> list[Compared]:
    """What `weigh_plans` weighs, best first."""
    own, seat = situation.own, situation.seat
    if situation.idle:
        return [Compared(Ready(own), 0.0)]
    if seat.choosing:
        return _compare_characters(own, outlook)
    if seat.candidates:
        kept = [(Keep(own, card), (*seat.hand, card)) for card in seat.candidates]
        return _compare_cards(situation, outlook, kept)
    if situation.phase == "draft":
        picked = [(Draft(own, card), (*seat.drafted, card)) for card in seat.hand]
        return _compare_cards(situation, outlook, picked)
    cards = situation.cards
    plans = best_plans(situation, outlook, cards)
    found: dict[Intention, Compared] = {}
    if situation.can_redraw and (pair := cards_to_give_up([DESIGN_OF_CARD[card] for card in seat.hand], outlook)):
        redraw = Redraw(own, tuple(sorted([seat.hand[at] for at in pair])))
        found[redraw] = Compared(redraw, plans[0].value)
    for plan in plans:
        intention = next_intention(situation, outlook, plan)
        found.setdefault(intention, Compared(intention, plan.value, plan, cards))
    return list(found.values())


def _compare_cards(
    situation: Situation, outlook: Outlook, options: Sequence[tuple[Intention, tuple[str, ...]]]
) -> list[Compared]:
    """The intentions, each with the best plan for the hand that it leads to, best first."""
    plans = [best_plans(situation, outlook, hand)[0] for _, hand in options]
    found = [Compared(each, plan.value, plan, hand) for (each, hand), plan in zip(options, plans, strict=True)]
    return sorted(found, key=lambda each: -each.value)


def _compare_characters(own: int, outlook: Outlook) -> list[Compared]:
    """The characters, the one that is worth more points first."""
    points = outlook.position.points
    general = Compared(Choose(own, "general"), amount(points, SCORED_GENERAL))
    financier = Compared(Choose(own, "financier"), amount(points, SCORED_FINANCIER))
    return sorted([general, financier], key=lambda each: -each.value)
