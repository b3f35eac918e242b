"""The designs as numbers. An index 0..77 names a design; plans treat copies of a design alike."""

from typing import Final, NamedTuple

from bots.numbers.fields import FIELD_BITS, pack
from bots.numbers.indices import KIND_INDEX, SCORED_INDEX, count_kinds
from game.cards import CARDS, DESIGNS, RESOURCES, TYPES


class DesignNumbers(NamedTuple):
    """A design. An index of -1 means none.

    `type`: 0..4. `spaces`: cost spaces by kind, in the order of KINDS. `recycled_resource`: the resource (0..4) that
    recycling gives. As fields: `needs` (the spaces), `production`, `bonus` of construction, `recycling` (one cube).
    Points: `flat_points`, and `points_each` for each `scored` (SCORED_INDEX). `scored_at`: lowest bit of the field that
    counts the scored things, among cards by type or among items. Production: a cube of `per_resource` for each card
    of `per_type`.
    """

    type: int
    spaces: tuple[int, ...]
    needs: int
    production: int
    bonus: int
    recycling: int
    recycled_resource: int
    flat_points: int
    scored: int
    scored_at: int
    points_each: int
    per_resource: int
    per_type: int


def _design_numbers(name: str) -> DesignNumbers:
    design = DESIGNS[name]
    spaces, resource = count_kinds(design.spaces), KIND_INDEX[design.recycling]
    scored = design.points.of
    counted = KIND_INDEX if scored in KIND_INDEX else SCORED_INDEX
    return DesignNumbers(
        type=SCORED_INDEX[design.type],
        spaces=spaces,
        needs=pack(spaces),
        production=pack(design.production),
        bonus=pack([0, 0, 0, 0, 0, design.krystallium, design.generals, design.financiers]),
        recycling=1 << FIELD_BITS * resource,
        recycled_resource=resource,
        flat_points=design.points.flat,
        scored=SCORED_INDEX[scored] if scored else -1,
        scored_at=FIELD_BITS * counted[scored] if scored else -1,
        points_each=design.points.points,
        per_resource=RESOURCES.index(design.per[0]) if design.per else -1,
        per_type=TYPES.index(design.per[1]) if design.per else -1,
    )


DESIGN_NUMBERS: list[DesignNumbers] = [_design_numbers(name) for name in DESIGNS]
DESIGN_INDEX: Final = {name: i for i, name in enumerate(DESIGNS)}
"""Design id to index."""
DESIGN_OF_CARD: Final = {card: DESIGN_INDEX[design.id] for card, design in CARDS.items()}
"""Card name to design index."""
COPIES: Final = [design.copies for design in DESIGNS.values()]
"""Copies in the game, by design index."""
