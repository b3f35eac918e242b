"""Players: (view, rng, budget) -> intention. They import `game` and see what their seat may see.

>>> strategy("greedy").name
'greedy'
"""

from bots import greedy, planner, search, uniform
from bots.strategy import Budget, Strategy

__all__ = ["STRATEGIES", "Budget", "Strategy", "UnknownStrategy", "strategy"]


class UnknownStrategy(KeyError):
    """No strategy has this name."""

    def __str__(self) -> str:
        return str(self.args[0])


STRATEGIES: dict[str, Strategy] = {
    s.name: s
    for s in (
        Strategy("greedy", "Plans one round at a time for the most points and production.", greedy.decide),
        Strategy("planner", "Finds the cards that together make most of a round's cubes.", planner.decide),
        Strategy("random", "Takes any legal intention, each equally likely.", uniform.decide),
        Strategy("search", "Tries what the planner might do in games with the hidden cards imagined.", search.decide),
    )
}


def strategy(name: str) -> Strategy:
    """The strategy of that name. Raises UnknownStrategy, a KeyError."""
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy {name!r}; there are: {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
