"""The speed of the environments: PettingZoo's benchmark, in turns a second and a second of CPU, and a batch."""

import time
from contextlib import redirect_stdout
from io import StringIO
from random import Random
from statistics import median

import numpy as np
from pettingzoo.test import performance_benchmark
from pettingzoo.utils import AECEnv

from training import environments

RUNS = 3
BATCH_GAMES, BATCH_STEPS = 64, 100


def report() -> None:
    """Print the turns a second of 1, 2 and 4 seats, with and without wrappers, and the actions a second of a batch.

    Of the turns a second, it prints the medians of RUNS runs of 5 seconds.
    """
    for seats in (1, 2, 4):
        for name, make in (("raw_env", environments.raw_env), ("env", environments.env)):
            rates = [turns_a_second(make(seats=seats)) for _ in range(RUNS)]
            rate, cpu_rate = [median(column) for column in zip(*rates, strict=True)]
            print(f"environments {name}, {seats} seats: {rate:.0f} turns/s, {cpu_rate:.0f} turns a second of CPU")
    for seats in (1, 2):
        rate = batch_rate(seats)
        print(f"environments Batch of {BATCH_GAMES}, {seats} seats: {rate:.0f} actions a second of CPU")


def turns_a_second(env: AECEnv) -> tuple[float, float]:
    """Turns a second as PettingZoo's benchmark prints them in 5 seconds, and the same for each second of CPU."""
    text, began, cpu = StringIO(), time.perf_counter(), time.process_time()
    with redirect_stdout(text):
        performance_benchmark(env)
    rate = float(next(line for line in text.getvalue().splitlines() if "turns per second" in line).split()[0])
    return rate, rate * (time.perf_counter() - began) / (time.process_time() - cpu)


def batch_rate(seats: int) -> float:
    """Actions a second of CPU of a batch in which random legal actions are played, the choice of them left out."""
    batch, rng, cpu = environments.Batch(BATCH_GAMES, seats=seats), Random(1), 0.0
    turns = batch.reset(seed=1)
    for _ in range(BATCH_STEPS):
        actions = [rng.choice(np.flatnonzero(row).tolist()) for row in turns.action_mask]
        began = time.process_time()
        turns = batch.step(actions)
        cpu += time.process_time() - began
    return BATCH_GAMES * BATCH_STEPS / cpu
