"""A start for the training: the network first learns to play, and to value positions, as a strategy does."""

import time
from random import Random
from typing import Any

import numpy as np
import torch
from ppo_games import REWARD_UNIT, SLOTS, batch_of, potential, vectors
from torch import nn

from bots import Budget, strategy
from training.environments import IllegalAction, SoloEnv, action_on_view

FIRST_DEAL = 2_000_000
"""The seed of the first deal that a teacher plays."""
BATCH = 512


def teach(network: nn.Module, teacher: str, games: int, epochs: int = 8, rate: float = 1e-3) -> None:
    """Train the network on games of the teacher."""
    examples = [example for game in range(games) for example in lesson(teacher, game)]
    observations, masks, actions, returns = (
        torch.as_tensor(np.array(column)) for column in zip(*examples, strict=True)
    )
    print(f"{time.process_time() / 60:.1f} min: {len(actions)} actions of {teacher} in {games} games", flush=True)
    optimizer = torch.optim.Adam(network.parameters(), rate)
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = rate * (1 - epoch / epochs)
        hits = 0
        for rows in torch.randperm(len(actions)).split(BATCH):
            logits, values = network(observations[rows].float())
            logits = logits.masked_fill(masks[rows] == 0, -1e9)
            loss = nn.functional.cross_entropy(logits, actions[rows])
            loss = loss + 0.5 * nn.functional.mse_loss(values[:, 0], returns[rows].float())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            hits += int((logits.argmax(1) == actions[rows]).sum())
        print(f"{time.process_time() / 60:.1f} min, epoch {epoch + 1}: {hits / len(actions):.0%} the same", flush=True)


def lesson(teacher: str, game: int) -> list[tuple[Any, Any, int, float]]:
    """(observation, mask, action, what the rest of the game earns) of each decision of a game of the teacher."""
    decide, rng, env = strategy(teacher).decide, Random(game), SoloEnv(slots=SLOTS)
    found: list[tuple[Any, Any, int, float]] = []
    observation, _ = env.reset(seed=FIRST_DEAL + game)
    over, info = False, dict[str, Any]()
    while not over:
        view = env.view()
        try:
            action = action_on_view(view, decide(view, rng, Budget()), SLOTS)
        except IllegalAction:  # a card beyond the slots
            return []
        arrays = batch_of(observation["observation"])
        seen, promised = vectors(arrays)[0].astype(np.int16), float(potential(arrays)[0])
        found.append((seen, observation["action_mask"], action, promised))
        observation, _, over, _, info = env.step(action)
    return [(seen, mask, action, (info["score"] - had) / REWARD_UNIT) for seen, mask, action, had in found]
