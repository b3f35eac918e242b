"""How well nets play alone: games that training never saw, with the full search."""

from typing import NamedTuple

import numpy as np

from bots.master.nets import Nets
from training.arrays.searches import make_searches
from training.solo.batches import make_batch, play_batch
from training.solo.effort import FULL
from training.solo.openings import LEAST, Openings

LIVING_GOD = 100


class Evaluation(NamedTuple):
    """`mean` points with their standard `error`; `living_gods`: share of games with at least 100 points.

    A required card that is missing costs points, as in training."""

    games: int
    seed: int
    mean: float
    error: float
    living_gods: float

    def in_words(self) -> str:
        """One line."""
        return f"{self.games} new games: {self.mean:.1f} ± {self.error:.1f} points, {self.living_gods:.0%} reach 100"


def evaluate(openings: Openings, nets: Nets, games: int, seed: int, threads: int) -> Evaluation:
    """Play that many games. `seed`: another one than that of training."""
    batch = make_batch(games)
    play_batch(make_searches(nets, threads, LEAST), batch, FULL, openings, seed, 0)
    points = np.floor(batch.ends)  # without the hundredths for cards
    error = float(points.std(ddof=1) / np.sqrt(games)) if games > 1 else 0.0
    return Evaluation(games, seed, float(points.mean()), error, float((points >= LIVING_GOD).mean()))
