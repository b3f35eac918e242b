"""The strategy `search`: tries its options in many games that the view does not rule out, and takes the best one."""

from random import Random
from typing import Final

from bots.numbers.situation import read_situation
from bots.planner import weigh_plans
from bots.planner.planning import outlook_of
from bots.search import solo, standard
from bots.strategy import Budget, View, Weighed
from game import Intention

NODES: Final = standard.DEFAULT_NODES
"""What a decision searches if the budget does not say."""


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The intention with the best mean over the imagined games. `budget` counts hands planned as nodes."""
    return weigh(view, rng, budget)[0].intention


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All options that were tried in imagined games; where there is no choice, what the planner weighs."""
    situation = read_situation(view)
    outlook = outlook_of(view, situation)
    if situation.idle or situation.seat.choosing:
        return weigh_plans(situation, outlook)
    if len(view["seats"]) == 1:
        return solo.weigh(view, situation, outlook, rng, budget)
    return standard.weigh(view, situation, outlook, rng, budget)
