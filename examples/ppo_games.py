"""Solo games for MaskablePPO: many at once in a batch, observations as vectors, rewards that tell early what helps."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.vec_env import VecEnv

from training.environments import Batch
from training.environments.actions import layout
from training.environments.designs import design_features
from training.environments.fields import SEAT_FIELDS, TABLE_FIELDS, width

SLOTS = 12
"""More cards under construction than a good player has. Fewer slots make a smaller action space."""
SIZE = width(TABLE_FIELDS, SLOTS) + width(SEAT_FIELDS, SLOTS)
"""Numbers of an observation of a solo game."""
REWARD_UNIT = 10
"""Points that are a reward of 1."""
SPACES = np.append(design_features()[:, :8].sum(1), 0)
"""Spaces of each design; the last number is for an empty slot, whose design is -1."""


class Games(VecEnv):
    """`count` games. The reward of an action is the change of `potential`: an episode earns its score."""

    render_mode = None

    def __init__(self, count: int, seed: int) -> None:
        super().__init__(count, Box(-1, 10_000, (SIZE,), np.float32), Discrete(layout(SLOTS).size))
        self._batch, self._first_seed = Batch(count, seats=1, slots=SLOTS), seed

    def reset(self) -> Any:
        self._turns = self._batch.reset(self._first_seed)
        self._potentials = potential(self._turns.observation)
        return vectors(self._turns.observation)

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        self._turns = turns = self._batch.step(self._actions)
        now, infos = potential(turns.observation), [dict[str, Any]() for _ in range(self.num_envs)]
        reached, dones = now.copy(), np.zeros(self.num_envs, bool)
        for ended in turns.ended:
            reached[ended.game], dones[ended.game] = ended.scores[0], True
            infos[ended.game]["score"] = ended.scores[0]
        rewards, self._potentials = (reached - self._potentials) / REWARD_UNIT, now
        return vectors(turns.observation), rewards.astype(np.float32), dones, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """The masks, `action_masks`: the one method that MaskablePPO calls."""
        return list(getattr(self, method_name)())

    def action_masks(self) -> Any:
        return self._turns.action_mask

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


def vectors(arrays: dict[str, Any]) -> Any:
    """The arrays of a batch one after the other, in their order. Shape: (games, SIZE)."""
    games = len(arrays["side"])
    return np.concatenate([array.reshape(games, -1) for array in arrays.values()], 1, dtype=np.float32)


def potential(arrays: dict[str, Any]) -> Any:
    """What each position of a batch promises, in points: points, what the production gives in the rounds left, filled
    spaces, krystallium. Shape: (games,)."""
    rounds_left = 3.5 - arrays["round"].argmax(1) - 0.5 * arrays["phase"][:, 2]
    filled = SPACES[arrays["slot_design"][:, 0]].sum(1) - arrays["slot_open"][:, 0].sum((1, 2))
    production, krystallium = arrays["production"][:, 0].sum(1), arrays["items"][:, 0, 0]
    return arrays["points"][:, 0, 4] + 0.8 * rounds_left * production + 0.5 * filled + 0.5 * krystallium


def batch_of(arrays: dict[str, Any]) -> dict[str, Any]:
    """The arrays of one game as those of a batch of one."""
    return {name: array[None] for name, array in arrays.items()}
