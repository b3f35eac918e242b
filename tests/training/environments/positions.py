"""Positions of random games, and the games that the tests play."""

from collections.abc import Iterator
from random import Random
from typing import Any

from training.environments.legal_actions import legal_actions
from training.environments.position import Position, act, first_position
from training.environments.setup import Setup

GAMES: dict[str, dict[str, Any]] = {
    "solo": {"seats": 1},
    "solo on side A": {"seats": 1, "side": "A"},
    "scenario": {"seats": 1, "scenario": "SC05"},
    "2 seats": {"seats": 2},
    "3 seats": {"seats": 3, "side": "B"},
    "5 seats": {"seats": 5},
}


def seed_text(seed: int) -> str:
    """A server seed."""
    return f"{seed:064x}"


def positions(setup: Setup, seed: int = 1) -> Iterator[Position]:
    """Every position of a game by uniform choice over the legal actions, the last one included."""
    rng, position = Random(seed), first_position(setup.options, seed_text(seed))
    while position.turns:
        yield position
        legal = legal_actions(setup.layout, position.state, position.turns[0])
        position = act(setup.layout, position, rng.choice(legal))
    yield position


def play(env: Any, seed: int = 1) -> list[int]:
    """Play an AEC environment to its end by random legal actions: the actions."""
    rng, actions = Random(seed), []
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        actions.append(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
        env.step(actions[-1])
    return actions
