"""How well nets play among themselves: games that training never saw, with a fuller search, without a look ahead."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bots.master.nets import Nets
from training.seats.batches import make_batch, make_seat_searches, play_batch
from training.seats.games import FULL
from training.seats.openings import first_positions


class Evaluation(NamedTuple):
    """`mean` points of a seat with their standard `error`, `best`: mean points of the best seat of a game."""

    games: int
    seed: int
    mean: float
    error: float
    best: float

    def in_words(self) -> str:
        """One line."""
        mean = f"{self.mean:.1f} ± {self.error:.1f} points"
        return f"{self.games} new games: {mean}, {self.best:.1f} for the best seat of a game"


def evaluate(tables: Sequence[int], nets: Nets, games: int, seed: int, threads: int) -> Evaluation:
    """Play as many games with each number of seats as make `games`, at least one. `seed`: not that of training."""
    searches, positions = make_seat_searches(nets, threads), first_positions()
    each, means, best = -(-games // len(tables)), list[float](), list[float]()
    for seats in tables:
        batch = make_batch(each, seats)
        play_batch(searches, batch, FULL, positions, seed, 0)
        points = np.floor(batch.ends)  # without the hundredths for cards
        means += points.mean(axis=1).tolist()
        best += points.max(axis=1).tolist()
    error = float(np.std(means, ddof=1) / np.sqrt(len(means))) if len(means) > 1 else 0.0
    return Evaluation(len(means), seed, float(np.mean(means)), error, float(np.mean(best)))
