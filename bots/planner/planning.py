"""From a view to the best plans for its seat."""

from typing import Final

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import FIELD_BITS
from bots.numbers.position import position_of
from bots.numbers.situation import Situation
from bots.planner.beam import find_plans
from bots.planner.jobs import Plan
from bots.planner.outlook import Outlook
from bots.planner.supply import expected_wild_cubes, supply_from_step
from bots.planner.weights import SOLO_WEIGHTS, STANDARD_WEIGHTS
from bots.strategy import View
from game.cards import RESOURCES
from game.rulesets import RULESETS

BEAM_WIDTH: Final = 24
"""Partial plans that the beam search keeps."""


def outlook_of(view: View, situation: Situation) -> Outlook:
    """The outlook of the view's seat."""
    position = position_of(situation.seat, view["side"])._replace(required=situation.required)
    weights = SOLO_WEIGHTS if len(view["seats"]) == 1 else STANDARD_WEIGHTS
    return Outlook(position, weights[situation.rounds_left], situation.rounds_left, least_production(view))


def least_production(view: View) -> tuple[int, ...]:
    """By resource, the least that the seat must produce to take the character of the step (R34, alone R64)."""
    others = [seat["production"] for seat in view["seats"] if seat["seat"] != view["seat"]]
    if not others:
        return (RULESETS[view["ruleset"]].solo_supremacy,) * len(RESOURCES)
    return tuple([1 + max(other[resource] for other in others) for resource in RESOURCES])


def best_plans(situation: Situation, outlook: Outlook, cards: tuple[str, ...]) -> list[Plan]:
    """The best plans with these cards, best first."""
    step = situation.step
    cubes = situation.seat.cubes << FIELD_BITS * step if step >= 0 else 0
    to_come = situation.cards_to_come if situation.seat.hand else 0
    supply = supply_from_step(outlook, step, cubes, expected_wild_cubes(outlook.weights, to_come))
    return find_plans(outlook, tuple([DESIGN_OF_CARD[card] for card in cards]), supply, BEAM_WIDTH)
