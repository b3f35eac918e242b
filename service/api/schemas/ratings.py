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
        validate=Range(-MAX_POINTS, MAX_POINTS - 1), description="1000 for a newcomer; 40 * (mu - 3 * sigma) above it."
    )
    games = Shaped(VERSION, description="Rated games so far.")
    mu = Float(description="The mean of what is known of the skill; 25 for a newcomer.")
    sigma = Float(validate=Range(0), description="Its standard deviation; 25/3 for a newcomer.")
