"""A race of options: all are tried in the same imagined games, and the worse ones drop out on the way."""

from collections.abc import Callable
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from bots.strategy import Budget
from game import Intention

World = TypeVar("World")
Play = Callable[[World], float]


class Option(NamedTuple, Generic[World]):
    """An intention, what it brings in an imagined game, and what was thought of it before (in the same points)."""

    intention: Intention
    play: Play[World]
    before: float = 0.0


def race(
    options: list[Option[World]], world: Callable[[], World], cost: int, budget: Budget, nodes: int, trust: float = 0.0
) -> Intention:
    """The intention of the option with the highest mean.

    `cost`: nodes of an imagined game; `nodes`: the budget if none is given; `trust`: games that `before` counts for.
    """
    most = budget.nodes if budget.nodes is not None else nodes if budget.seconds is None else None
    games = None if most is None else most // cost
    options = options[: None if games is None else max(1, games)]
    if all(option.intention == options[0].intention for option in options):
        return options[0].intention
    # The options themselves took a moment, and the clock is only looked at between games.
    until = None if budget.seconds is None else perf_counter() + 0.8 * budget.seconds
    totals = [trust * option.before for option in options]
    alive = list(range(len(options)))
    stages = (len(options) - 1).bit_length()
    for stage in range(stages, 0, -1):
        begun = perf_counter() if until is not None else 0.0
        stop = None if until is None else begun + (until - begun) / stage
        rounds = max(1, games // stages // len(alive)) if games is not None else 1 << 30
        for _ in range(rounds):
            drawn = world()
            for at in alive:
                totals[at] += options[at].play(drawn)
            if stop is not None and perf_counter() > stop:
                break
        alive = sorted(alive, key=lambda at: (-totals[at], at))[: (len(alive) + 1) // 2]
    return options[alive[0]].intention
