"""Batches of games of the nets, played in threads. What comes of a game depends on its number and the weights only."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.master.inputs import COUNT
from bots.master.nets import MOMENTS, Nets
from training.arrays.compiled import compiled
from training.arrays.exploration import BIASED_SHARE
from training.arrays.luck import below, uniform
from training.arrays.position import MAX_JOBS, Floats, Ints
from training.arrays.searches import Searches, make_searches
from training.learning.task import Lessons, Play
from training.solo.effort import TRAINING, Effort
from training.solo.games import deal
from training.solo.games import play as play_game
from training.solo.openings import LEAST, Openings

BATCH_GAMES = 16
TD_LAMBDA = 0.5
ORDER_SIZE = MAX_JOBS + 2
GAMES_PER_JOB = 2
"""Games of a job of a thread."""


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


@compiled
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
        batch.ends[i] = play_game(
            search, effort, empire, table, luck, batch.biased[i], batch.inputs[i], batch.values[i], batch.firsts[i],
            batch.orders[i],
        )  # fmt: skip


def play_batch(
    searches: Searches,
    batch: Batch,
    effort: Effort,
    openings: Openings,
    seed: int,
    number: int,
    biased_share: float = 0.0,
) -> None:
    """Fill the batch with the games from `number` on."""
    jobs = -(-batch.ends.size // GAMES_PER_JOB)
    searches.share(
        jobs,
        lambda search, job: play_games(search, effort, openings, seed, number, job, jobs, biased_share, batch),
    )


def player(openings: Openings, nets: Nets, threads: int, seed: int) -> Play:
    """What plays the games of training."""
    batch, searches = make_batch(BATCH_GAMES), make_searches(nets, threads, LEAST)

    def play(number: int) -> Lessons:
        play_batch(searches, batch, TRAINING, openings, seed, number, BIASED_SHARE)
        return Lessons(batch.inputs, targets_of(batch, TD_LAMBDA), batch.ends[batch.biased < 0])

    return play


@compiled
def targets_of(batch, td_lambda):  # type: ignore[no-untyped-def]
    """By game and moment, the points to learn: the λ-return of the moments after it.

    Where a sequence was played with a bias, the moments before it learn the value of the best decision instead.
    """
    targets = np.empty((batch.ends.size, MOMENTS), np.float32)
    for game in range(batch.ends.size):
        target = batch.ends[game]
        for back in range(MOMENTS):
            moment = MOMENTS - 1 - back
            targets[game, moment] = target
            if moment == batch.biased[game]:
                target = batch.firsts[game, moment]
            else:
                target = (1 - td_lambda) * batch.values[game, moment] + td_lambda * target
    return targets
