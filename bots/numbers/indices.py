"""The order in which the numbers list what spaces ask for and what points are given for."""

from collections.abc import Sequence

from game.cards import CHARACTERS, KINDS, TYPES

KIND_INDEX = {name: i for i, name in enumerate(KINDS)}
"""Index of what a space asks for: resources 0..4 (also the steps), krystallium 5, general 6, financier 7."""
KRYSTALLIUM_KIND, GENERAL_KIND, FINANCIER_KIND = 5, 6, 7

SCORED_INDEX = {name: i for i, name in enumerate((*TYPES, *CHARACTERS))}
"""Index of what points are given for: types 0..4, general 5, financier 6. Type t costs mostly resource t."""
SCORED_GENERAL, SCORED_FINANCIER = 5, 6


def count_kinds(kinds: Sequence[str]) -> tuple[int, ...]:
    """How often each of KINDS occurs, in their order."""
    return tuple([kinds.count(kind) for kind in KINDS])
