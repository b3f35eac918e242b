"""Episodes: repeated by a seed, saved, restored, and written as a log that `wonderful verify` accepts."""

import copy
import json
import pickle
from pathlib import Path

import pytest
from click.testing import CliRunner
from gymnasium.utils.env_checker import data_equivalence

from projections.audit import verify
from service.commands.cli import cli
from tests.training.environments.positions import GAMES, play
from training import environments


def played(seed=1, **options):
    env = environments.env(**options)
    env.reset(seed=seed)
    play(env, seed)
    return env


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_every_episode_is_a_log_that_the_audit_accepts(options):
    for seed in range(3):
        verdict = verify(line.encode() for line in played(seed, **options).log())
        assert verdict.ok, verdict.fault


def test_wonderful_verify_accepts_the_log_of_an_episode(tmp_path: Path):
    file = tmp_path / "episode.jsonl"
    file.write_text("\n".join(played(seats=3).log()))
    result = CliRunner().invoke(cli, ["verify", str(file)])
    assert result.exit_code == 0, result.output


def test_the_log_of_parallel_steps_and_of_a_solo_game_is_accepted():
    env = environments.parallel_env(seats=3)
    env.reset(seed=2)
    while env.agents:
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    assert verify(line.encode() for line in env.log()).ok
    alone = environments.SoloEnv(scenario="SC06")
    alone.reset(seed=2)
    while not alone.step(alone.action_space.sample())[2]:
        pass
    assert verify(line.encode() for line in alone.log()).ok


def test_the_log_follows_from_the_saved_episode():
    env = played(seats=2)
    saved = json.loads(json.dumps(env.save()))
    assert environments.log_lines(saved) == env.log()
    named = environments.log_lines(saved, "other", 1_700_000_000_000)
    assert named != env.log()
    assert verify(line.encode() for line in named).ok


def test_an_unfinished_episode_has_no_log():
    env = environments.env(seats=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not finished"):
        env.log()


@pytest.mark.parametrize("options", [{"seats": 3}, {"seats": 2, "reward": "score", "shaped": True, "max_cycles": 60}])
def test_a_restored_position_goes_on_as_the_saved_one(options):
    env, other = environments.env(**options), environments.env(**options)
    env.reset(seed=7)
    for _ in range(41):
        env.step(env.action_space(env.agent_selection).sample())
    saved = json.loads(json.dumps(env.save()))
    other.reset(seed=8)
    other.restore(saved)
    for agent in env.agent_iter():
        assert agent == other.agent_selection
        mine, its = env.last(), other.last()
        assert data_equivalence(mine, its, exact=True)
        action = None if mine[2] or mine[3] else env.action_space(agent).sample(mine[0]["action_mask"])
        env.step(action)
        other.step(action)
    assert env.save() == other.save()


def test_parallel_and_solo_environments_restore_a_position():
    env, other = environments.parallel_env(seats=2), environments.parallel_env(seats=2)
    env.reset(seed=7)
    for _ in range(20):
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    observed, _ = other.restore(env.save())
    actions = {agent: env.action_space(agent).sample(observed[agent]["action_mask"]) for agent in env.agents}
    assert data_equivalence(env.step(actions), other.step(actions), exact=True)
    alone, second = environments.SoloEnv(), environments.SoloEnv()
    alone.reset(seed=7)
    last = alone.step(alone.action_space.sample())[0]
    assert data_equivalence(last, second.restore(alone.save())[0], exact=True)


@pytest.mark.parametrize(
    "damage",
    [
        {"setup": {"seats": 3}},
        {"setup": {"chairs": 2}},
        {"setup": None},
        {"seed": "12"},
        {"seed": None},
        {"actions": [0.5]},
        {"actions": "none"},
        {"actions": [0]},
        {"actions": [True]},
    ],
)
def test_what_is_no_saved_episode_of_this_environment_is_refused(damage):
    env = environments.env(seats=2)
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(ValueError, match=r"episode|action"):
        env.restore({**before, **damage})


@pytest.mark.parametrize("make", [environments.env, environments.parallel_env, environments.SoloEnv])
def test_after_a_refused_episode_an_environment_is_as_it_was(make):
    env, twin = make(), make()
    for each in (env, twin):
        each.reset(seed=3)
    other = make()
    other.reset(seed=4)
    saved = other.save()
    with pytest.raises(ValueError, match="action"):
        env.restore({**saved, "actions": [*first_actions(other), 0]})
    assert env.save() == twin.save()
    if make is environments.env:
        assert (env.agent_selection, env.rewards) == (twin.agent_selection, twin.rewards)
        assert data_equivalence(env.last(), twin.last(), exact=True)
    env.restore(saved)
    assert env.save() == saved


def first_actions(env) -> list[int]:
    """A legal action of the first seat."""
    solo = isinstance(env, environments.SoloEnv)
    return [int((env.action_space if solo else env.action_space("seat_0")).sample())]


def test_a_saved_episode_that_goes_on_after_its_end_has_no_log():
    saved = played(seats=2).save()
    for more in ([1], [0, 1]):
        with pytest.raises(ValueError, match="after its end"):
            environments.log_lines({**saved, "actions": saved["actions"] + more})


@pytest.mark.parametrize("game", ["", "Episode", "a-b", "a" * 33, "é", "a\n", None, 7])
def test_the_log_of_an_episode_is_of_no_game_that_a_verifier_refuses(game):
    with pytest.raises(ValueError, match="the id of a game has 1 to 32"):
        environments.log_lines(played(seats=2).save(), game)


def test_a_missing_part_of_a_saved_episode_is_named():
    env = environments.env(seats=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not a saved episode: 'seed'"):
        env.restore({"setup": env.save()["setup"], "actions": []})


def test_reset_without_a_seed_goes_on_to_other_deals():
    deals = []
    for _ in range(2):
        env = environments.env(seats=2)
        env.reset(seed=3)
        seeds = [env.save()["seed"]]
        for _ in range(3):
            env.reset()
            seeds.append(env.save()["seed"])
        deals.append(seeds)
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4


def test_a_copy_of_an_environment_goes_on_alone():
    env = environments.SoloEnv()
    env.reset(seed=1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.save()
        for _ in range(3):
            other.step(other.action_space.sample())
        assert len(other.save()["actions"]) == 3
        assert env.save() == before
