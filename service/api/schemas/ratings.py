"""Ratings."""

from game.value_shapes import VERSION
from service.api.schemas.base import Answer
from service.api.schemas.fields import Float, Integer, Shaped
from service.api.schemas.validate import Range

COUNT = VERSION

MAX_POINTS = 1_000_000


class Rating(Answer):
    """From standard games of at least two different players, by openskill's Plackett-Luce model."""

    points = Integer(
        "1000 for a newcomer; 40 * (mu - 3 * sigma) above it.", validate=Range(-MAX_POINTS, MAX_POINTS - 1)
    )
    games = Shaped(VERSION, "Rated games so far.")
    mu = Float("The mean of what is known of the skill; 25 for a newcomer.")
    sigma = Float("Its standard deviation; 25/3 for a newcomer.", validate=Range(0))
