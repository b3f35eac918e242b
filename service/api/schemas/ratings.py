"""Ratings."""

from game.shapes import Field, Number, Object
from game.value_shapes import VERSION

COUNT = VERSION
MAX_POINTS = 1_000_000
RATING = Object(
    "Rating",
    (
        Field("points", range(-MAX_POINTS, MAX_POINTS), "1000 for a newcomer; 40 * (mu - 3 * sigma) above it."),
        Field("games", COUNT, "Rated games so far."),
        Field("mu", Number(), "The mean of what is known of the skill; 25 for a newcomer."),
        Field("sigma", Number(0), "Its standard deviation; 25/3 for a newcomer."),
    ),
    meaning="From standard games of at least two different players, by openskill's Plackett-Luce model.",
)
