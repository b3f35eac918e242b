"""Batches of games of the nets, played in threads. What comes of a game depends on its number and the weights only."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bots.master.inputs import COUNT
from bots.master.nets import MOMENTS, Nets
from training.solo.games import Effort, deal, play
from training.solo.luck import below, uniform
from training.solo.orders import Search, make_search
from training.solo.position import MAX_JOBS, Floats, Ints
from training.solo.tasks import LEAST, Openings

BIASED_SHARE = 1 / 3
"""Share of the games in which one sequence is played with a random bias."""
ORDER_SIZE = MAX_JOBS + 2


class Batch(NamedTuple):
    """Played games, by game and moment. `ends`: the values of the ends; `values`, `firsts`: of afterstates and of the
    decisions before them; `biased`: the moment with a random bias, -1 for none; `orders`: what `play` writes."""

    inputs: Floats
    values: Floats
    firsts: NDArray[np.float64]
    ends: NDArray[np.float64]
    biased: Ints
    orders: Ints


def make_batch(games: int) -> Batch:
    """Room for that many games."""
    return Batch(
        np.zeros((games, MOMENTS, COUNT), np.float32),
        np.zeros((games, MOMENTS), np.float32),
        np.zeros((games, MOMENTS + 1)),
        np.zeros(games),
        np.zeros(games, np.int64),
        np.zeros((games, MOMENTS + 1, ORDER_SIZE), np.int64),
    )


@njit(cache=True, nogil=True)
def play_games(search, effort, openings, seed, number, first, stride, biased_share, batch):  # type: ignore[no-untyped-def]
    """Play every `stride`-th game of the batch from `first` on. `number`: of the batch's first game in all."""
    kinds, empires = openings.empires.shape[0], openings.empires.shape[1]
    luck = np.empty(1, np.uint64)
    for i in range(first, batch.ends.size, stride):
        luck[0] = (np.uint64(seed) << np.uint64(40)) + np.uint64(number + i)
        kind = (number + i) % kinds
        search.required[:] = openings.required[kind]
        search.scenario[0] = openings.scenario[kind]
        batch.biased[i] = below(luck, MOMENTS) if uniform(luck) < biased_share else -1
        empire = openings.empires[kind, below(luck, empires)]
        table = deal(luck, search.required)
        batch.ends[i] = play(
            search, effort, empire, table, luck, batch.biased[i], batch.inputs[i], batch.values[i], batch.firsts[i],
            batch.orders[i],
        )  # fmt: skip


class Players(NamedTuple):
    """Threads that play, each with a search of its own."""

    pool: ThreadPoolExecutor
    searches: list[Search]

    def play(
        self, batch: Batch, effort: Effort, openings: Openings, seed: int, number: int, biased_share: float = 0.0
    ) -> None:
        """Fill the batch with the games from `number` on."""
        count = len(self.searches)
        jobs = [
            self.pool.submit(play_games, search, effort, openings, seed, number, i, count, biased_share, batch)
            for i, search in enumerate(self.searches)
        ]
        for job in jobs:
            job.result()


def make_players(nets: Nets, threads: int) -> Players:
    """`threads` players that read the nets as they are at each move."""
    return Players(ThreadPoolExecutor(threads), [make_search(nets, LEAST) for _ in range(threads)])
