"""A race of options: all are tried in the same imagined games, and the worse ones drop out on the way."""

from collections.abc import Callable
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from bots.strategy import Budget, Weighed
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
) -> list[Weighed]:
    """The intentions, best first, each with its mean; of who dropped out, as if it had kept its distance.

    `cost`: nodes of an imagined game; `nodes`: the budget if none is given; `trust`: games that `before` counts for.
    """
    most = budget.nodes if budget.nodes is not None else nodes if budget.seconds is None else None
    games = None if most is None else most // cost
    options = options[: None if games is None else max(1, games)]
    if all(option.intention == options[0].intention for option in options):
        return [Weighed(options[0].intention, options[0].before)]
    # The options themselves took a moment, and the clock is only looked at between games.
    until = None if budget.seconds is None else perf_counter() + 0.8 * budget.seconds
    totals = [trust * option.before for option in options]
    count, alive = trust, list(range(len(options)))
    left: list[tuple[int, list[float], float]] = []  # who, and all totals after how many games
    stages = (len(options) - 1).bit_length()
    for stage in range(stages, 0, -1):
        begun = perf_counter() if until is not None else 0.0
        stop = None if until is None else begun + (until - begun) / stage
        rounds = max(1, games // stages // len(alive)) if games is not None else 1 << 30
        for _ in range(rounds):
            drawn, count = world(), count + 1
            for at in alive:
                totals[at] += options[at].play(drawn)
            if stop is not None and perf_counter() > stop:
                break
        ranked = sorted(alive, key=lambda at: (-totals[at], at))
        alive, out = ranked[: (len(alive) + 1) // 2], ranked[(len(alive) + 1) // 2 :]
        left += [(at, [*totals], count) for at in out]
    return _weighed(options, alive[0], totals[alive[0]] / count, left)


def _weighed(
    options: list[Option[World]], winner: int, mean: float, left: list[tuple[int, list[float], float]]
) -> list[Weighed]:
    """The winner with its mean, the others by how far they were behind it in the games that both played."""
    behind = {at: (totals[winner] - totals[at]) / count for at, totals, count in left}
    values = {options[winner].intention: mean}
    for at in sorted(behind, key=lambda at: (behind[at], at)):
        values.setdefault(options[at].intention, mean - behind[at])
    return [Weighed(intention, value) for intention, value in values.items()]
