"""The strategy `planner`: finds the cards that together make most of a round's cubes, and what then is likely."""

from random import Random

from bots.acts import act
from bots.designs import OF_CARD
from bots.fields import FIELD
from bots.redraw import pair
from bots.strategy import Budget, View
from bots.survey import Table, planned, survey
from game import Intention
from game import intentions as i


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The next intention of the best plan."""
    return decided(survey(view))


def decided(table: Table) -> Intention:
    """The next intention of the best plan."""
    own, seat = table.own, table.seat
    if table.idle:
        return i.Ready(own)
    if seat.choosing:
        return choice(table)
    if seat.candidates:
        return i.Keep(own, best(table, seat.hand, seat.candidates))
    if seat.hand and table.sequence is None:
        return i.Draft(own, best(table, seat.drafted, seat.hand))
    if table.redraws and (places := pair([OF_CARD[card] for card in seat.hand], table.outlook)):
        return i.Redraw(own, tuple(sorted([seat.hand[at] for at in places])))
    return act(table, planned(table, table.cards)[0])


def best(table: Table, cards: tuple[str, ...], options: tuple[str, ...]) -> str:
    """The option that together with the cards makes the best plan."""
    return max(options, key=lambda card: planned(table, (*cards, card))[0].value)


def choice(table: Table) -> Intention:
    """The character that brings more points."""
    points = table.outlook.position.points
    return i.Choose(table.own, "general" if points >> 35 & FIELD >= points >> 42 & FIELD else "financier")
