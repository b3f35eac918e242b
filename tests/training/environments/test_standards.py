"""The tests that PettingZoo and Gymnasium bring for environments pass, and no one warns."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from training import environments

pytestmark = [
    # PettingZoo says both of every environment with a mask in its observation that is not its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
GAMES = [
    {"seats": 2},
    {"seats": 3, "reward": "difference", "shaped": True},
    {"seats": 1, "scenario": "SC02"},
]


@pytest.mark.parametrize("options", GAMES)
def test_the_aec_environment_keeps_the_api(options):
    api_test(environments.env(**options), num_cycles=300)
    api_test(environments.raw_env(**options), num_cycles=100)


@pytest.mark.parametrize("options", GAMES)
def test_the_parallel_environment_keeps_the_api(options):
    parallel_api_test(environments.parallel_env(**options), num_cycles=300)


@pytest.mark.parametrize("options", GAMES)
def test_a_seed_repeats_an_episode(options):
    seed_test(lambda: environments.env(**options), num_cycles=200)
    parallel_seed_test(lambda: environments.parallel_env(**options), num_cycles=200)


def test_max_cycles_truncates_an_episode():
    max_cycles_test(environments)


@pytest.mark.parametrize("options", [{}, {"side": "A", "shaped": True}, {"scenario": "SC01"}, {"slots": 8}])
def test_the_gymnasium_environment_passes_the_checker(options):
    check_env(gymnasium.make(environments.SOLO_ID, **options).unwrapped)
