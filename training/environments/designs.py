"""The designs as numbers: what a network needs to know of a card besides its index."""

import numpy as np
from numpy.typing import NDArray

from game.cards import CHARACTERS, DESIGNS, KINDS, RESOURCES, TYPES, Design

COLUMNS = (
    *[f"costs {kind}" for kind in KINDS],
    *[f"is {kind}" for kind in TYPES],
    *[f"produces {resource}" for resource in RESOURCES],
    *[f"produces {resource} per card of a type" for resource in RESOURCES],
    *[f"that type is {kind}" for kind in TYPES],
    "gives krystallium",
    "gives generals",
    "gives financiers",
    *[f"recycles to {resource}" for resource in RESOURCES],
    "points",
    *[f"points per {of}" for of in (*TYPES, *CHARACTERS)],
)


def design_features() -> NDArray[np.float32]:
    """One row a design, in catalogue order, one column for each of COLUMNS. Shape: (78, 44)."""
    return np.array([_row(design) for design in DESIGNS.values()], np.float32)


def _row(design: Design) -> list[float]:
    per, points = design.per, design.points
    return [
        *[design.spaces.count(kind) for kind in KINDS],
        *[design.type == kind for kind in TYPES],
        *design.production,
        *[per is not None and per[0] == resource for resource in RESOURCES],
        *[per is not None and per[1] == kind for kind in TYPES],
        design.krystallium,
        design.generals,
        design.financiers,
        *[design.recycling == resource for resource in RESOURCES],
        points.flat,
        *[points.points if points.of == of else 0 for of in (*TYPES, *CHARACTERS)],
    ]
