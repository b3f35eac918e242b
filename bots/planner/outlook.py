"""What designs are worth to a position, in points at the end of the game."""

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import (
    FIELD_BITS,
    FIELD_MASK,
    FINANCIERS_AT,
    GENERALS_AT,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
    lacking,
    total,
)
from bots.numbers.indices import SCORED_FINANCIER, SCORED_GENERAL
from bots.numbers.position import Position, empire_bonus
from bots.numbers.scoring import REQUIRED_CARD_POINTS
from bots.planner.weights import Weights


class Outlook:
    """A position valued with weights, `rounds_left` rounds (0..3) before the end. Caches what it works out per design.

    `least`: by resource, the least to produce to take the character of its step. `price`: of a cube, by resource.
    `value_per_cube`: of one more cube produced in each round to come. `growth`: by SCORED_INDEX, how many more to
    expect. `general`, `financier`: what one is worth. `plan_values`: cache of the search, best plan by cards.
    """

    __slots__ = (
        "_costs",
        "_expected_cubes",
        "_gains",
        "_hand_values",
        "financier",
        "general",
        "growth",
        "least",
        "plan_values",
        "position",
        "price",
        "rounds_left",
        "value_per_cube",
        "weights",
    )

    def __init__(self, position: Position, weights: Weights, rounds_left: int, least: tuple[int, ...]) -> None:
        self.position = position
        self.weights = w = weights
        self.rounds_left = rounds_left
        self.least = least
        points, production = position.points, position.production
        each = [points >> FIELD_BITS * scored & FIELD_MASK for scored in range(7)]
        amounts = [production >> FIELD_BITS * r & FIELD_MASK for r in range(5)]
        self.price = [w.price[r] + w.cube_per_type_point * each[r] for r in range(5)]
        self.value_per_cube = [w.production[r] + rounds_left * w.cube_per_type_point * each[r] for r in range(5)]
        self.growth = [w.growth[t] + w.growth_per_cube * amounts[t] for t in range(5)] + w.growth[5:]
        self.general = 1.0 + w.character + each[SCORED_GENERAL]
        self.financier = 1.0 + w.character + each[SCORED_FINANCIER]
        rounds = min(w.later_rounds, float(rounds_left)) + 1.0
        self._expected_cubes = 0
        for r in range(5):
            self._expected_cubes |= min(FIELD_MASK, int(amounts[r] * rounds + 1.0)) << FIELD_BITS * r
        self._costs: dict[int, float] = {}
        self._gains: dict[int, float] = {}
        self._hand_values: dict[int, float] = {}
        self.plan_values: dict[tuple[int, ...], float] = {}

    def cost(self, design: int) -> float:
        """What a card of the hand costs to build, including the cube that recycling it would give."""
        found = self._costs.get(design)
        if found is None:
            numbers = DESIGN_NUMBERS[design]
            found = cubes_value(numbers.needs + numbers.recycling, self.price) + self.items_value(numbers.needs)
            self._costs[design] = found
        return found

    def gain(self, design: int) -> float:
        """What the design brings by itself, without what it adds to the cards of the empire or gets from them."""
        found = self._gains.get(design)
        if found is None:
            found = self._gains[design] = self._gain(design)
        return found

    def _gain(self, design: int) -> float:
        numbers, w = DESIGN_NUMBERS[design], self.weights
        value = numbers.flat_points + w.type_future[numbers.type] + cubes_value(numbers.production, self.value_per_cube)
        if design in self.position.required:
            value += REQUIRED_CARD_POINTS[self.rounds_left]
        if numbers.bonus:
            value += self.items_value(numbers.bonus)
        if numbers.scored >= 0:
            value += numbers.points_each * self.growth[numbers.scored]
        if numbers.per_type >= 0:
            value += self.growth[numbers.per_type] * self.value_per_cube[numbers.per_resource] * 0.5
        return value

    def items_value(self, fields: int) -> float:
        """What the krystallium and the characters are worth."""
        value = (fields >> KRYSTALLIUM_AT & FIELD_MASK) * self.weights.krystallium
        if fields >> GENERALS_AT:
            generals, financiers = fields >> GENERALS_AT & FIELD_MASK, fields >> FINANCIERS_AT & FIELD_MASK
            value += generals * self.general + financiers * self.financier
        return value

    def hand_value(self, design: int) -> float:
        """What a card in hand is worth: built or recycled, whichever is more."""
        found = self._hand_values.get(design)
        if found is None:
            recycled = self.price[DESIGN_NUMBERS[design].recycled_resource] * self.weights.recycled_share
            found = self._hand_values[design] = max(self._built_value(design), recycled)
        return found

    def _built_value(self, design: int) -> float:
        numbers, position, w = DESIGN_NUMBERS[design], self.position, self.weights
        needs = numbers.needs
        value = self.gain(design) + (position.points >> FIELD_BITS * numbers.type & FIELD_MASK)
        value -= cubes_value(needs, self.price)
        points, added = empire_bonus(position, numbers, position.items)
        value += points
        if added:
            value += cubes_value(added, self.value_per_cube)
        missing_cubes = lacking(needs & RESOURCE_FIELDS, self._expected_cubes)
        missing_items = lacking(needs & ~RESOURCE_FIELDS, position.items)
        return value - total(missing_cubes) * w.missing_cube - total(missing_items) * w.missing_item


def cubes_value(fields: int, values: list[float]) -> float:
    """The value of the resource fields: amounts times `values`, by resource."""
    value = 0.0
    r = 0
    fields &= RESOURCE_FIELDS
    while fields:
        value += (fields & FIELD_MASK) * values[r]
        fields >>= FIELD_BITS
        r += 1
    return value
