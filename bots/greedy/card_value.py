"""What a card is worth to an empire, in points at the end of the game.

Trial games gave the numbers; all of them are rough.
"""

from functools import lru_cache
from typing import NamedTuple

from bots.numbers.indices import KIND_INDEX, SCORED_FINANCIER, SCORED_GENERAL, SCORED_INDEX
from game.cards import CARDS, EMPIRES, TYPES

CUBE_POINTS = (0.45, 0.8, 0.7, 1.0, 1.1)
"""Points for a cube, by resource."""
KRYSTALLIUM_POINTS = 2.0
"""Points for a krystallium while rounds are left."""
COMPLETION_PROBABILITY = 0.8
"""How likely the seat completes a card under construction."""
LAST_STEP = 4
CUBE_POINTS_PER_SCORED = 0.15
"""Points for a cube of a type's resource, for each point that a card of the type gives."""
GROWTH, GROWTH_PER_CUBE = 0.2, 0.08
"""Cards of a type, or characters, to expect in a round; more cards for each cube produced of the type's resource."""
THIS_ROUND_SHARE = 0.3
"""Share of a full production that the rest of this round counts for: the plan itself uses most of those cubes."""


class Empire(NamedTuple):
    """What an empire adds to the value of further cards.

    `counts`: cards by type. `points`: by SCORED_INDEX, for one more card or character. `cubes_per_card`: by type, the
    cubes by resource that one more card of the type adds. `price`: of a cube, by resource. `growth`: by SCORED_INDEX,
    how many more to expect in a round.
    """

    counts: tuple[float, ...]
    points: tuple[float, ...]
    cubes_per_card: tuple[tuple[float, ...], ...]
    price: tuple[float, ...]
    growth: tuple[float, ...]


@lru_cache(maxsize=1 << 12)
def empire_of(
    empire: str,
    side: str,
    constructed: tuple[str, ...],
    under_construction: tuple[str, ...],
    production: tuple[int, ...],
) -> Empire:
    """The empire with its constructed cards, and with those under construction at their probability."""
    counts, points, cubes = [0.0] * 5, [0.0] * 5 + [1.0, 1.0], [[0.0] * 5 for _ in TYPES]
    face = EMPIRES[empire, side].points
    if face.of:
        points[SCORED_INDEX[face.of]] += face.points
    for cards, probability in ((constructed, 1.0), (under_construction, COMPLETION_PROBABILITY)):
        for design in [CARDS[card] for card in cards]:
            counts[SCORED_INDEX[design.type]] += probability
            if design.points.of:
                points[SCORED_INDEX[design.points.of]] += design.points.points * probability
            if design.per:
                resource, kind = design.per
                cubes[SCORED_INDEX[kind]][KIND_INDEX[resource]] += probability
    price = [cube + CUBE_POINTS_PER_SCORED * points[r] for r, cube in enumerate(CUBE_POINTS)]
    growth = [*[GROWTH + GROWTH_PER_CUBE * amount for amount in production], GROWTH, GROWTH]
    return Empire(tuple(counts), tuple(points), tuple(map(tuple, cubes)), tuple(price), tuple(growth))


def card_value(card: str, empire: Empire, owned: tuple[int, int], rounds_left: int, completed: int) -> float:
    """Points for the card if step `completed` (-1..4) completes it and `rounds_left` rounds (0..3) follow.

    `owned`: generals and financiers of the seat.
    """
    design, counts, points = CARDS[card], empire.counts, empire.points
    kind = SCORED_INDEX[design.type]
    value = design.points.flat + points[kind]
    value += design.generals * points[SCORED_GENERAL]
    value += design.financiers * points[SCORED_FINANCIER]
    if design.krystallium:
        value += design.krystallium * (KRYSTALLIUM_POINTS if rounds_left or completed < LAST_STEP else 0.0)
    if design.points.of:
        of = SCORED_INDEX[design.points.of]
        if of < SCORED_GENERAL:
            number = counts[of] + (of == kind)
        else:
            number = owned[of - SCORED_GENERAL] + (design.generals if of == SCORED_GENERAL else design.financiers)
        value += design.points.points * (number + empire.growth[of] * rounds_left)
    added = empire.cubes_per_card[kind]
    for r in range(5):
        if amount := design.production[r] + added[r]:
            value += amount * empire.price[r] * _productions(rounds_left, r > completed)
    if design.per:
        resource, of_type = design.per
        of, r = SCORED_INDEX[of_type], KIND_INDEX[resource]
        number = counts[of] + (of == kind) + empire.growth[of] * rounds_left
        value += number * empire.price[r] * _productions(rounds_left, r > completed)
    return value


def _productions(rounds_left: int, in_this_round: bool) -> float:
    """How many full productions the card takes part in."""
    return rounds_left + THIS_ROUND_SHARE * in_this_round
