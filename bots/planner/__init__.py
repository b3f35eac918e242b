"""The strategy `planner`: finds the cards that together make most of a round's cubes, and what then is likely."""

from random import Random

from bots.numbers.designs import OF_CARD
from bots.numbers.fields import FIELD
from bots.planner.acts import act
from bots.planner.redraw import pair
from bots.planner.survey import Table, planned, survey
from bots.strategy import Budget, View, Weighed
from game import Intention
from game import intentions as i


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the best plan."""
    return weighed(survey(view))[0].intention


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """The next intentions of the best plans, with what the plans are worth."""
    return weighed(survey(view))


def weighed(table: Table) -> list[Weighed]:
    """The next intentions of the best plans, the best first; all cards that may be picked or kept."""
    own, seat = table.own, table.seat
    if table.idle:
        return [Weighed(i.Ready(own), 0.0)]
    if seat.choosing:
        return choices(table)
    if seat.candidates:
        return [Weighed(i.Keep(own, card), value) for card, value in values(table, seat.hand, seat.candidates)]
    if seat.hand and table.sequence is None:
        return [Weighed(i.Draft(own, card), value) for card, value in values(table, seat.drafted, seat.hand)]
    found: dict[Intention, float] = {}
    if table.redraws and (places := pair([OF_CARD[card] for card in seat.hand], table.outlook)):
        best = planned(table, table.cards)[0].value
        found[i.Redraw(own, tuple(sorted([seat.hand[at] for at in places])))] = best
    for plan in planned(table, table.cards):
        found.setdefault(act(table, plan), plan.value)
    return [Weighed(intention, value) for intention, value in found.items()]


def values(table: Table, cards: tuple[str, ...], options: tuple[str, ...]) -> list[tuple[str, float]]:
    """The options, each with what the best plan with it and the cards is worth, the best first."""
    found = [(card, planned(table, (*cards, card))[0].value) for card in options]
    return sorted(found, key=lambda each: -each[1])


def choices(table: Table) -> list[Weighed]:
    """The characters, that which brings more points first."""
    points = table.outlook.position.points
    general, financier = points >> 35 & FIELD, points >> 42 & FIELD
    found = [Weighed(i.Choose(table.own, "general"), general), Weighed(i.Choose(table.own, "financier"), financier)]
    return sorted(found, key=lambda each: -each.value)
