"""Players: (view, rng, budget) -> intention. They import `game` and see what their seat may see.

>>> strategy("greedy").name
'greedy'
"""

from bots import greedy, planner, search, uniform
from bots.strategy import Budget, Strategy, Weighed

__all__ = ["STRATEGIES", "Budget", "Strategy", "UnknownStrategy", "Weighed", "strategy"]


class UnknownStrategy(KeyError):
    """No strategy has this name."""

    def __str__(self) -> str:
        return str(self.args[0])


STRATEGIES: dict[str, Strategy] = {
    s.name: s
    for s in (
        Strategy(
            "random",
            "Takes any legal intention, each equally likely.",
            uniform.decide,
            uniform.weigh,
            seconds=0.0001,
            rating=-3.4,
        ),
        Strategy(
            "greedy",
            "Plans one round at a time for the most points and production.",
            greedy.decide,
            greedy.weigh,
            seconds=0.0003,
            rating=26.5,
        ),
        Strategy(
            "planner",
            "Finds the cards that together make most of a round's cubes.",
            planner.decide,
            planner.weigh,
            seconds=0.003,
            rating=42.6,
        ),
        Strategy(
            "search",
            "Carries orders of work out, and tries what is best in games with the hidden cards imagined.",
            search.decide,
            search.weigh,
            seconds=0.05,
            nodes=search.NODES,
            rating=50.5,
        ),
    )
}


def strategy(name: str) -> Strategy:
    """The strategy of that name. Raises UnknownStrategy, a KeyError."""
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy {name!r}; there are: {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
