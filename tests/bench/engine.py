"""The speed of the rules: whole random games in one process, single phases, and the most frequent calls."""

import random
import statistics
import time
import timeit
from collections import Counter
from collections.abc import Callable
from typing import Any

import game

REFERENCE = 12.0  # ms that `sum(range(1000000))` takes on the machine the bars were set on
MODES: dict[str, dict[str, Any]] = {
    "solo": {"seats": 1},
    "scenario SC01": {"seats": 1, "scenario": "SC01"},
    **{f"{seats} seats": {"seats": seats} for seats in (2, 3, 4, 5)},
}


def calibration() -> float:
    """How much slower this machine is now than the reference, from the best of several runs."""
    return min(timeit.repeat("sum(range(1000000))", number=1, repeat=9)) * 1000 / REFERENCE


def whole_game(
    options: dict[str, Any], seed: int, watch: Callable[[game.State, float], None] | None = None
) -> tuple[list[game.State], int]:
    """A game by uniform choice over `legal`, a random waiting seat each time: its states, and how many intentions.

    `watch` gets the state before and the seconds that listing, deciding and evolving took.
    """
    rng = random.Random(seed)
    states = [game.fold(game.new(options, seed=seed))]
    count = 0
    while waiting := game.waiting_on(states[-1]):
        state, began = states[-1], time.perf_counter()
        choices = game.legal(state, rng.choice(waiting))
        for event in game.decide(state, rng.choice(choices)):
            state = game.evolve(state, event)
        if watch:
            watch(states[-1], time.perf_counter() - began)
        states.append(state)
        count += 1
    return states, count


def games_per_second(options: dict[str, Any], seeds: range) -> tuple[float, float]:
    """(games a second, microseconds an intention) over the seeds."""
    began, intentions = time.perf_counter(), 0
    for seed in seeds:
        intentions += whole_game(options, seed)[1]
    took = time.perf_counter() - began
    return len(seeds) / took, took / intentions * 1e6


def report() -> None:
    """Print the rates of every mode as measured and scaled to the reference machine, then phases and questions."""
    for name, options in MODES.items():
        slower = calibration()
        rate, micros = games_per_second(options, range(200 if name == "2 seats" else 80))
        scaled = f"scaled {rate * slower:.0f} games/s"
        print(f"engine {name}: {rate:.0f} games/s, {micros:.1f} us an intention; {scaled}")
    phases()
    questions()


def phases(seats: int = 4, games: int = 40) -> None:
    """Print how the cost of whole games splits over their phases."""
    seconds: Counter[str] = Counter()
    counts: Counter[str] = Counter()

    def watch(state: game.State, took: float) -> None:
        seconds[str(state.phase)] += took
        counts[str(state.phase)] += 1

    for seed in range(games):
        whole_game({"seats": seats}, seed, watch)
    for phase, took in seconds.most_common():
        share, each = took / seconds.total(), took / counts[phase] * 1e6
        print(f"engine {seats} seats, {phase}: {share:.0%} of the time, {each:.1f} us an intention")


def questions(seats: int = 4) -> None:
    """Print the medians of `legal` and `view` over a game's states, and the time to fold its events."""
    slower = calibration()
    states, _ = whole_game({"seats": seats}, 1)
    asked: dict[str, Callable[[game.State], Any]] = {
        "legal": lambda state: game.legal(state, 0),
        "view": lambda state: game.view(state, 0),
        "facts": game.facts,
    }
    for name, ask in asked.items():
        micros = statistics.median(_micros(ask, state) for state in states)
        print(f"engine {seats} seats, {name}: median {micros:.1f} us, scaled {micros / slower:.1f} us")
    events = game.new({"seats": seats}, seed=1)
    rng, state = random.Random(1), game.fold(events)
    while waiting := game.waiting_on(state):
        more = game.decide(state, rng.choice(game.legal(state, rng.choice(waiting))))
        events, state = events + more, game.fold(more, state)
    millis = min(timeit.repeat(lambda: game.fold(events), number=1, repeat=20)) * 1000
    print(f"engine {seats} seats, fold of {len(events)} events: {millis:.1f} ms, scaled {millis / slower:.1f} ms")


def _micros(ask: Callable[[game.State], Any], state: game.State) -> float:
    began = time.perf_counter()
    ask(state)
    return (time.perf_counter() - began) * 1e6
