"""The formulas: more games need more of everything, and a plan keeps every part below its target."""

from collections.abc import Callable
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.scaling import closed_form
from tests.bench.scaling.closed_form import (
    LIMITS,
    TARGET,
    TODAY,
    Design,
    cores,
    fits,
    fullest_primary,
    hearing,
    plan,
    primaries,
    sizes,
    store_busy,
    web_processes,
)
from tests.bench.scaling.load import rates

GAMES = st.floats(min_value=1, max_value=2e6)
DESIGNS = st.builds(Design, st.booleans(), st.integers(1, 50), st.sampled_from([64, 128, 1024]))


@given(GAMES, GAMES, DESIGNS)
def test_more_games_never_need_less(some: float, others: float, design: Design):
    few, many = sorted((some, others))
    for of in (cores, sizes):
        assert all(less <= more for less, more in zip(of(few, design), of(many, design), strict=True))
    assert all(less <= more for less, more in zip(rates(few), rates(many), strict=True))


@given(GAMES)
def test_rates_grow_with_the_games(games: float):
    assert all(isclose(2 * one, two) for one, two in zip(rates(games), rates(2 * games), strict=True))


@given(GAMES)
def test_a_plan_has_enough_of_each_part(games: float):
    design = plan(games)
    found = cores(games, design)
    assert found.web_busy <= found.web * TARGET + 1e-6
    assert found.projector_busy <= found.projectors * TARGET
    assert found.workers_busy <= found.workers * TARGET
    assert found.job_store_busy <= TARGET
    partitions_of_one = -(-design.partitions // found.primaries)
    assert found.store_busy * partitions_of_one / design.partitions <= TARGET


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_a_part_that_does_not_divide_is_full_at_its_limit_and_not_before(limit: Callable[[float], float]):
    games = fits(limit)
    assert limit(games * 0.99) <= TARGET
    assert limit(games * 1.02) > TARGET


def test_the_messages_that_all_hear_grow_with_the_square_of_the_games_and_then_leave_no_time():
    few, many = closed_form.messages_sent(20_000), closed_form.messages_sent(80_000)
    assert many > 16 * few
    assert web_processes(1_000_000) == inf
    assert web_processes(1_000_000, Design(hears_all=False)) < inf
    assert hearing(1_000_000, Design(hears_all=False)) == 0


def test_taking_jobs_from_one_lane_grows_with_the_square_of_the_games():
    one, ten = (closed_form.job_store_busy(rates(games), TODAY) for games in (100_000, 1_000_000))
    assert ten > 70 * one


def test_partitions_fall_on_primaries_as_they_did_on_a_real_cluster():
    """The trial: 8 partitions fell 4/2/2 on three primaries, 64 fell 24/20/20."""
    assert fullest_primary(8, 3) == 4
    assert fullest_primary(64, 3) == 24


def test_more_primaries_than_partitions_do_not_help():
    assert primaries(TARGET * 64, 64) == 64
    assert primaries(TARGET * 65, 64) == inf
    assert store_busy(rates(1_000_000)) > TARGET * 64  # so a million games need more partitions than 64
    assert plan(1_000_000).partitions > 64
