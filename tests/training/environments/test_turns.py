"""Whose turn it is, and what an illegal action does: the documented error, and nothing changes."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from training import environments
from training.environments import IllegalAction
from training.environments.actions import NOOP, READY


def test_in_a_cycle_each_seat_that_is_not_done_has_one_turn():
    env = environments.env(seats=3)
    env.reset(seed=1)
    order = []
    for agent in env.agent_iter(21):
        order.append(agent)
        env.step(env.action_space(agent).sample())
    assert order == ["seat_0", "seat_1", "seat_2"] * 7  # seven picks


def test_a_finished_seat_has_one_legal_noop_in_the_parallel_environment():
    env = environments.parallel_env(seats=2)
    observations, _ = env.reset(seed=1)
    waited = 0
    while env.agents:
        legal = {agent: np.flatnonzero(observations[agent]["action_mask"]).tolist() for agent in env.agents}
        noops = [agent for agent in env.agents if legal[agent] == [NOOP]]
        waited += len(noops)
        assert len(noops) < 2
        assert all(NOOP not in legal[agent] for agent in env.agents if agent not in noops)
        observations, *_ = env.step({agent: legal[agent][-1] for agent in env.agents})
    assert waited


def test_a_seat_that_is_done_has_no_turn_in_the_aec_environment():
    env = environments.env(seats=2)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        assert terminated or not observation["action_mask"][NOOP]
        env.step(None if terminated else np.flatnonzero(observation["action_mask"])[-1])


@pytest.mark.parametrize(
    "name", ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"]
)
def test_what_a_reset_creates_is_refused_by_name_before_it_and_then_that_of_the_environment(name):
    env = environments.env(seats=2)
    with pytest.raises(AttributeError, match=f"^{name} cannot be accessed before reset"):
        getattr(env, name)
    env.reset(seed=1)
    assert getattr(env, name) == getattr(env.unwrapped, name)


@pytest.mark.parametrize("action", [NOOP, READY, -1, 5000, None, "ready", 1.5])
def test_an_illegal_action_raises_and_the_aec_environment_stays_as_it_is(action):
    env = environments.env(seats=2, reward="score", shaped=True)
    env.reset(seed=1)
    env.step(env.action_space("seat_0").sample())
    before = env.save(), env.last(), dict(env.rewards), env.agent_selection
    with pytest.raises(IllegalAction, match=r"^action ") as raised:
        env.step(action)
    assert isinstance(raised.value, ValueError)
    assert data_equivalence((env.save(), env.last(), dict(env.rewards), env.agent_selection), before, exact=True)


def test_an_illegal_action_of_one_seat_leaves_all_seats_as_they_are():
    env = environments.parallel_env(seats=2)
    observations, _ = env.reset(seed=1)
    legal = int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    before = env.save()
    with pytest.raises(IllegalAction, match="of seat_1") as raised:
        env.step({"seat_0": legal, "seat_1": READY})
    assert raised.value.seat == 1
    with pytest.raises(IllegalAction, match="waits for this seat"):
        env.step({"seat_0": legal})
    assert env.save() == before


def test_a_seat_that_is_done_may_do_nothing_but_noop():
    env = environments.parallel_env(seats=2)
    env.reset(seed=1)
    while all(env.action_space(agent).sample() != NOOP for agent in env.agents):
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    actions = {agent: int(env.action_space(agent).sample()) for agent in env.agents}
    done = min(actions, key=actions.__getitem__)
    with pytest.raises(IllegalAction, match="only noop is legal"):
        env.step({**actions, done: READY})
    env.step({agent: action for agent, action in actions.items() if agent != done})


def test_the_solo_environment_raises_or_reports_an_illegal_action():
    env = environments.SoloEnv()
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(IllegalAction):
        env.step(READY)
    assert env.save() == before
    told = environments.SoloEnv(on_illegal="report")
    first, _ = told.reset(seed=1)
    observation, reward, terminated, truncated, info = told.step(READY)
    assert data_equivalence(observation, first, exact=True)
    assert (reward, terminated, truncated) == (-1.0, False, False)
    assert info["illegal_action"].startswith("action 1 of seat_0: cards_left: slate or recycle all your cards first")
    with pytest.raises(ValueError, match="on_illegal must be one of: raise, report"):
        environments.SoloEnv(on_illegal="ignore")


def test_the_end_of_a_scenario_names_the_medal():
    env = environments.SoloEnv(scenario="SC01")
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample())
    assert info["medal"] == "lost"
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step(READY)


def test_masks_of_sb3_are_those_of_the_observation():
    env = environments.SoloEnv()
    observation, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert env.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()


def test_a_position_can_be_shown_in_words():
    env = environments.env(seats=2, render_mode="ansi")
    env.reset(seed=1)
    lines = env.render().split("\n")
    assert lines[0] == "round 1, draft; 130 cards in the deck"
    assert lines[1] == "seat_0: 0 points; 0 cards, 0 krystallium, 0 generals, 0 financiers; builds nothing"
    assert environments.raw_env().render() is None
