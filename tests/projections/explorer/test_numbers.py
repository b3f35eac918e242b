"""Intervals: they are those of the textbooks, and small numbers have none."""

from itertools import pairwise
from statistics import mean, stdev

import pytest

from projections.explorer.numbers import LEAST, result, share, t_quantile, wilson


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(19, 2.0930), (29, 2.0452), (60, 2.0003), (120, 1.9799), (1_000_000, 1.9600)]
)
def test_the_quantiles_of_student_are_those_of_tables(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.0001)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (15, 148, 0.0624, 0.1605), (50_000, 100_000, 0.4969, 0.5031)],
)
def test_the_interval_of_a_share_is_that_of_wilson(part, whole, low, high):
    assert wilson(part, whole) == pytest.approx((low, high), abs=0.0001)


def test_a_result_is_that_of_the_leads():
    leads = [((number * 37) % 101) - 40 for number in range(40)]
    found = result(40, 13, sum(12 * lead for lead in leads), sum((12 * lead) ** 2 for lead in leads))
    reach = 2.0227 * stdev(leads) / 40**0.5
    assert found.mean == pytest.approx(mean(leads), abs=0.001)
    assert found.mean_interval == pytest.approx((mean(leads) - reach, mean(leads) + reach), abs=0.001)
    assert (found.cases, found.enough, found.won) == (40, True, 0.325)


def test_small_numbers_have_no_interval():
    few, enough = result(LEAST - 1, 3, 120, 90_000), result(LEAST, 3, 120, 90_000)
    assert (few.enough, few.won_interval, few.mean_interval) == (False, None, None)
    assert few.mean is not None
    assert enough.enough
    assert None not in (enough.won_interval, enough.mean_interval)
    assert result(0, 0, 0, 0) == (0, False, None, None, None, None)
    assert share(0, 0) is None


def test_more_games_narrow_an_interval():
    widths = [high - low for low, high in (wilson(count // 4, count) for count in (20, 80, 320, 5_120))]
    assert all(more > less for more, less in pairwise(widths))
