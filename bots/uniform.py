"""The strategy `random`: any legal intention, each equally likely."""

from random import Random

from bots.options import options
from bots.strategy import Budget, View, Weighed
from game import Intention


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """One of the legal intentions."""
    return rng.choice(options(view))


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All legal intentions, none better than another, that which is drawn first."""
    found = options(view)
    drawn = rng.choice(found)
    return [Weighed(drawn, 0.0), *[Weighed(other, 0.0) for other in found if other != drawn]]
