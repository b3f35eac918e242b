"""What the strategies of the service reach in the environments, on deals that no training saw.

    make extras EXTRAS=train
    .venv/bin/python examples/baselines.py --strategies random,greedy,planner --deals 200
    .venv/bin/python examples/baselines.py --seats 2 --strategies greedy,planner --games 200

Alone, it prints the mean score and its standard error, on the deals on which `train_ppo.py` evaluates. With two seats,
each strategy plays every other one, each deal twice: then the seats are swapped.
"""

import argparse
import json
from itertools import combinations
from random import Random
from statistics import mean, stdev
from typing import Any

from bots import Budget, strategy
from training import environments

FIRST_DEAL = 1_000_000
"""The seed of the first deal."""


def main() -> None:
    parser = argparse.ArgumentParser(description="What the strategies reach in the environments.")
    parser.add_argument("--strategies", default="random,greedy,planner")
    parser.add_argument("--seats", type=int, choices=(1, 2), default=1)
    parser.add_argument("--deals", type=int, default=200, help="of a strategy alone")
    parser.add_argument("--games", type=int, default=200, help="of two strategies, an even number")
    options = parser.parse_args()
    names = options.strategies.split(",")
    if options.seats == 1:
        for name in names:
            scores = [solo_score(name, deal) for deal in range(options.deals)]
            print(f"{name}: {with_error(scores)} points on {len(scores)} deals", flush=True)
        return
    for second, first in combinations(names, 2):
        deals = [deal_won(first, second, deal) for deal in range(options.games // 2)]
        share = with_error([100 * won for won in deals])
        print(f"{first} wins {share} % of {2 * len(deals)} games against {second}", flush=True)


def with_error(values: list[float]) -> str:
    """Mean and standard error."""
    return f"{mean(values):.1f} ± {stdev(values) / len(values) ** 0.5:.1f}"


def solo_score(name: str, deal: int) -> float:
    """The score of a strategy in a solo game, played through the environment."""
    env, rng, over, info = environments.SoloEnv(), Random(deal), False, dict[str, Any]()
    env.reset(seed=FIRST_DEAL + deal)
    while not over:
        _, _, over, _, info = env.step(decision(name, env.view(), rng))
    return float(info["score"])


def deal_won(first: str, second: str, deal: int) -> float:
    """The share of a deal's two games that `first` wins; a shared victory counts half."""
    return (won(first, second, deal) + 1 - won(second, first, deal)) / 2


def won(first: str, second: str, deal: int) -> float:
    """1 if `first`, in seat 0, beats `second`, 0 if it loses, 1/2 if they share the victory."""
    env, rngs = environments.raw_env(seats=2), [Random(f"{deal}/{seat}") for seat in range(2)]
    env.reset(seed=FIRST_DEAL + deal)
    while not env.terminations["seat_0"]:
        agent = env.agent_selection
        seat = env.possible_agents.index(agent)
        env.step(decision((first, second)[seat], env.view(agent), rngs[seat]))
    return float(env.rewards["seat_0"] + 1) / 2


def decision(name: str, view: dict[str, Any], rng: Random) -> int:
    """The action for what a strategy decides on a view. It gets a copy through JSON, as in the service."""
    copy = json.loads(json.dumps(view))
    return environments.action_on_view(copy, strategy(name).decide(copy, rng, Budget()))


if __name__ == "__main__":
    main()
