"""What nets learn from: the games of a task."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bots.master.nets import Nets
from training.arrays.position import Floats, Ints


class Lessons(NamedTuple):
    """What new games teach. A row is what a seat of a game met.

    `inputs`: (row, decision, input), of what the decision led to; `targets`: (row, decision), the points to learn;
    `ends`: points of the rows without a bias.
    """

    inputs: Floats
    targets: Floats
    ends: NDArray[np.float64]


class Evaluation(Protocol):
    """How well nets play games that training never saw."""

    def in_words(self) -> str:
        """One line."""

    def _asdict(self) -> dict[str, object]: ...


Play = Callable[[int], Lessons]
"""Plays the next batch of games, of which the argument is the first one's number in all."""


class Task(NamedTuple):
    """The games that one set of nets learns, and how.

    `inputs`: of a net, and `feature_set`, their number; `moments`: by decision of a row, the net that values what the
    decision leads to, or MOMENTS if none does; `moment_names`: of the moments of a round; `batch_games`: games of a
    step; `kept_rows`, `replayed_rows`: the newest rows are kept, and a step learns from `replayed_rows` of them again;
    `games_per_point`: games between two points of the curves, a multiple of `batch_games`; `player`: from (nets,
    threads, seed) to what plays; `evaluate`: from (nets, games, seed, threads) to how well they play.
    """

    inputs: int
    feature_set: int
    moments: Ints
    moment_names: tuple[str, str]
    batch_games: int
    kept_rows: int
    replayed_rows: int
    games_per_point: int
    player: Callable[[Nets, int, int], Play]
    evaluate: Callable[[Nets, int, int, int], Evaluation]
