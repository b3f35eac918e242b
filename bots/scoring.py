"""The score of a position (R80)."""

from bots.fields import FIELD, WIDTH
from bots.position import Position


def score(position: Position) -> int:
    """Points as the empire stands."""
    points, counts, items = position.points, position.counts, position.items
    value = position.flat + (1 + (points >> 35 & FIELD)) * (items >> 42 & FIELD)
    value += (1 + (points >> 42 & FIELD)) * (items >> 49 & FIELD)
    for t in range(5):
        value += (points >> WIDTH * t & FIELD) * (counts >> WIDTH * t & FIELD)
    return value
