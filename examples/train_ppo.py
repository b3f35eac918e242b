"""Train a policy for the solo game with MaskablePPO, and compare it with `greedy` on deals that training never saw.

    .venv/bin/pip install 'wonderful-world[train]' sb3-contrib
    .venv/bin/python examples/train_ppo.py --minutes 60 --save ppo.zip
    .venv/bin/python examples/train_ppo.py --minutes 0 --load ppo.zip --deals 200

It prints the mean score of the last games after each rollout. One thread is enough: more `--threads` help little.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box
from ppo_imitation import teach
from ppo_policy import Policy
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from training.environments import SoloEnv
from training.environments.designs import design_features

SLOTS = 12
"""More cards under construction than a good player has. Fewer slots make a smaller action space."""
SPACES = design_features()[:, :8].sum(1)
EVALUATION_SEED = 1_000_000
ROLLOUT = 4096
"""Steps of all games together between two updates."""


class Flat(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The observation as one vector, and rewards that tell early what helps.

    The reward is the change of a potential: points, the cubes that the production gives in the rounds left, and filled
    spaces. At the end the potential is the score, so an episode earns its score, in units of 10 points.
    """

    def __init__(self, env: SoloEnv) -> None:
        super().__init__(env)
        flat = gymnasium.spaces.flatdim(env.observation_space["observation"])
        self.observation_space = Box(-1, 10_000, (flat,), np.float32)

    def reset(self, **options: Any) -> Any:
        observation, info = self.env.reset(**options)
        self.potential = potential(observation["observation"])
        return vector(observation["observation"]), info

    def step(self, action: Any) -> Any:
        observation, _, terminated, truncated, info = self.env.step(action)
        before, self.potential = self.potential, potential(observation["observation"])
        return vector(observation["observation"]), (self.potential - before) / 10, terminated, truncated, info

    def action_masks(self) -> Any:
        return self.env.action_masks()


def vector(arrays: dict[str, Any]) -> Any:
    """The arrays one after the other, in their order. Shape: (numbers,)."""
    return np.concatenate([array.ravel() for array in arrays.values()]).astype(np.float32)


def potential(arrays: dict[str, Any]) -> float:
    """What the position promises, in points."""
    points, phase = float(arrays["points"][0, 4]), arrays["phase"]
    if phase[3]:
        return points
    rounds_left = 3.5 - float(arrays["round"].argmax()) - (0.5 if phase[2] else 0.0)
    designs = arrays["slot_design"][0]
    spaces = SPACES[designs[designs >= 0]].sum() - arrays["slot_open"].sum()
    items = float(arrays["items"][0, 0])
    return points + 0.8 * rounds_left * float(arrays["production"].sum()) + 0.5 * float(spaces) + 0.5 * items


class Progress(BaseCallback):
    """Prints the scores of the games of each rollout, keeps the policy, and stops after `minutes` of CPU."""

    def __init__(self, minutes: float, rate: float, file: str | None) -> None:
        super().__init__()
        self.minutes, self.rate, self.file = minutes, rate, file
        self.began, self.scores = time.process_time(), list[int]()

    def _on_step(self) -> bool:
        self.scores += [info["score"] for info in self.locals["infos"] if "score" in info]
        return time.process_time() < self.began + 60 * self.minutes

    def _on_rollout_end(self) -> None:
        passed = time.process_time() - self.began
        if self.scores:
            games = f"mean of {len(self.scores)} games {np.mean(self.scores):.1f}"
            print(f"{passed / 60:.1f} min, {self.num_timesteps} steps: {games}", flush=True)
        self.scores.clear()
        if self.file:
            self.model.save(self.file)
        rate = self.rate * max(0.05, 1 - passed / (60 * self.minutes))
        self.model.lr_schedule = lambda _: rate
        self.model.ent_coef = 10 * rate


def evaluate(model: MaskablePPO, deals: int) -> None:
    """Print mean and standard error of the scores on deals of their own, always with the best action."""
    env, scores = Flat(SoloEnv(slots=SLOTS)), []
    for deal in range(deals):
        observation, _ = env.reset(seed=EVALUATION_SEED + deal)
        over, info = False, {}
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, _, over, _, info = env.step(action)
        scores.append(info["score"])
    print(f"PPO: {np.mean(scores):.1f} ± {np.std(scores) / deals**0.5:.1f} points on {deals} deals")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train MaskablePPO on the solo game.")
    parser.add_argument("--minutes", type=float, default=60, help="of CPU time")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200, help="to evaluate on")
    parser.add_argument("--save", help="file for the trained policy")
    parser.add_argument("--imitate", help="a strategy to imitate first, for example greedy")
    parser.add_argument("--lessons", type=int, default=400, help="games of that strategy")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at first; it falls to 0")
    parser.add_argument("--load", help="file of a policy to go on with")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    envs = DummyVecEnv([lambda: Flat(SoloEnv(slots=SLOTS))] * options.envs)
    if options.load:
        model = MaskablePPO.load(options.load, envs, n_steps=ROLLOUT // options.envs)
        model.set_random_seed(options.seed)
    else:
        model = MaskablePPO(
            Policy,
            envs,
            learning_rate=1e-3,
            n_steps=ROLLOUT // options.envs,
            batch_size=1024,
            n_epochs=4,
            gamma=1.0,
            gae_lambda=0.95,
            ent_coef=0.01,
            policy_kwargs={"slots": SLOTS},
            seed=options.seed,
            device="cpu",
        )
    if options.imitate:
        teach(model.policy.network, Flat(SoloEnv(slots=SLOTS)), options.imitate, options.lessons, SLOTS)
        evaluate(model, 50)
    if options.minutes:
        model.learn(1 << 40, Progress(options.minutes, options.rate, options.save))
    if options.save:
        model.save(options.save)
    evaluate(model, options.deals)


if __name__ == "__main__":
    main()
