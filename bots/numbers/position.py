"""What a plan knows of a seat: its empire and its construction area as numbers."""

from typing import NamedTuple

from bots.numbers.designs import OF_CARD, PIECES, WORD
from bots.numbers.fields import WIDTH, pack
from game.cards import CARDS, EMPIRES, KINDS
from game.model import Seat

Job = tuple[int, int]
"""A design under construction and the fields of its open spaces."""


class Position(NamedTuple):
    """A seat between two moves. All but `flat` and `empire_cubes` are fields.

    `flat`: points that depend on nothing. `counts`: cards by type. `points`: for one of each WORD; a character's own
    point comes on top. `production`: a whole round's. `per`: by type, the production that one more card of it brings.
    `items`: krystallium, generals, financiers. `empire_cubes`: 0..4.
    `required`: designs without which a scenario is lost.
    """

    flat: int
    counts: int
    points: int
    production: int
    per: tuple[int, ...]
    items: int
    empire_cubes: int
    sites: tuple[Job, ...]
    required: tuple[int, ...] = ()


def position(seat: Seat, side: str) -> Position:
    """The seat's position, cubes of the step left aside."""
    face = EMPIRES[seat.empire or "", side]
    points = face.points.points << WIDTH * WORD[face.points.of] if face.points.of else 0
    base = Position(face.points.flat, 0, points, pack(face.production), (0,) * 5, 0, 0, ())
    for card in seat.constructed:
        base = constructed(base, OF_CARD[card])
    sites = []
    for site in seat.construction:
        kinds = [kind for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True) if item is None]
        sites.append((OF_CARD[site.card], pack([kinds.count(kind) for kind in KINDS])))
    return base._replace(
        items=pack([0, 0, 0, 0, 0, seat.krystallium, seat.generals, seat.financiers]),
        empire_cubes=len(seat.empire_cubes),
        sites=tuple(sites),
    )


def constructed(position: Position, design: int) -> Position:
    """The position with one more card in the empire; the bonus of its construction is not added."""
    piece = PIECES[design]
    counts, per, points = position.counts + (1 << WIDTH * piece.type), position.per, position.points
    production = position.production + piece.production + per[piece.type]
    if piece.per >= 0:
        cube = 1 << WIDTH * piece.resource
        production += cube * (counts >> WIDTH * piece.per & 63)
        per = tuple([fields + cube if t == piece.per else fields for t, fields in enumerate(per)])
    if piece.of >= 0:
        points += piece.points << WIDTH * piece.of
    return position._replace(
        flat=position.flat + piece.flat,
        counts=counts,
        points=points,
        production=production,
        per=per,
        required=tuple([each for each in position.required if each != design]),
    )
