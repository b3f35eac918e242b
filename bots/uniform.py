"""The strategy `random`: any legal intention, each equally likely."""

from random import Random

from bots.options import options
from bots.strategy import Budget, View
from game import Intention


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """One of the legal intentions."""
    return rng.choice(options(view))
