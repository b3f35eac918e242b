"""A race between options: all play the same imagined games, and after each stage the worse half drops out.

The literature calls this successive halving.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Final, Generic, NamedTuple, TypeVar

from bots.strategy import Budget, Estimate, RoundPlan, Weighed
from game import Intention

TIME_SHARE: Final = 0.8
"""Share of the seconds for the race: making the options takes time too, and the race reads the clock between games."""
NO_LIMIT: Final = 1 << 30

World = TypeVar("World")
Play = Callable[[World], float]


class Option(NamedTuple, Generic[World]):
    """An intention, the points it brings in an imagined game, and its value by judgement alone, in the same points.

    `plan`: what the intention begins, if that is known.
    """

    intention: Intention
    play: Play[World]
    judged: float = 0.0
    plan: RoundPlan | None = None


class Dropout(NamedTuple):
    """An option that dropped out, and the totals of all options after `games` games, when it did."""

    option: int
    totals: list[float]
    games: float


def race(
    options: list[Option[World]],
    imagine_world: Callable[[], World],
    cost: int,
    budget: Budget,
    default_nodes: int,
    judged_games: float = 0.0,
    estimate: Estimate = "compared",
) -> list[Weighed]:
    """The intentions with their mean points, best first. A dropout keeps the distance to the winner that it had.

    `cost`: nodes of an imagined game; `default_nodes`: the budget if `budget` is empty; `judged_games`: as how many
    games the judged value counts; `estimate`: what the points are.
    """
    nodes = budget.nodes
    if nodes is None and budget.seconds is None:
        nodes = default_nodes
    games = None if nodes is None else nodes // cost
    options = options[: None if games is None else max(1, games)]
    if all(option.intention == options[0].intention for option in options):
        only = options[0]  # without a judged value it has none: nothing is compared
        return [Weighed(only.intention, only.judged, only.plan, estimate if judged_games else "none")]
    until = None if budget.seconds is None else perf_counter() + TIME_SHARE * budget.seconds
    totals = [judged_games * option.judged for option in options]
    count, alive = judged_games, list(range(len(options)))
    dropouts: list[Dropout] = []
    stages = (len(options) - 1).bit_length()
    for stages_left in range(stages, 0, -1):
        begun = perf_counter() if until is not None else 0.0
        stop = None if until is None else begun + (until - begun) / stages_left
        rounds = max(1, games // stages // len(alive)) if games is not None else NO_LIMIT
        for _ in range(rounds):
            world, count = imagine_world(), count + 1
            for at in alive:
                totals[at] += options[at].play(world)
            if stop is not None and perf_counter() > stop:
                break
        ranked = sorted(alive, key=lambda at: (-totals[at], at))
        half = (len(alive) + 1) // 2
        alive = ranked[:half]
        dropouts += [Dropout(at, [*totals], count) for at in ranked[half:]]
    found = _ranked(options, alive[0], totals[alive[0]] / count, dropouts)
    return [Weighed(option.intention, value, option.plan, estimate) for option, value in found]


def _ranked(
    options: list[Option[World]], winner: int, mean: float, dropouts: list[Dropout]
) -> list[tuple[Option[World], float]]:
    """The winner with its mean, then the others by their mean distance in the games that both played.

    Of options with the same intention, the first one.
    """
    distances = {option: (totals[winner] - totals[option]) / games for option, totals, games in dropouts}
    found = {options[winner].intention: (options[winner], mean)}
    for at in sorted(distances, key=lambda option: (distances[option], option)):
        found.setdefault(options[at].intention, (options[at], mean - distances[at]))
    return list(found.values())
