"""The order in which the numbers list what spaces ask for and what points are given for."""

from collections.abc import Sequence
from typing import Final

from game.cards import CHARACTERS, KINDS, TYPES

KIND_INDEX: Final = {name: i for i, name in enumerate(KINDS)}
"""Index of what a space asks for: resources 0..4 (also the steps), krystallium 5, general 6, financier 7."""
KRYSTALLIUM_KIND: Final = 5
GENERAL_KIND: Final = 6
FINANCIER_KIND: Final = 7

SCORED_INDEX: Final = {name: i for i, name in enumerate((*TYPES, *CHARACTERS))}
"""Index of what points are given for: types 0..4, general 5, financier 6. Type t costs mostly resource t."""
SCORED_GENERAL: Final = 5
SCORED_FINANCIER: Final = 6


def count_kinds(kinds: Sequence[str]) -> tuple[int, ...]:
    """How often each of KINDS occurs, in their order."""
    return tuple([kinds.count(kind) for kind in KINDS])
