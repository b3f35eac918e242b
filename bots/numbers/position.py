"""The empire and the construction area of a seat as numbers."""

from typing import NamedTuple

from bots.numbers.designs import DESIGN_NUMBERS, DESIGN_OF_CARD, DesignNumbers
from bots.numbers.fields import FIELD_BITS, FIELD_MASK, pack, pack_items
from bots.numbers.indices import SCORED_GENERAL, SCORED_INDEX, count_kinds
from game.cards import CARDS, EMPIRES
from game.model import Seat, Site

SiteNumbers = tuple[int, int]
"""(design, open spaces as fields) of a card under construction. A plain tuple: searches make many of them."""


class Position(NamedTuple):
    """A seat between two moves. All numbers but `flat_points` and `empire_cubes` are fields.

    `flat_points`: points that depend on nothing else. `counts`: constructed cards by type. `points`: by SCORED_INDEX,
    for each card or character; the point that every character scores anyway is not included. `production`: of a whole
    round. `cubes_per_card`: by type, the production that one more card of the type adds. `items`: krystallium,
    generals, financiers. `empire_cubes`: 0..4. `required`: designs that a scenario still requires.
    """

    flat_points: int
    counts: int
    points: int
    production: int
    cubes_per_card: tuple[int, ...]
    items: int
    empire_cubes: int
    sites: tuple[SiteNumbers, ...]
    required: tuple[int, ...] = ()


def position_of(seat: Seat, side: str) -> Position:
    """The seat's position, without the cubes of the step that it still has to place."""
    face = EMPIRES[seat.empire or "", side]
    points = face.points.points << FIELD_BITS * SCORED_INDEX[face.points.of] if face.points.of else 0
    position = Position(face.points.flat, 0, points, pack(face.production), (0,) * 5, 0, 0, ())
    for card in seat.constructed:
        position = construct(position, DESIGN_OF_CARD[card])
    return position._replace(
        items=pack_items(seat.krystallium, seat.generals, seat.financiers),
        empire_cubes=len(seat.empire_cubes),
        sites=tuple([(DESIGN_OF_CARD[site.card], pack(open_spaces(site))) for site in seat.construction]),
    )


def open_spaces(site: Site) -> tuple[int, ...]:
    """How many spaces of each of KINDS are open."""
    return count_kinds([kind for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True) if item is None])


def empire_bonus(position: Position, numbers: DesignNumbers, items: int) -> tuple[int, int]:
    """What the empire adds to one more card: (points, cubes of a round's production as fields).

    The points are those that the card gives for other cards and for itself, or for the characters among `items`.
    """
    points = 0
    if numbers.scored >= SCORED_GENERAL:
        points = numbers.points_each * (items >> numbers.scored_at & FIELD_MASK)
    elif numbers.scored >= 0:
        itself = numbers.scored == numbers.type
        points = numbers.points_each * ((position.counts >> numbers.scored_at & FIELD_MASK) + itself)
    cubes = position.cubes_per_card[numbers.type]
    if numbers.per_type >= 0:
        number = position.counts >> FIELD_BITS * numbers.per_type & FIELD_MASK
        cubes += number << FIELD_BITS * numbers.per_resource
    return points, cubes


def construct(position: Position, design: int) -> Position:
    """The position with one more card in the empire, without its bonus of construction."""
    numbers = DESIGN_NUMBERS[design]
    counts, cubes, points = position.counts + (1 << FIELD_BITS * numbers.type), position.cubes_per_card, position.points
    production = position.production + numbers.production + cubes[numbers.type]
    if numbers.per_type >= 0:
        cube = 1 << FIELD_BITS * numbers.per_resource
        production += cube * (counts >> FIELD_BITS * numbers.per_type & FIELD_MASK)
        cubes = tuple([fields + cube if t == numbers.per_type else fields for t, fields in enumerate(cubes)])
    if numbers.scored >= 0:
        points += numbers.points_each << FIELD_BITS * numbers.scored
    return position._replace(
        flat_points=position.flat_points + numbers.flat_points,
        counts=counts,
        points=points,
        production=production,
        cubes_per_card=cubes,
        required=tuple([each for each in position.required if each != design]),
    )
