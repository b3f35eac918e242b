"""A start for the training: the network first learns to play, and to value positions, as a strategy does."""

import json
from random import Random
from typing import Any

import numpy as np
import torch
from torch import nn

from bots import Budget, strategy
from training.environments import IllegalAction, action_on_view


def teach(network: nn.Module, env: Any, teacher: str, games: int, slots: int, epochs: int = 12) -> None:
    """Train the network on games of the teacher. `env`: a `Flat` environment."""
    examples = [example for game in range(games) for example in lesson(env, teacher, game, slots)]
    observations, masks, actions, returns = (
        torch.as_tensor(np.array(column)) for column in zip(*examples, strict=True)
    )
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - epoch / epochs)
        hits = 0
        for rows in torch.randperm(len(actions)).split(512):
            logits, values = network(observations[rows])
            logits = logits.masked_fill(~masks[rows], -1e9)
            loss = nn.functional.cross_entropy(logits, actions[rows])
            loss = loss + 0.5 * nn.functional.mse_loss(values[:, 0], returns[rows].float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            hits += int((logits.argmax(1) == actions[rows]).sum())
        print(f"epoch {epoch + 1}: {hits / len(actions):.0%} of {teacher}'s {len(actions)} actions", flush=True)


def lesson(env: Any, teacher: str, game: int, slots: int) -> list[tuple[Any, Any, int, float]]:
    """(observation, mask, action, what the rest of the game earns) of each decision of a game of the teacher."""
    decide, rng, over = strategy(teacher).decide, Random(game), False
    found: list[tuple[Any, Any, int, float]] = []
    observation, _ = env.reset(seed=2_000_000 + game)
    while not over:
        view = json.loads(json.dumps(env.env.view()))
        try:
            action = action_on_view(view, decide(view, rng, Budget()), slots)
        except IllegalAction:  # a card beyond the slots
            return []
        found.append((observation, env.action_masks(), action, -env.potential / 10))
        observation, _, over, _, _ = env.step(action)
    return [(seen, mask, action, earned + env.potential / 10) for seen, mask, action, earned in found]
