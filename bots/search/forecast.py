"""What a solo game is going to end with, told from what a plan makes of a round.

The numbers are a least-squares fit to thousands of games that the planner played against itself.
"""

from typing import NamedTuple

from bots.numbers.fields import FIELD, RESOURCE_FIELDS, WIDTH, total
from bots.numbers.position import Position
from bots.numbers.scoring import lacked, score


class Coefficients(NamedTuple):
    """Points for each: of the plan's value, of the score so far, of what stands; lists go by resource or type.

    `multiplied`: for a cube produced times the points per card of its type. `per_character`: for a point per character.
    `missing`: for a space still open; `per`: for a cube that one more card of a type brings.
    """

    base: float
    plan: float
    score: float
    production: list[float]
    multiplied: list[float]
    cards: list[float]
    per_character: float
    krystallium: float
    general: float
    financier: float
    missing: float
    per: float


ALONE = {
    3: Coefficients(
        base=31.1,
        plan=0.62,
        score=-0.13,
        production=[2.35, 2.88, 2.44, 3.24, 1.38],
        multiplied=[0.0, -0.15, -0.39, -4.04, -1.26],
        cards=[-1.69, -0.98, 0.63, -0.54, -0.06],
        per_character=0.66,
        krystallium=0.3,
        general=0.49,
        financier=0.51,
        missing=-0.25,
        per=0.37,
    ),
    2: Coefficients(
        base=15.84,
        plan=0.56,
        score=0.03,
        production=[0.95, 1.61, 1.68, 1.5, 1.94],
        multiplied=[0.0, -0.03, -0.05, 0.81, 0.32],
        cards=[-0.48, -0.37, -0.16, -0.13, 0.35],
        per_character=1.34,
        krystallium=0.49,
        general=0.6,
        financier=0.92,
        missing=0.13,
        per=1.33,
    ),
    1: Coefficients(
        base=1.87,
        plan=0.79,
        score=0.06,
        production=[0.29, 0.16, 0.44, 0.08, 0.17],
        multiplied=[0.0, -0.06, 0.03, 0.11, -0.05],
        cards=[0.33, 0.4, -0.06, 0.08, 0.49],
        per_character=2.11,
        krystallium=0.64,
        general=0.62,
        financier=0.71,
        missing=-0.01,
        per=0.01,
    ),
}
"""By rounds left."""


def forecast(value: float, after: Position, left: int) -> float:
    """Points at the end of the game; with no rounds left, the score. `value`: the plan's; `after`: where it leads."""
    if left == 0:
        return score(after) - lacked(after, 0)
    c = ALONE[left]
    points, items = after.points, after.items
    # Those numbers know nothing of scenarios.
    found = c.base + c.plan * (value + lacked(after, left)) - lacked(after, left) + c.score * score(after)
    for t in range(5):
        amount, each = after.production >> WIDTH * t & FIELD, points >> WIDTH * t & FIELD
        found += amount * (c.production[t] + each * c.multiplied[t]) + c.cards[t] * (after.counts >> WIDTH * t & FIELD)
    found += c.per_character * ((points >> 35 & FIELD) + (points >> 42 & FIELD))
    found += c.krystallium * (items >> 35 & FIELD) + c.general * (items >> 42 & FIELD)
    found += c.financier * (items >> 49 & FIELD)
    found += c.missing * sum([total(needs & RESOURCE_FIELDS) for _, needs in after.sites])
    return found + c.per * sum([total(fields) for fields in after.per])
