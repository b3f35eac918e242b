"""Learning from batches of games: TD(λ), with Adam."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bots.master.nets import MOMENTS
from training.solo.batches import BIASED_SHARE, Batch, make_batch, make_players
from training.solo.games import TRAINING
from training.solo.nets import add_gradient, first_weights, nets_of, take_step
from training.solo.position import Floats
from training.solo.tasks import TASKS, openings_of

BATCH_GAMES = 16
FIRST_RATE, LAST_RATE = 2e-3, 2e-4
"""The learning rate falls from the first to the last by the same factor each step."""
TD_LAMBDA = 0.5
GAMES_PER_POINT = 1600
"""Games between two points of the curves. A multiple of BATCH_GAMES."""


class TrainingError(Exception):
    """Training cannot go on. The text names the step."""


class Plan(NamedTuple):
    """What to learn. `task`: of TASKS; `games`: in all; `hidden`: hidden units; `first_rate`: of learning."""

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
    `sums`: what the next point of the curves is the mean of."""

    weights: Floats
    means: Floats
    squares: Floats
    step: int = 0
    games: int = 0
    sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(MOMENTS + 3))
    points: list[Point] = field(default_factory=list)


def begin(plan: Plan, weights: Floats | None = None) -> Progress:
    """Training before its first step. `weights`: of another training, to go on from."""
    found = first_weights(plan.hidden, plan.seed) if weights is None else weights.copy()
    return Progress(found, np.zeros_like(found), np.zeros_like(found))


def train(plan: Plan, progress: Progress, threads: int, tell: Callable[[Progress], None]) -> None:
    """Learn until the plan's games are played. `tell` hears of each new point of the curves. Raises TrainingError."""
    openings, nets = openings_of(TASKS[plan.task]), nets_of(progress.weights, plan.hidden)
    slopes = np.zeros_like(progress.weights)
    slope_nets, batch, hidden = nets_of(slopes, plan.hidden), make_batch(BATCH_GAMES), np.zeros(plan.hidden, np.float32)
    players = make_players(nets, threads)
    errors = np.zeros((BATCH_GAMES, MOMENTS), np.float32)
    while progress.games < plan.games:
        players.play(batch, TRAINING, openings, plan.seed, progress.games, BIASED_SHARE)
        learn(nets, slope_nets, batch, TD_LAMBDA, hidden, errors)
        progress.step += 1
        if not np.isfinite(errors).all():
            raise TrainingError(f"step {progress.step}: the errors are not finite; use a smaller learning rate")
        share = progress.games / plan.games
        rate = plan.first_rate * (LAST_RATE / plan.first_rate) ** share
        take_step(progress.weights, slopes, progress.means, progress.squares, progress.step, np.float32(rate))
        progress.games += BATCH_GAMES
        _add_to_curves(progress, batch, errors)
        if progress.games % GAMES_PER_POINT == 0 or progress.games >= plan.games:
            _finish_point(progress)
            tell(progress)
    players.pool.shutdown()


@njit(cache=True, nogil=True)
def learn(nets, slopes, batch, td_lambda, hidden, errors):  # type: ignore[no-untyped-def]
    """Add the gradients of the batch to `slopes`, and write the errors in points, by game and moment.

    A moment learns the λ-return of the moments after it. Where a sequence was played with a bias, the moments before it
    learn the value of the best decision instead.
    """
    for game in range(batch.ends.size):
        target = batch.ends[game]
        for back in range(MOMENTS):
            moment = MOMENTS - 1 - back
            errors[game, moment] = add_gradient(
                nets, slopes, moment, batch.inputs[game, moment], np.float32(target), hidden
            )
            if moment == batch.biased[game]:
                target = batch.firsts[game, moment]
            else:
                target = (1 - td_lambda) * batch.values[game, moment] + td_lambda * target


def _add_to_curves(progress: Progress, batch: Batch, errors: Floats) -> None:
    fair = batch.biased < 0
    progress.sums[:MOMENTS] += np.abs(errors).sum(axis=0)
    progress.sums[MOMENTS:] += len(errors), batch.ends[fair].sum(), fair.sum()


def _finish_point(progress: Progress) -> None:
    games, value, fair = progress.sums[MOMENTS:].tolist()
    errors = tuple((progress.sums[:MOMENTS] / max(games, 1)).tolist())
    progress.points.append(Point(progress.games, value / max(fair, 1), errors))
    progress.sums[:] = 0
