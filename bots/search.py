"""The strategy `search`: tries picks and orders of work in many games that the view does not rule out."""

from random import Random

from bots import alone_search, planner, table_search
from bots.strategy import Budget, View, Weighed
from bots.survey import survey
from game import Intention

NODES = table_search.NODES
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
        return alone_search.weigh(view, table, rng, budget)
    return table_search.weigh(view, table, rng, budget)
