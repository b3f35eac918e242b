"""Strategies that play a seat: (view, rng, budget) -> intention. They import `game` and know only the seat's view.

>>> strategy("greedy").name
'greedy'
"""

from bots import greedy, master, planner, search, uniform
from bots.strategy import Budget, Fallback, RoundPlan, Strategy, Weighed

__all__ = ["STRATEGIES", "Budget", "Fallback", "RoundPlan", "Strategy", "UnknownStrategy", "Weighed", "strategy"]


class UnknownStrategy(KeyError):
    """There is no strategy of this name. The text lists the names there are."""

    def __str__(self) -> str:
        return str(self.args[0])


STRATEGIES: dict[str, Strategy] = {
    s.name: s
    for s in (
        Strategy(
            "random",
            "Takes a random legal intention; all are equally likely.",
            uniform.decide,
            uniform.weigh,
            seconds=0.0001,
            rating=-14.4,
        ),
        Strategy(
            "greedy",
            "Plans one round at a time, card by card, for points and production.",
            greedy.decide,
            greedy.weigh,
            seconds=0.0003,
            rating=30.0,
        ),
        Strategy(
            "planner",
            "Finds the cards that together make the best use of a round's cubes.",
            planner.decide,
            planner.weigh,
            seconds=0.003,
            rating=46.9,
        ),
        Strategy(
            "search",
            "Tries its options in games with imagined hidden cards and takes the best one.",
            search.decide,
            search.weigh,
            seconds=0.05,
            nodes=search.NODES,
            rating=54.4,
        ),
        Strategy(
            "master",
            "Values positions with nets that learned from games against themselves.",
            master.decide,
            master.weigh,
            seconds=0.1,
            nodes=master.NODES,
            rating=62.9,
            fallback=master.fallback,
            load=master.load,
        ),
    )
}


def strategy(name: str) -> Strategy:
    """The strategy of this name. Raises UnknownStrategy, a KeyError."""
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy {name!r}; there are: {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
