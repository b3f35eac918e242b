"""Learning from batches of games, with Adam."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.master.nets import MOMENTS
from training.arrays.compiled import compiled
from training.arrays.nets import add_gradient, first_weights, make_accumulator, nets_of, take_step
from training.arrays.position import Floats, Ints
from training.learning.task import Task

FIRST_RATE, LAST_RATE = 2e-3, 2e-4
"""The learning rate falls from the first to the last by the same factor each step."""


class TrainingError(Exception):
    """Training cannot go on. The text names the step."""


class Plan(NamedTuple):
    """What to learn. `task`: its name; `games`: in all; `hidden`: hidden units; `first_rate`: of learning."""

    task: str
    games: int
    seed: int
    hidden: int
    first_rate: float = FIRST_RATE


class Point(NamedTuple):
    """A point of the curves: `games` so far, mean `value` of the ends without bias, mean absolute `errors` by moment,
    in points."""

    games: int
    value: float
    errors: tuple[float, ...]


@dataclass(slots=True)
class Progress:
    """How far training has come: everything that a checkpoint holds. `means`, `squares`: of Adam; `step`: its steps;
    `inputs`, `targets`: of the kept rows, by decision; `games`, `rows`: so far; `sums`: what the next point of the
    curves is the mean of: errors and their numbers by moment, points, rows."""

    weights: Floats
    means: Floats
    squares: Floats
    inputs: Floats
    targets: Floats
    step: int = 0
    games: int = 0
    rows: int = 0
    sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2 * MOMENTS + 2))
    points: list[Point] = field(default_factory=list)


def begin(task: Task, plan: Plan, weights: Floats | None = None) -> Progress:
    """Training before its first step. `weights`: of another training, to go on from."""
    found = first_weights(plan.hidden, plan.seed, task.inputs) if weights is None else weights.copy()
    kept = (task.kept_rows, task.moments.size)
    return Progress(
        found,
        np.zeros_like(found),
        np.zeros_like(found),
        np.zeros((*kept, task.inputs), np.float32),
        np.zeros(kept, np.float32),
    )


def train(task: Task, plan: Plan, progress: Progress, threads: int, tell: Callable[[Progress], None]) -> None:
    """Learn until the plan's games are played. `tell` hears of each new point of the curves. Raises TrainingError."""
    slopes = np.zeros_like(progress.weights)
    nets, slope_nets = (nets_of(each, plan.hidden, task.inputs) for each in (progress.weights, slopes))
    play, pool = task.player(nets, threads, plan.seed), ThreadPoolExecutor(threads)

    def learn_from(rows: Ints) -> Floats:
        """The errors of these kept rows. Each moment has a net of its own, so their order does not matter."""
        errors = np.zeros((rows.size, task.moments.size), np.float32)

        def learn_moment(moment: int) -> None:
            learn(nets, slope_nets, moment, task.moments, progress.inputs, progress.targets, rows, errors)

        for _ in pool.map(learn_moment, range(MOMENTS)):
            pass
        return errors

    while progress.games < plan.games:
        lessons = play(progress.games)
        new = (progress.rows + np.arange(len(lessons.targets))) % task.kept_rows
        progress.inputs[new], progress.targets[new] = lessons.inputs, lessons.targets
        progress.step += 1
        known = min(progress.rows, task.kept_rows)
        again = np.random.default_rng([plan.seed, progress.step]).integers(
            known, size=task.replayed_rows if known else 0
        )
        errors = learn_from(np.concatenate([new, again]))[: len(new)]
        if not np.isfinite(errors).all():
            raise TrainingError(f"step {progress.step}: the errors are not finite; use a smaller learning rate")
        share = progress.games / plan.games
        rate = plan.first_rate * (LAST_RATE / plan.first_rate) ** share
        take_step(progress.weights, slopes, progress.means, progress.squares, progress.step, np.float32(rate))
        progress.games += task.batch_games
        progress.rows += len(new)
        _add_to_curves(task, progress, errors, lessons.ends)
        if progress.games % task.games_per_point == 0 or progress.games >= plan.games:
            _finish_point(progress)
            tell(progress)


@compiled
def learn(nets, slopes, moment, moments, inputs, targets, rows, errors):  # type: ignore[no-untyped-def]
    """Add the gradient of one net to its slopes. Writes the errors of its decisions, in points, by row and decision."""
    accumulator = make_accumulator(nets.linear.shape[1], nets.bias.shape[1])
    for i in range(rows.size):
        for decision in range(moments.size):
            if moments[decision] == moment:
                errors[i, decision] = add_gradient(
                    nets, slopes, moment, inputs[rows[i], decision], targets[rows[i], decision], accumulator
                )


def _add_to_curves(task: Task, progress: Progress, errors: Floats, ends: NDArray[np.float64]) -> None:
    by_moment = np.zeros(MOMENTS + 1)
    np.add.at(by_moment, task.moments, np.abs(errors).sum(axis=0, dtype=np.float64))
    progress.sums[:MOMENTS] += by_moment[:MOMENTS]
    progress.sums[MOMENTS:-2] += len(errors) * np.bincount(task.moments, minlength=MOMENTS + 1)[:MOMENTS]
    progress.sums[-2:] += ends.sum(), ends.size


def _finish_point(progress: Progress) -> None:
    errors = progress.sums[:MOMENTS] / np.maximum(progress.sums[MOMENTS:-2], 1)
    value, fair = progress.sums[-2:].tolist()
    progress.points.append(Point(progress.games, value / max(fair, 1), tuple(errors.tolist())))
    progress.sums[:] = 0
