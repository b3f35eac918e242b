"""Figures of the strategies: `python -m tests.bots.measure [games]` (each for 4 seats, sides A and B)."""

import sys
from dataclasses import replace
from time import perf_counter

import game
from bots import STRATEGIES, Strategy
from bots.table import play


def timed(strategy: Strategy, times: list[float]) -> Strategy:
    """The strategy, noting the seconds of each decision."""

    def decide(view, rng, budget):
        begun = perf_counter()
        intention = strategy.decide(view, rng, budget)
        times.append(perf_counter() - begun)
        return intention

    return replace(strategy, decide=decide)


def main(games: int) -> None:
    for strategy in STRATEGIES.values():
        for side in "AB":
            times: list[float] = []
            players = [timed(strategy, times)] * 4
            totals = [s["total"] for seed in range(games) for s in game.score(play(players, seed, side))]
            mean, each = sum(totals) / len(totals), sum(times) / len(times) * 1e6
            print(f"{strategy.name:8} side {side}  mean score {mean:5.1f}  {each:4.0f} µs a decision")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
