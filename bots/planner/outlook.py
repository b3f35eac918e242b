"""What designs are worth to a position, in points at the end of the game."""

from bots.numbers.designs import PIECES
from bots.numbers.fields import FIELD, RESOURCE_FIELDS, WIDTH, lacking, total
from bots.numbers.position import Position
from bots.numbers.scoring import LACKING
from bots.planner.weights import Weights


class Outlook:
    """A position seen with weights, `left` rounds before the end. What is asked of a design is worked out once.

    `least`: what must be produced of each resource for the character of its step. `price`: of a cube, by resource.
    `value_of`: of one more produced in each round to come. `growth`: more of each WORD to expect. `general`,
    `financier`: what one is worth. `planned`: what the best plans with some cards are worth, as far as it was asked.
    """

    __slots__ = (
        "capacity",
        "costs",
        "financier",
        "gains",
        "general",
        "growth",
        "kept",
        "least",
        "left",
        "planned",
        "position",
        "price",
        "value_of",
        "w",
    )

    def __init__(self, position: Position, w: Weights, left: int, least: tuple[int, ...]) -> None:
        self.position = position
        self.w = w
        self.left = left
        self.least = least
        points, production = position.points, position.production
        each = [points >> WIDTH * word & FIELD for word in range(7)]
        self.price = [w.price[r] + w.multiplied * each[r] for r in range(5)]
        self.value_of = [w.production[r] + left * w.multiplied * each[r] for r in range(5)]
        self.growth = [w.growth[t] + w.pull * (production >> WIDTH * t & FIELD) for t in range(5)] + w.growth[5:]
        self.general = 1.0 + w.character + each[5]
        self.financier = 1.0 + w.character + each[6]
        rounds = min(w.spread, float(left)) + 1.0
        self.capacity = 0
        for r in range(5):
            self.capacity |= min(FIELD, int((production >> WIDTH * r & FIELD) * rounds + 1.0)) << WIDTH * r
        self.costs: dict[int, float] = {}
        self.gains: dict[int, float] = {}
        self.planned: dict[tuple[int, ...], float] = {}
        self.kept: dict[int, float] = {}

    def cost(self, design: int) -> float:
        """What a card of the hand takes, the cube that it would be recycled for included."""
        found = self.costs.get(design)
        if found is None:
            piece = PIECES[design]
            found = self.costs[design] = dot(piece.needs + piece.recycling, self.price) + self.items(piece.needs)
        return found

    def gain(self, design: int) -> float:
        """What the design brings by itself, what it makes of the cards that stand left aside."""
        found = self.gains.get(design)
        if found is None:
            found = self.gains[design] = self._gain(design)
        return found

    def _gain(self, design: int) -> float:
        piece, w = PIECES[design], self.w
        value = piece.flat + w.future[piece.type] + dot(piece.production, self.value_of)
        if design in self.position.required:
            value += LACKING[self.left]
        if piece.bonus:
            value += self.items(piece.bonus)
        if piece.of >= 0:
            value += piece.points * self.growth[piece.of]
        if piece.per >= 0:
            value += self.growth[piece.per] * self.value_of[piece.resource] * 0.5
        return value

    def items(self, fields: int) -> float:
        """What krystallium and characters are worth."""
        value = (fields >> 35 & FIELD) * self.w.krystallium
        if fields >> 42:
            value += (fields >> 42 & FIELD) * self.general + (fields >> 49 & FIELD) * self.financier
        return value

    def keeping(self, design: int) -> float:
        """What a card is worth in hand, whatever is done with it."""
        found = self.kept.get(design)
        if found is None:
            found = self.kept[design] = max(self._building(design), self.price[PIECES[design].cube] * self.w.recycled)
        return found

    def _building(self, design: int) -> float:
        piece, position, w = PIECES[design], self.position, self.w
        points, counts, needs = position.points, position.counts, piece.needs
        value = self.gain(design) + (points >> WIDTH * piece.type & FIELD) - dot(needs, self.price)
        if piece.of >= 5:
            value += piece.points * (position.items >> WIDTH * (piece.of + 1) & FIELD)
        elif piece.of >= 0:
            value += piece.points * ((counts >> WIDTH * piece.of & FIELD) + (piece.of == piece.type))
        added = position.per[piece.type]
        if piece.per >= 0:
            added += (counts >> WIDTH * piece.per & FIELD) << WIDTH * piece.resource
        if added:
            value += dot(added, self.value_of)
        over = lacking(needs & RESOURCE_FIELDS, self.capacity)
        return value - total(over) * w.over - total(lacking(needs & ~RESOURCE_FIELDS, position.items)) * w.item


def dot(fields: int, each: list[float]) -> float:
    """The cubes of the resource fields, each worth what the list says."""
    value = 0.0
    r = 0
    fields &= RESOURCE_FIELDS
    while fields:
        value += (fields & FIELD) * each[r]
        fields >>= WIDTH
        r += 1
    return value
