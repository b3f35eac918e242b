"""The designs as numbers, for planning: a design is named by its index 0..77, and its copies are alike."""

from typing import NamedTuple

from bots.numbers.fields import WIDTH, pack
from game.cards import CARDS, CHARACTERS, DESIGNS, KINDS, RESOURCES, TYPES

AT = {name: i for i, name in enumerate(KINDS)}
"""Fields of what lies on cards."""
WORD = {name: i for i, name in enumerate((*TYPES, *CHARACTERS))}
"""Types 0..4, general 5, financier 6: what points are given per. Type t is built mostly of resource t."""


class Piece(NamedTuple):
    """A design. `needs`, `production`, `bonus`, `recycling` are fields; -1 is none.

    `points` for each `of` (a WORD); a cube of `resource` per card of type `per`.
    """

    type: int
    needs: int
    production: int
    bonus: int
    recycling: int
    cube: int
    flat: int
    of: int
    points: int
    resource: int
    per: int


def _piece(name: str) -> Piece:
    d = DESIGNS[name]
    return Piece(
        type=WORD[d.type],
        needs=pack([d.spaces.count(kind) for kind in KINDS]),
        production=pack(d.production),
        bonus=pack([0, 0, 0, 0, 0, d.krystallium, d.generals, d.financiers]),
        recycling=1 << WIDTH * AT[d.recycling],
        cube=AT[d.recycling],
        flat=d.points.flat,
        of=WORD[d.points.of] if d.points.of else -1,
        points=d.points.points,
        resource=RESOURCES.index(d.per[0]) if d.per else -1,
        per=WORD[d.per[1]] if d.per else -1,
    )


PIECES: list[Piece] = [_piece(name) for name in DESIGNS]
INDEX = {name: i for i, name in enumerate(DESIGNS)}
OF_CARD = {card: INDEX[design.id] for card, design in CARDS.items()}
"""Card name to design index."""
COPIES = [design.copies for design in DESIGNS.values()]
"""By design."""
