"""The strategy `search`: tries what the planner might do in many games that the view does not rule out."""

from random import Random

from bots import alone_search, planner, table_search
from bots.strategy import Budget, View
from bots.survey import survey
from game import Intention


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The intention after which the imagined games went best; `budget` counts hands planned as nodes."""
    table = survey(view)
    if table.idle or table.seat.choosing:
        return planner.decided(table)
    if len(view["seats"]) == 1:
        return alone_search.decide(view, table, rng, budget)
    return table_search.decide(view, table, rng, budget)
