"""How many whole random games a second the rules play, in one process."""

import random
import time
import timeit

import game

REFERENCE = 12.0  # ms that `sum(range(1000000))` takes on the machine the bar was set on


def calibration() -> float:
    """How much slower this machine is now than the reference, from the best of several runs."""
    return min(timeit.repeat("sum(range(1000000))", number=1, repeat=9)) * 1000 / REFERENCE


def whole_game(seats: int, seed: int) -> tuple[game.State, int]:
    """A game by uniform choice over `legal`, a random waiting seat each time: its end, and how many intentions."""
    rng = random.Random(seed)
    state = game.fold(game.new({"seats": seats}, seed=seed))
    count = 0
    while waiting := game.waiting_on(state):
        options = game.legal(state, rng.choice(waiting))
        for event in game.decide(state, rng.choice(options)):
            state = game.evolve(state, event)
        count += 1
    return state, count


def games_per_second(seats: int, seeds: range) -> tuple[float, float]:
    """(games a second, microseconds an intention) over the seeds."""
    began, intentions = time.perf_counter(), 0
    for seed in seeds:
        intentions += whole_game(seats, seed)[1]
    took = time.perf_counter() - began
    return len(seeds) / took, took / intentions * 1e6


def report() -> None:
    """Print the rates for 2 to 5 seats, as measured and scaled to the reference machine."""
    for seats in (2, 3, 4, 5):
        slower = calibration()
        rate, micros = games_per_second(seats, range(200 if seats == 2 else 80))
        scaled = f"scaled {rate * slower:.0f} games/s"
        print(f"engine {seats} seats: {rate:.0f} games/s, {micros:.1f} us an intention; {scaled}")
