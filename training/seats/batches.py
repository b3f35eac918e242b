"""Batches of games of the nets, played in threads. What comes of a game depends on its number and the weights only."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.master.nets import MOMENTS, Nets
from bots.master.seat_inputs import COUNT, RIVAL_COUNT
from game.model import ROUNDS
from training.arrays.compiled import compiled
from training.arrays.exploration import BIASED_SHARE
from training.arrays.luck import below, uniform
from training.arrays.position import Floats, Ints
from training.arrays.searches import Searches, make_searches
from training.learning.task import Lessons, Play
from training.seats.games import (
    DECISIONS,
    DECISIONS_OF_ROUND,
    LOG_SIZE,
    TRAINING,
    Effort,
    moment_of,
    shuffled_deck,
)
from training.seats.games import play as play_game
from training.seats.openings import first_positions

BATCH_GAMES = 8
TD_LAMBDA = 0.8
"""Larger than in solo games: a round has eight decisions instead of two."""


class Batch(NamedTuple):
    """Played games, by game, seat and decision. `ends`: the values of the ends; `values`, `firsts`: of what the
    decision led to and of the best choice; `biased`: the round with a random bias, -1 for none; `log`: of `play`."""

    inputs: Floats
    values: Floats
    firsts: NDArray[np.float64]
    ends: NDArray[np.float64]
    biased: Ints
    log: Ints


def make_batch(games: int, seats: int) -> Batch:
    """Room for that many games."""
    return Batch(
        np.zeros((games, seats, DECISIONS, COUNT), np.float32),
        np.zeros((games, seats, DECISIONS), np.float32),
        np.zeros((games, seats, DECISIONS)),
        np.zeros((games, seats)),
        np.zeros((games, seats), np.int64),
        np.zeros((games, ROUNDS, seats, LOG_SIZE), np.int64),
    )


@compiled
def play_games(search, effort, empires, seed, number, first, stride, biased_share, batch):  # type: ignore[no-untyped-def]
    """Play every `stride`-th game of the batch from `first` on. `empires`: (side, empire, position); `number`: of the
    batch's first game in all."""
    seats = batch.ends.shape[1]
    luck = np.empty(1, np.uint64)
    chosen = np.empty((seats, empires.shape[2]), np.int64)
    free = np.empty(empires.shape[1], np.int64)
    for i in range(first, len(batch.ends), stride):
        luck[0] = (np.uint64(seed) << np.uint64(40)) + np.uint64(number + i)
        side = (number + i) % len(empires)
        free[:] = np.arange(free.size)
        is_biased = uniform(luck) < biased_share
        for seat in range(seats):
            at = below(luck, free.size - seat)
            chosen[seat] = empires[side, free[at]]
            free[at] = free[free.size - seat - 1]
            batch.biased[i, seat] = below(luck, ROUNDS) if is_biased else -1
        play_game(
            search, effort, chosen, shuffled_deck(luck), luck, batch.biased[i], batch.inputs[i], batch.values[i],
            batch.firsts[i], batch.ends[i], batch.log[i],
        )  # fmt: skip


def play_batch(
    searches: Searches, batch: Batch, effort: Effort, empires: Ints, seed: int, number: int, biased_share: float = 0.0
) -> None:
    """Fill the batch with the games from `number` on. `empires`: as in play_games."""
    jobs = len(batch.ends)
    searches.share(
        jobs, lambda search, job: play_games(search, effort, empires, seed, number, job, jobs, biased_share, batch)
    )


def make_seat_searches(nets: Nets, threads: int) -> Searches:
    """Searches for games with several seats."""
    return make_searches(nets, threads, np.ones(5, np.int64), RIVAL_COUNT)


def player(tables: Sequence[int], nets: Nets, threads: int, seed: int) -> Play:
    """What plays the games of training. `tables`: seats of the batches, in turn."""
    searches, empires = make_seat_searches(nets, threads), first_positions()
    batches = [make_batch(BATCH_GAMES, seats) for seats in tables]

    def play(number: int) -> Lessons:
        batch = batches[number // BATCH_GAMES % len(batches)]
        play_batch(searches, batch, TRAINING, empires, seed, number, BIASED_SHARE)
        inputs = batch.inputs.reshape(-1, *batch.inputs.shape[2:])
        return Lessons(inputs, targets_of(batch, TD_LAMBDA).reshape(-1, DECISIONS), batch.ends[batch.biased < 0])

    return play


@compiled
def targets_of(batch, td_lambda):  # type: ignore[no-untyped-def]
    """By game, seat and decision, the points to learn: the λ-return of the decisions after it.

    If the next decision was made with a bias, the target is the value of the best choice instead.
    """
    games, seats = batch.ends.shape
    targets = np.empty((games, seats, DECISIONS), np.float32)
    for game in range(games):
        for seat in range(seats):
            target = batch.ends[game, seat]
            for back in range(DECISIONS):
                decision = DECISIONS - 1 - back
                targets[game, seat, decision] = target
                if decision // DECISIONS_OF_ROUND == batch.biased[game, seat]:
                    target = batch.firsts[game, seat, decision]
                elif moment_of(decision) < MOMENTS:
                    target = (1 - td_lambda) * batch.values[game, seat, decision] + td_lambda * target
    return targets
