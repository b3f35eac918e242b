"""The options of time: what is a clock and what is none."""

from typing import Any

import pytest

import game
from game.options import Clock
from tests.game.positions import refused

YEAR = 31_536_000


def opened(**options: Any) -> game.State:
    return game.fold(game.open({"seats": 2, **options}, "ann"))


@pytest.mark.parametrize(
    "clock",
    [
        {},
        [],
        "per_phase",
        60,
        True,
        {"kind": "per_phase"},
        {"seconds": 60},
        {"kind": "per_turn", "seconds": 60},
        {"kind": "per_phase", "seconds": 0},
        {"kind": "per_phase", "seconds": -1},
        {"kind": "per_phase", "seconds": 10**12},
        {"kind": "per_phase", "seconds": YEAR + 1},
        {"kind": "per_phase", "seconds": 1.5},
        {"kind": "per_phase", "seconds": 60.0},
        {"kind": "per_phase", "seconds": "60"},
        {"kind": "per_phase", "seconds": True},
        {"kind": "per_phase", "seconds": None},
        {"kind": "per_phase", "seconds": float("nan")},
        {"kind": "per_phase", "seconds": 60, "increment": 5},
        {"kind": "per_phase", "seconds": 60, "increment": 0},
        {"kind": "bank", "seconds": 60, "increment": -1},
        {"kind": "bank", "seconds": 60, "increment": 0.5},
        {"kind": "bank", "seconds": 60, "increment": 10**12},
        {"kind": "bank", "seconds": 60, "misses": 0},
        {"kind": "bank", "seconds": 60, "misses": 101},
        {"kind": "bank", "seconds": 60, "misses": "3"},
        {"kind": "bank", "seconds": 60, "delay": 3},
    ],
    ids=repr,
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Any):
    assert refused(game.open, {"seats": 2, "clock": clock}, "ann") == "invalid_options"


@pytest.mark.parametrize(
    ("clock", "option"),
    [
        ({"kind": "per_phase", "seconds": 1}, Clock("per_phase", 1)),
        ({"kind": "per_phase", "seconds": YEAR, "misses": 1}, Clock("per_phase", YEAR, 0, 1)),
        ({"kind": "bank", "seconds": 60}, Clock("bank", 60, 0, 3)),
        ({"kind": "bank", "seconds": 60, "increment": 5, "misses": 100}, Clock("bank", 60, 5, 100)),
        (None, None),
    ],
)
def test_a_clock_has_defaults(clock: Any, option: Clock | None):
    assert opened(clock=clock).options.clock == option


@pytest.mark.parametrize("name", ["open_seconds", "idle_seconds"])
@pytest.mark.parametrize("value", [0, -1, 10**12, 60.0, "60", True, []])
def test_a_time_after_which_a_game_ends_is_a_number_of_seconds(name: str, value: Any):
    assert refused(game.open, {"seats": 2, name: value}, "ann") == "invalid_options"


def test_a_state_with_a_clock_comes_back_from_its_facts():
    state = opened(clock={"kind": "bank", "seconds": 60, "increment": 5})
    assert game.state(game.facts(state)) == state
    assert game.state_hash(state) != game.state_hash(opened())


def test_the_longest_bank_and_all_its_increments_are_times_that_can_be_written():
    """52 stages, each with the largest increment; times have 13 digits."""
    longest_ms = (YEAR + 52 * YEAR) * 1000
    assert 1_800_000_000_000 + longest_ms < 9_999_999_999_999
