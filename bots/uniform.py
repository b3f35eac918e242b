"""The strategy `random`: a random legal intention, all equally likely."""

from random import Random

from bots.strategy import Budget, View, Weighed
from game import Intention, legal
from game.views.determinization import partial_state


def options(view: View) -> list[Intention]:
    """Every legal intention of the view's seat, in the order of `game.legal`."""
    return legal(partial_state(view), view["seat"])


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """A random legal intention."""
    return rng.choice(options(view))


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """All legal intentions, the drawn one first. None of them has a value."""
    legal = options(view)
    drawn = rng.choice(legal)
    return [Weighed(each, 0.0, estimate="none") for each in (drawn, *[other for other in legal if other != drawn])]
