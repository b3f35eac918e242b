"""A property of random games: some games in every run, many more in the whole suite."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.game.play import TEMPERS, Play

PLAYS = st.builds(
    Play,
    seed=st.integers(0, 2**64 - 1),
    seats=st.integers(2, 5),
    side=st.sampled_from("AB"),
    temper=st.sampled_from(sorted(TEMPERS)),
    steps=st.just(10_000) | st.integers(0, 600),
)
"""Games played to the end or for some steps."""


def many(fast: int, slow: int) -> Callable[[Callable[[Play], None]], Callable[[int], None]]:
    """Turn `test(play)` into one of `fast` games, and one of `slow` games where slow tests run; the same each time."""

    def decorate(check: Callable[[Play], None]) -> Callable[[int], None]:
        def test(games: int) -> None:
            quiet = (HealthCheck.too_slow, HealthCheck.data_too_large)
            settings(max_examples=games, deadline=None, derandomize=True, database=None, suppress_health_check=quiet)(
                given(PLAYS)(check)
            )()

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return pytest.mark.parametrize("games", [fast, pytest.param(slow, marks=pytest.mark.slow)])(test)

    return decorate
