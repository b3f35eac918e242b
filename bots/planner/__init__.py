"""The strategy `planner`: finds the cards that together make the best use of a round's cubes.

It values a plan by the position at the end of the round, with weights for what later rounds are likely to add.
"""

from random import Random

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import amount
from bots.numbers.indices import SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.situation import Situation, read_situation
from bots.planner.intentions import next_intention
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans, outlook_of
from bots.planner.redraw import cards_to_give_up
from bots.strategy import Budget, View, Weighed
from game import Intention
from game.intentions import Choose, Draft, Keep, Ready, Redraw


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the best plan."""
    return weigh(view, rng, budget)[0].intention


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """The next intentions of the best plans, with the values of the plans."""
    situation = read_situation(view)
    return weigh_plans(situation, outlook_of(view, situation))


def weigh_plans(situation: Situation, outlook: Outlook) -> list[Weighed]:
    """The next intentions of the best plans, best first; for a pick or a keep, every card that may be taken."""
    own, seat = situation.own, situation.seat
    if situation.idle:
        return [Weighed(Ready(own), 0.0)]
    if seat.choosing:
        return _value_choices(own, outlook)
    if seat.candidates:
        kept = _value_cards(situation, outlook, seat.hand, seat.candidates)
        return [Weighed(Keep(own, card), value) for card, value in kept]
    if situation.phase == "draft":
        picked = _value_cards(situation, outlook, seat.drafted, seat.hand)
        return [Weighed(Draft(own, card), value) for card, value in picked]
    plans = best_plans(situation, outlook, situation.cards)
    found: dict[Intention, float] = {}
    if situation.can_redraw and (pair := cards_to_give_up([DESIGN_OF_CARD[card] for card in seat.hand], outlook)):
        found[Redraw(own, tuple(sorted([seat.hand[at] for at in pair])))] = plans[0].value
    for plan in plans:
        found.setdefault(next_intention(situation, outlook, plan), plan.value)
    return [Weighed(intention, value) for intention, value in found.items()]


def _value_cards(
    situation: Situation, outlook: Outlook, cards: tuple[str, ...], options: tuple[str, ...]
) -> list[tuple[str, float]]:
    """The options, each with the value of the best plan for it and the cards, best first."""
    found = [(card, best_plans(situation, outlook, (*cards, card))[0].value) for card in options]
    return sorted(found, key=lambda each: -each[1])


def _value_choices(own: int, outlook: Outlook) -> list[Weighed]:
    """The characters, the one that is worth more points first."""
    points = outlook.position.points
    general = Weighed(Choose(own, "general"), amount(points, SCORED_GENERAL))
    financier = Weighed(Choose(own, "financier"), amount(points, SCORED_FINANCIER))
    return sorted([general, financier], key=lambda each: -each.value)
