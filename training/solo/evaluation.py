"""How well nets play: games that training never saw, with the full search, without a look ahead."""

from typing import NamedTuple

import numpy as np

from training.solo.batches import make_batch, make_players
from training.solo.games import FULL
from training.solo.nets import nets_of
from training.solo.position import Floats
from training.solo.tasks import TASKS, openings_of

LIVING_GOD = 100


class Evaluation(NamedTuple):
    """`mean` points with their standard `error`; `living_gods`: share of games with at least 100 points.

    A required card that is missing costs points, as in training."""

    games: int
    seed: int
    mean: float
    error: float
    living_gods: float


def evaluate(task: str, weights: Floats, hidden: int, games: int, seed: int, threads: int) -> Evaluation:
    """Play that many games. `seed`: another one than that of training."""
    batch = make_batch(games)
    players = make_players(nets_of(weights, hidden), threads)
    players.play(batch, FULL, openings_of(TASKS[task]), seed, 0)
    players.pool.shutdown()
    points = np.floor(batch.ends)  # without the hundredths for cards
    error = float(points.std(ddof=1) / np.sqrt(games)) if games > 1 else 0.0
    return Evaluation(games, seed, float(points.mean()), error, float((points >= LIVING_GOD).mean()))
