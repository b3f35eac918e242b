"""Properties of random games: a few games in every run, many more in the whole suite."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.scenarios import SCENARIOS
from tests.amounts import amount
from tests.game.play import STYLES, Play

STANDARD_MODES = [(seats, side, None) for seats in (2, 3, 4, 5) for side in "AB"]
SOLO_MODES = [(1, "A", None), (1, "B", None), *((1, "B", scenario) for scenario in SCENARIOS)]
"""The modes: seats, side, scenario."""


def _play(mode: tuple[int, str, str | None], seed: int, style: str, steps: int) -> Play:
    seats, side, scenario = mode
    return Play(seed, seats, side, style, steps, scenario)


PLAYS = st.builds(
    _play,
    mode=st.sampled_from(STANDARD_MODES) | st.sampled_from(SOLO_MODES),
    seed=st.integers(0, 2**64 - 1),
    style=st.sampled_from(sorted(STYLES)),
    steps=st.just(10_000) | st.integers(0, 600),
)
"""Games of all modes, played to the end or for some steps."""


def for_random_games(fast: int, slow: int) -> Callable[[Callable[[Play], None]], Callable[[int], None]]:
    """Turn `test(play)` into a test of `fast` games, and of `slow` games where slow tests run; the same each time."""

    def decorate(check: Callable[[Play], None]) -> Callable[[int], None]:
        def test(games: int) -> None:
            quiet = (HealthCheck.too_slow, HealthCheck.data_too_large)
            settings(max_examples=games, deadline=None, derandomize=True, database=None, suppress_health_check=quiet)(
                given(PLAYS)(check)
            )()

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return pytest.mark.parametrize("games", [fast, pytest.param(amount(slow), marks=pytest.mark.slow)])(test)

    return decorate
