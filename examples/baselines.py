"""What the strategies of the service score in the environment, on the deals on which `train_ppo.py` evaluates.

    .venv/bin/pip install 'wonderful-world[train]'
    .venv/bin/python examples/baselines.py --strategies random,greedy,planner --deals 200

It prints the mean and its standard error.
"""

import argparse
import json
from random import Random
from statistics import mean, stdev

from bots import Budget, strategy
from training.environments import SoloEnv, action_on_view

EVALUATION_SEED = 1_000_000


def solo_score(name: str, deal: int) -> int:
    """The score of a strategy in a solo game, played through the environment."""
    env, rng, over, info = SoloEnv(), Random(deal), False, {}
    env.reset(seed=EVALUATION_SEED + deal)
    while not over:
        view = json.loads(json.dumps(env.view()))
        _, _, over, _, info = env.step(action_on_view(view, strategy(name).decide(view, rng, Budget())))
    return int(info["score"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Scores of the strategies in the solo environment.")
    parser.add_argument("--strategies", default="random,greedy,planner")
    parser.add_argument("--deals", type=int, default=200)
    options = parser.parse_args()
    for name in options.strategies.split(","):
        scores = [solo_score(name, deal) for deal in range(options.deals)]
        print(f"{name}: {mean(scores):.1f} ± {stdev(scores) / len(scores) ** 0.5:.1f} points on {len(scores)} deals")


if __name__ == "__main__":
    main()
