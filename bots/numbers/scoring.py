"""The score of a position (R80), and what it costs to lack a card that a scenario requires."""

from bots.numbers.fields import FIELD, WIDTH
from bots.numbers.position import Position

LACKING = (30.0, 12.0, 7.0, 5.0)
"""Points that completing a required card is worth besides its own, by rounds left: the later, the more."""


def score(position: Position) -> int:
    """Points as the empire stands."""
    points, counts, items = position.points, position.counts, position.items
    value = position.flat + (1 + (points >> 35 & FIELD)) * (items >> 42 & FIELD)
    value += (1 + (points >> 42 & FIELD)) * (items >> 49 & FIELD)
    for t in range(5):
        value += (points >> WIDTH * t & FIELD) * (counts >> WIDTH * t & FIELD)
    return value


def lacked(position: Position, left: int) -> float:
    """What the required cards still to be completed take from the worth of a position."""
    return LACKING[left] * len(position.required)
