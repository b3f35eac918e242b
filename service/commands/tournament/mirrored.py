"""Mirrored pairs: two games on one deal with the seats swapped, and what they say of two players. Pure.

The score of a pair is the share of its two games that the first player won; a shared victory is half of one. Pairs
and not games are counted, because the two games of a pair share the luck of their deal. Strength is in Elo: with a
lead of 0 a player wins half, of 100 64 %, of 400 91 %.

The sequential probability ratio test (SPRT) looks after each pair whether the lead is `low` or `high`, and stops as
soon as one of the two is that much likelier: it says `high` of a player whose lead is `low` in a share `error` of all
tests, and the other way round. The likelihoods are those of a normal distribution with the variance of the pairs.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log, log10, sqrt
from typing import Literal, NamedTuple

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can score."""
PRIOR = 0.5
"""Pairs of each score that are added to those that were played, so that few equal ones claim no certainty."""
Z_SCORE_95_PERCENT = 1.96
MAX_SHARE = 0.999
"""Of a score that is turned into Elo: a player who won every pair is not infinitely strong."""
DEFAULT_ERROR = 0.05
MAX_ELO = 2_000.0
Verdict = Literal["low", "high"]


class Bounds(NamedTuple):
    """Of a test: the two leads in Elo, and how often it may be wrong (0 to 0.5)."""

    low: float
    high: float
    error: float = DEFAULT_ERROR

    @property
    def ratio(self) -> float:
        """The logarithm of the ratio of likelihoods at which the test ends."""
        return log((1 - self.error) / self.error)


class Lead(NamedTuple):
    """The lead of the first player in Elo, with its 95 % confidence interval."""

    elo: float
    low: float
    high: float


Counts = tuple[int, ...]
"""Pairs by score, in the order of SCORES."""


def counted(scores: Iterable[float]) -> Counts:
    """Pairs by score.

    >>> counted([1.0, 0.5, 1.0])
    (0, 0, 1, 0, 2)
    """
    listed = [*scores]
    return tuple([listed.count(score) for score in SCORES])


def lead(counts: Counts) -> Lead:
    """The lead that the pairs show.

    >>> [round(each) for each in lead((0, 0, 20, 0, 0))], [round(each) for each in lead((1, 0, 10, 0, 29))]
    ([0, -34, 34], [275, 188, 406])
    """
    pairs, mean, variance = _moments(counts)
    margin = Z_SCORE_95_PERCENT * sqrt(variance / pairs)
    return Lead(*[_elo(share) for share in (mean, mean - margin, mean + margin)])


def likelihood_ratio(counts: Counts, bounds: Bounds) -> float:
    """The logarithm of how much likelier the pairs are with the lead `high` than with `low`."""
    pairs, mean, variance = _moments(counts)
    low, high = share_won(bounds.low), share_won(bounds.high)
    return pairs * (high - low) * (2 * mean - low - high) / (2 * variance)


def verdict(counts: Counts, bounds: Bounds) -> Verdict | None:
    """Which lead the test says, None as long as it goes on."""
    ratio = likelihood_ratio(counts, bounds)
    if abs(ratio) < bounds.ratio:
        return None
    return "high" if ratio > 0 else "low"


def share_won(elo: float) -> float:
    """The share of games that a player with a lead wins.

    >>> round(share_won(0), 2), round(share_won(100), 2)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def score_of_pair(places: Sequence[Mapping[str, int]], first: str, second: str) -> float:
    """The share of two games that `first` won. `places`: of each game, by player; tied players share the first."""
    won = [0.5 if each[first] == each[second] else float(each[first] < each[second]) for each in places]
    return sum(won) / len(won)


def _moments(counts: Counts) -> tuple[float, float, float]:
    """The number of pairs, and the mean and variance of their scores, with PRIOR."""
    weighted = [(count + PRIOR, score) for count, score in zip(counts, SCORES, strict=True)]
    pairs = sum(weight for weight, _ in weighted)
    mean = sum(weight * score for weight, score in weighted) / pairs
    return pairs, mean, sum(weight * (score - mean) ** 2 for weight, score in weighted) / pairs


def _elo(share: float) -> float:
    share = min(max(share, 1 - MAX_SHARE), MAX_SHARE)
    return 400 * log10(share / (1 - share))
