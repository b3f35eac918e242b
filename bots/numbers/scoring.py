"""The score of a position (R80), and the penalty for cards that a scenario still requires."""

from bots.numbers.fields import CHARACTER_FIELDS, FIELD_BITS, FIELD_MASK
from bots.numbers.position import Position

REQUIRED_CARD_POINTS = (30.0, 12.0, 7.0, 5.0)
"""Points for completing a required card besides its own points, by rounds left: the later, the more."""


def score(position: Position) -> int:
    """Points as the empire stands."""
    points, counts, items = position.points, position.counts, position.items
    value = position.flat_points
    for items_at, points_at, _ in CHARACTER_FIELDS:
        value += (1 + (points >> points_at & FIELD_MASK)) * (items >> items_at & FIELD_MASK)
    for t in range(5):
        value += (points >> FIELD_BITS * t & FIELD_MASK) * (counts >> FIELD_BITS * t & FIELD_MASK)
    return value


def required_penalty(position: Position, rounds_left: int) -> float:
    """Points to subtract from the value of a position because required cards are missing."""
    return REQUIRED_CARD_POINTS[rounds_left] * len(position.required)
