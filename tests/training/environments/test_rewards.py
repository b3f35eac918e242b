"""Rewards: at the end, or as the score changes."""

import pytest

import game
from tests.training.environments.positions import play
from training import environments
from training.environments.episode import worth
from training.environments.setup import Setup


def finished(ranking, seats):
    return game.State(seats=(game.model.Seat(),) * seats, result=game.model.Result(ranking=ranking))


def test_the_winner_gains_what_the_others_lose():
    assert worth("win", finished(((1,), (0,), (2,)), 3)) == [-0.5, 1, -0.5]


def test_winners_share_the_victory():
    assert worth("win", finished(((0, 2), (1,)), 3)) == [0.5, -1, 0.5]
    assert worth("win", finished(((0, 1),), 2)) == [0, 0]


@pytest.mark.parametrize("reward", ["score", "difference"])
@pytest.mark.parametrize("seats", [2, 3])
def test_shaped_rewards_add_up_to_the_reward_of_the_end(reward, seats):
    ends = []
    for shaped in (False, True):
        env = environments.raw_env(seats=seats, reward=reward, shaped=shaped)
        env.reset(seed=5)
        totals = dict.fromkeys(env.agents, 0.0)
        env.step = counting(env, env.step, totals)
        play(env, 5)
        ends.append(totals)
    assert ends[0] == ends[1]
    assert any(ends[0].values())


def counting(env, step, totals):
    def counted(action):
        step(action)
        if action is not None:
            for agent, reward in env.rewards.items():
                totals[agent] += reward

    return counted


def test_a_solo_game_is_rewarded_by_its_score():
    env = environments.SoloEnv()
    env.reset(seed=3)
    over, earned = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample())
        earned += reward
    assert earned == info["score"]


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"seats": 6}, "seats"),
        ({"seats": 2, "side": "C"}, "side"),
        ({"seats": 2, "scenario": "SC01"}, "scenario"),
        ({"seats": 1, "scenario": "SC07"}, "scenario"),
        ({"seats": 2, "reward": "fame"}, "reward must be one of: win, score, difference"),
        ({"seats": 2, "shaped": True}, "shaped rewards need"),
        ({"seats": 1, "reward": "win"}, "alone"),
        ({"seats": 2, "slots": 29}, "slots must be 1 to 28"),
        ({"seats": 2, "slots": 0}, "slots must be 1 to 28"),
        ({"seats": 2, "max_cycles": 0}, "max_cycles"),
        ({"seats": "2"}, "seats"),
        ({"seats": 2, "reward": "score", "shaped": "no"}, "shaped must be True or False"),
        ({"seats": 2, "slots": "3"}, "slots must be 1 to 28"),
        ({"seats": 2, "slots": True}, "slots must be 1 to 28"),
        ({"seats": 2, "max_cycles": "3"}, "max_cycles"),
        ({"seats": 2, "max_cycles": 1.5}, "max_cycles"),
        ({"seats": 2, "render_mode": "human"}, "render_mode must be ansi"),
    ],
)
def test_values_that_an_option_cannot_have_are_refused(options, fault):
    with pytest.raises(ValueError, match=fault):
        environments.env(**options)


@pytest.mark.parametrize("make", [environments.env, environments.parallel_env, environments.SoloEnv, Setup])
def test_a_name_that_is_no_option_is_refused_as_by_any_function(make):
    with pytest.raises(TypeError, match="chairs"):
        make(chairs=2)
