"""Properties of random games: a few games in every run, many more in `make verify`."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from game.scenarios import SCENARIOS
from tests.amounts import SEED, amount, amounts
from tests.game.play import STYLES, Play

LONGER = 20
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


def for_random_games(games: int) -> Callable[[Callable[[Play], None]], Callable[[int], None]]:
    """Turn `test(play)` into a test of so many games, and of LONGER times as many in `make verify`: those of SEED."""

    def decorate(check: Callable[[Play], None]) -> Callable[[int], None]:
        quiet = (HealthCheck.too_slow, HealthCheck.data_too_large)

        def test(games: int) -> None:
            limits = settings(max_examples=games, deadline=None, database=None, suppress_health_check=quiet)
            seed(SEED)(limits(given(PLAYS)(check)))()

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return amounts("games", amount(games), LONGER * games)(test)

    return decorate
