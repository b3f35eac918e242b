"""Ratings of puzzles and of those who try them, by the model that rates players: a try is a game of both.

Ratings of games know nothing of them.
"""

from typing import NamedTuple

from projections.record.ratings import MODEL, NEWCOMER_POINTS, POINTS_PER_SKILL, Rated, Rating, rate


class Both(NamedTuple):
    """The ratings of a player and of a puzzle."""

    player: Rating
    puzzle: Rating


def rate_try(before: Both, is_right: bool) -> Both:
    """The ratings after a player found the best move of a puzzle, or did not."""
    places = (1, 2) if is_right else (2, 1)
    seats = [Rated(name, name, place) for name, place in zip(Both._fields, places, strict=True)]
    return Both(**rate(seats, before._asdict()))


def puzzle_points(rating: Rating) -> int:
    """A rating as people see it: 1000 for a newcomer, and as likely too high as too low."""
    return round(NEWCOMER_POINTS + POINTS_PER_SKILL * (rating.mu - MODEL.mu))
