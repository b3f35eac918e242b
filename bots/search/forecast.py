"""A forecast of the points at the end of a solo game, from the plan and the position at the end of a round.

The coefficients are a least-squares fit to thousands of solo games of the planner.
"""

from typing import Final, NamedTuple

from bots.numbers.fields import (
    FIELD_BITS,
    FIELD_MASK,
    FINANCIER_POINTS_AT,
    FINANCIERS_AT,
    GENERAL_POINTS_AT,
    GENERALS_AT,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
    total,
)
from bots.numbers.position import Position
from bots.numbers.scoring import required_penalty, score


class Coefficients(NamedTuple):
    """Points for each unit of what the names say. Lists go by resource or type of card.

    `base`: always. `plan`: of the plan's value; `score`: of the score so far. `multiplied`: for a cube produced times
    the points per card of its resource's type. `per_character`: for a point per character. `open_space`: for an open
    space that needs a cube. `cube_per_card`: for a cube that one more card of a type adds to production.
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
    open_space: float
    cube_per_card: float


COEFFICIENTS: Final = {
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
        open_space=-0.25,
        cube_per_card=0.37,
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
        open_space=0.13,
        cube_per_card=1.33,
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
        open_space=-0.01,
        cube_per_card=0.01,
    ),
}
"""By rounds left. They know nothing of scenarios."""


def forecast(value: float, after: Position, rounds_left: int) -> float:
    """Points at the end of the game; with no rounds left, the score. `value`: of the plan that leads to `after`."""
    penalty = required_penalty(after, rounds_left)
    if rounds_left == 0:
        return score(after) - penalty
    c = COEFFICIENTS[rounds_left]
    points, items = after.points, after.items
    # The plan's value contains the penalty of a scenario, which the fit does not know.
    found = c.base + c.plan * (value + penalty) - penalty + c.score * score(after)
    for t in range(5):
        at = FIELD_BITS * t
        cubes, each = after.production >> at & FIELD_MASK, points >> at & FIELD_MASK
        cards = after.counts >> at & FIELD_MASK
        found += cubes * (c.production[t] + each * c.multiplied[t]) + c.cards[t] * cards
    per_character = (points >> GENERAL_POINTS_AT & FIELD_MASK) + (points >> FINANCIER_POINTS_AT & FIELD_MASK)
    generals, financiers = items >> GENERALS_AT & FIELD_MASK, items >> FINANCIERS_AT & FIELD_MASK
    found += c.per_character * per_character
    found += c.krystallium * (items >> KRYSTALLIUM_AT & FIELD_MASK) + c.general * generals
    found += c.financier * financiers
    found += c.open_space * sum([total(needs & RESOURCE_FIELDS) for _, needs in after.sites])
    return found + c.cube_per_card * sum([total(cubes) for cubes in after.cubes_per_card])
