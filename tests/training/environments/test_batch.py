"""A batch: many games, one action in each."""

from random import Random

import numpy as np
import pytest

from projections.audit import verify
from training.environments import Batch, IllegalAction, env, log_lines


def random_actions(turns, rng):
    return [rng.choice(np.flatnonzero(row).tolist()) for row in turns.action_mask]


def test_a_batch_plays_the_games_of_the_aec_environment():
    batch, rng = Batch(3, seats=2), Random(1)
    turns = batch.reset(seed=5)
    ended = []
    while len(ended) < 5:
        turns = batch.step(random_actions(turns, rng))
        ended += turns.ended
        assert turns.rewards.shape == (3, 2)
        assert bool(turns.rewards.any()) <= bool(turns.ended)
    for _, saved, scores in ended:
        assert verify(line.encode() for line in log_lines(saved)).ok
        single = env(seats=2)
        single.reset(seed=1)
        single.restore(saved)
        assert [info["score"] for info in single.infos.values()] == scores


def test_rows_are_the_observations_of_the_seats_whose_turn_it_is():
    batch, rng = Batch(2, seats=3), Random(2)
    turns = batch.reset(seed=1)
    for _ in range(30):
        turns = batch.step(random_actions(turns, rng))
    assert turns.observation["hand"].shape == (2, 78)
    assert turns.observation["slot_open"].shape == (2, 3, 28, 8)
    for row in range(2):
        single = env(seats=3)
        single.reset(seed=1)
        single.restore(batch.save(row))
        assert single.agent_selection == f"seat_{turns.seats[row]}"
        observed = single.last()[0]
        assert observed["action_mask"].tolist() == turns.action_mask[row].tolist()
        for name, array in observed["observation"].items():
            assert array.tolist() == turns.observation[name][row].tolist(), name


def test_a_seed_repeats_a_batch():
    logs = []
    for _ in range(2):
        batch, rng = Batch(2, seats=1), Random(3)
        turns, saved = batch.reset(seed=9), []
        while len(saved) < 3:
            turns = batch.step(random_actions(turns, rng))
            saved += [ended.saved for ended in turns.ended]
        logs.append(saved)
    assert logs[0] == logs[1]


def test_an_illegal_action_changes_no_game():
    batch = Batch(2, seats=2)
    turns = batch.reset(seed=1)
    actions = random_actions(turns, Random(1))
    before = [batch.save(row) for row in range(2)]
    with pytest.raises(IllegalAction, match="in game 1"):
        batch.step([actions[0], 0])
    assert [batch.save(row) for row in range(2)] == before
    with pytest.raises(ValueError, match="one action for each of the 2 games"):
        batch.step(actions[:1])
    with pytest.raises(ValueError, match="1 game or more"):
        Batch(0)
