"""What a card is worth to an empire, in points at the end of the game.

The numbers were found by playing whole games; none of them is sharp.
"""

from functools import lru_cache
from typing import NamedTuple

from game.cards import CARDS, CHARACTERS, EMPIRES, RESOURCES, TYPES

CUBE = (0.45, 0.8, 0.7, 1.0, 1.1)
"""Points that a cube brings, by resource."""
KRYSTALLIUM = 2.0
"""Points that a krystallium brings while rounds are left."""
LIKELY = 0.8
"""How surely a card under construction is going to stand."""
AT = {name: i for i, name in enumerate(RESOURCES)}
WORD = {name: i for i, name in enumerate((*TYPES, *CHARACTERS))}
"""Types 0..4, general 5, financier 6: what points are given per. Type t is built mostly of resource t."""


class Standing(NamedTuple):
    """What an empire makes of further cards.

    `counts`: cards by type. `points`: for one more of each WORD. `per`: by type, the cubes by resource that one
    more card of it brings. `price`: of a cube, by resource. `growth`: more of each WORD to expect in a round.
    """

    counts: tuple[float, ...]
    points: tuple[float, ...]
    per: tuple[tuple[float, ...], ...]
    price: tuple[float, ...]
    growth: tuple[float, ...]


@lru_cache(maxsize=1 << 12)
def standing(
    empire: str, side: str, constructed: tuple[str, ...], likely: tuple[str, ...], production: tuple[int, ...]
) -> Standing:
    """The standing of an empire with these cards constructed and those under construction."""
    counts, points, per = [0.0] * 5, [0.0] * 5 + [1.0, 1.0], [[0.0] * 5 for _ in TYPES]
    face = EMPIRES[empire, side].points
    if face.of:
        points[WORD[face.of]] += face.points
    for cards, surely in ((constructed, 1.0), (likely, LIKELY)):
        for design in [CARDS[card] for card in cards]:
            counts[WORD[design.type]] += surely
            if design.points.of:
                points[WORD[design.points.of]] += design.points.points * surely
            if design.per:
                resource, kind = design.per
                per[WORD[kind]][AT[resource]] += surely
    price = [cube + 0.15 * points[r] for r, cube in enumerate(CUBE)]
    growth = [*[0.2 + 0.08 * amount for amount in production], 0.2, 0.2]
    return Standing(tuple(counts), tuple(points), tuple(map(tuple, per)), tuple(price), tuple(growth))


def worth(card: str, empire: Standing, owned: tuple[int, int], left: int, done: int) -> float:
    """Points the card brings if it is completed in step `done` (-1..4) with `left` rounds (0..3) to follow.

    `owned`: generals and financiers of the seat.
    """
    design, counts, points = CARDS[card], empire.counts, empire.points
    kind = WORD[design.type]
    value = design.points.flat + points[kind] + design.generals * points[5] + design.financiers * points[6]
    if design.krystallium:
        value += design.krystallium * (KRYSTALLIUM if left or done < 4 else 0.0)
    if design.points.of:
        of = WORD[design.points.of]
        if of < 5:
            number = counts[of] + (of == kind)
        else:
            number = owned[of - 5] + (design.generals if of == 5 else design.financiers)
        value += design.points.points * (number + empire.growth[of] * left)
    brought = empire.per[kind]
    for r in range(5):
        if amount := design.production[r] + brought[r]:
            value += amount * empire.price[r] * _rounds(left, r > done)
    if design.per:
        resource, of_type = design.per
        of, r = WORD[of_type], AT[resource]
        number = counts[of] + (of == kind) + empire.growth[of] * left
        value += number * empire.price[r] * _rounds(left, r > done)
    return value


def _rounds(left: int, still: bool) -> float:
    """How often it produces; this round's cubes, if any still come, mostly find their use in the plan itself."""
    return left + 0.3 * still
