"""Shares and means with 95 % confidence intervals."""

from math import sqrt
from typing import NamedTuple

from projections.explorer.facts import SCALE

LEAST = 20
"""A share or a mean of fewer is no more than a hint: it has no interval, and is not ranked."""
Z = 1.959963984540054
"""The normal distribution exceeds this with a probability of 2.5 %."""


class Interval(NamedTuple):
    low: float
    high: float


class Result(NamedTuple):
    """What seats came to. `won`: the share that won alone. `mean`: of their leads, in points; None without any seat.

    The intervals are None for fewer than LEAST seats, which are not `enough`.
    """

    cases: int
    enough: bool
    won: float | None
    won_interval: Interval | None
    mean: float | None
    mean_interval: Interval | None


def result(count: int, won: int, lead: int, squares: int) -> Result:
    """The result of `count` seats, by their sums: how many won, SCALE times the leads, and the squares of these."""
    return Result(
        count, count >= LEAST, share(won, count), wilson(won, count), mean(lead, count), student(count, lead, squares)
    )


def share(part: int, whole: int) -> float | None:
    """The share, in 4 decimals."""
    return round(part / whole, 4) if whole else None


def mean(lead: int, count: int) -> float | None:
    """The mean lead in points, in 3 decimals."""
    return round(lead / (SCALE * count), 3) if count else None


def wilson(part: int, whole: int) -> Interval | None:
    """The interval of Wilson for a share.

    >>> wilson(10, 40)
    Interval(low=0.1419, high=0.4019)
    """
    if whole < LEAST:
        return None
    centre = (part + Z * Z / 2) / (whole + Z * Z)
    reach = Z / (whole + Z * Z) * sqrt(part * (whole - part) / whole + Z * Z / 4)
    return Interval(round(max(0.0, centre - reach), 4), round(min(1.0, centre + reach), 4))


def student(count: int, lead: int, squares: int) -> Interval | None:
    """The interval of Student for a mean lead, in points."""
    if count < LEAST:
        return None
    variance = (count * squares - lead * lead) / (count * (count - 1))
    reach = t_quantile(count - 1) * sqrt(variance / count)
    return Interval(round((lead / count - reach) / SCALE, 3), round((lead / count + reach) / SCALE, 3))


def t_quantile(freedom: int) -> float:
    """What Student's t exceeds with a probability of 2.5 %; from 19 degrees of freedom on, exact to 4 digits.

    >>> round(t_quantile(19), 3), round(t_quantile(1000), 3)
    (2.093, 1.962)
    """
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
