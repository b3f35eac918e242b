"""The strategy `search`: tries picks and orders of work in many games that the view does not rule out."""

from random import Random

from bots import planner
from bots.planner.survey import survey
from bots.search import alone, at_table
from bots.strategy import Budget, View, Weighed
from game import Intention

NODES = at_table.NODES
"""What a decision searches if it is not told otherwise."""


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The intention after which the imagined games went best; `budget` counts hands planned as nodes."""
    return weigh(view, rng, budget)[0].intention


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All that was tried in imagined games; where there is no choice, what the planner weighs."""
    table = survey(view)
    if table.idle or table.seat.choosing:
        return planner.weighed(table)
    if len(view["seats"]) == 1:
        return alone.weigh(view, table, rng, budget)
    return at_table.weigh(view, table, rng, budget)
