"""Train a policy for the solo game with MaskablePPO, and compare it with `greedy` on deals that training never saw.

    make extras EXTRAS=train && .venv/bin/python -m pip install sb3-contrib
    .venv/bin/python examples/train_ppo.py --save ppo.zip --against greedy
    .venv/bin/python examples/train_ppo.py --minutes 0 --load ppo.zip --deals 500

It prints the mean score of the last games again and again, and runs on one thread. The learning rate follows the CPU
time, so two runs with the same seed differ a little.
"""

import argparse
import time

import numpy as np
import torch
from baselines import FIRST_DEAL, solo_score, with_error
from ppo_games import SLOTS, Games, batch_of, vectors
from ppo_imitation import teach
from ppo_policy import Policy
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from training.environments import SoloEnv

GAMES = 128
"""Played at once."""
ROLLOUT = 8192
"""Steps of all games together between two updates."""
REPORTED_GAMES = 200
"""The fewest games in a mean that is printed."""


class Progress(BaseCallback):
    """Prints the scores of the games, keeps the policy, lowers the learning rate, and stops after `minutes` of CPU."""

    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__()
        self.options, self.began, self.scores = options, time.process_time(), list[int]()

    def _on_step(self) -> bool:
        self.scores += [info["score"] for info in self.locals["infos"] if "score" in info]
        return time.process_time() < self.began + 60 * self.options.minutes

    def _on_rollout_end(self) -> None:
        passed, options = time.process_time() - self.began, self.options
        if len(self.scores) >= REPORTED_GAMES:
            games = f"mean of {len(self.scores)} games {np.mean(self.scores):.1f}"
            print(f"{passed / 60:.1f} min, {self.num_timesteps} steps: {games}", flush=True)
            self.scores.clear()
            if options.save:
                self.model.save(options.save)
        left = max(0.02, 1 - passed / (60 * options.minutes))
        self.model.lr_schedule = lambda _: options.rate * left
        self.model.ent_coef = options.entropy * left


def scores_of(model: MaskablePPO, deals: int) -> list[float]:
    """The scores on the deals of `baselines.py`, always with the best action. All deals are played side by side."""
    envs = [SoloEnv(slots=SLOTS) for _ in range(deals)]
    seen, scores = [env.reset(seed=FIRST_DEAL + deal)[0] for deal, env in enumerate(envs)], [0.0] * deals
    playing = list(range(deals))
    while playing:
        observations = np.concatenate([vectors(batch_of(seen[deal]["observation"])) for deal in playing])
        masks = np.stack([seen[deal]["action_mask"] for deal in playing])
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        for deal, action in zip([*playing], actions, strict=True):
            seen[deal], _, over, _, info = envs[deal].step(action)
            if over:
                scores[deal] = info["score"]
                playing.remove(deal)
    return scores


def evaluate(model: MaskablePPO, deals: int, other: str | None) -> None:
    """Print mean and standard error of the scores, those of another strategy on the same deals, and the difference."""
    scores = scores_of(model, deals)
    print(f"PPO: {with_error(scores)} points on {deals} deals", flush=True)
    if other:
        others = [solo_score(other, deal) for deal in range(deals)]
        difference = with_error([mine - its for mine, its in zip(scores, others, strict=True)])
        print(f"{other}: {with_error(others)} points on the same deals; PPO has {difference} more", flush=True)


def new_model(games: Games, options: argparse.Namespace) -> MaskablePPO:
    """An untrained policy. The rewards of an episode add up to its score, so nothing is discounted."""
    return MaskablePPO(
        Policy,
        games,
        learning_rate=options.rate,
        n_steps=ROLLOUT // GAMES,
        batch_size=1024,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=options.entropy,
        policy_kwargs={"slots": SLOTS},
        seed=options.seed,
        device="cpu",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train MaskablePPO on the solo game.")
    parser.add_argument("--minutes", type=float, default=20, help="of CPU time")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at first; it falls to 0")
    parser.add_argument("--entropy", type=float, default=0.01, help="its weight at first; it falls to 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file for the trained policy")
    parser.add_argument("--load", help="file of a policy to go on with")
    parser.add_argument("--imitate", help="a strategy to imitate first, for example greedy")
    parser.add_argument("--lessons", type=int, default=400, help="games of that strategy")
    parser.add_argument("--deals", type=int, default=200, help="to evaluate on, 2 or more")
    parser.add_argument("--against", help="a strategy to compare with on these deals, for example greedy")
    options = parser.parse_args()
    torch.set_num_threads(1)
    games = Games(GAMES, options.seed)
    if options.load:
        model = MaskablePPO.load(options.load, games)
        model.set_random_seed(options.seed)
    else:
        model = new_model(games, options)
    if options.imitate:
        teach(model.policy.network, options.imitate, options.lessons)
        evaluate(model, options.deals, None)
    if options.minutes:
        model.learn(1 << 40, Progress(options))
    if options.save:
        model.save(options.save)
    evaluate(model, options.deals, options.against)


if __name__ == "__main__":
    main()
