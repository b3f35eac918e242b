"""The strategy `random`: a random legal intention, all equally likely."""

from random import Random

from bots.options import options
from bots.strategy import Budget, View, Weighed
from game import Intention


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """A random legal intention."""
    return rng.choice(options(view))


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All legal intentions, the drawn one first. None of them has a value."""
    legal = options(view)
    drawn = rng.choice(legal)
    return [Weighed(each, 0.0, estimate="none") for each in (drawn, *[other for other in legal if other != drawn])]
