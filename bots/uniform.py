"""The strategy `random`: a random legal intention, all equally likely."""

from random import Random

from bots.options import options
from bots.strategy import Budget, View, Weighed
from game import Intention


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """A random legal intention."""
    return rng.choice(options(view))


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All legal intentions with the same value, the drawn one first."""
    legal = options(view)
    drawn = rng.choice(legal)
    return [Weighed(drawn, 0.0), *[Weighed(other, 0.0) for other in legal if other != drawn]]
