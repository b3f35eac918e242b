"""The cards: 78 designs, 150 cards and 5 empires, read once from `catalogue.json`.

A *design* is named by its catalogue id (`wind-turbines`), a *card* by its design and a copy number
(`wind-turbines.3`, copies 1..n).
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

RESOURCES = ("materials", "energy", "science", "gold", "exploration")
"""The resources in the order of the production steps (R30)."""
KRYSTALLIUM: Final = "krystallium"
CHARACTERS = ("general", "financier")
TYPES = ("structure", "vehicle", "research", "project", "discovery")
KINDS = (*RESOURCES, KRYSTALLIUM, *CHARACTERS)
"""What a cost space may need, in the order in which a card's spaces are listed."""
EMPIRE: Final = "empire"
"""The name of the empire card as a place for cubes."""
SIDES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Points:
    """Victory points: `flat`, plus `points` for each `of` (a type of card, or a character)."""

    flat: int
    of: str | None
    points: int


@dataclass(frozen=True, slots=True)
class Design:
    """What the copies of one development card share.

    `production` counts cubes per resource, in the order of RESOURCES; `per` is (resource, type) for
    a "per type" icon (R32). The bonus of construction is `krystallium`, `generals`, `financiers`.
    """

    id: str
    type: str
    copies: int
    spaces: tuple[str, ...]
    production: tuple[int, ...]
    per: tuple[str, str] | None
    krystallium: int
    generals: int
    financiers: int
    recycling: str
    points: Points


@dataclass(frozen=True, slots=True)
class Face:
    """One side of an empire card."""

    production: tuple[int, ...]
    points: Points


def _points(data: dict[str, Any]) -> Points:
    per = data["per"] or {"of": None, "points": 0}
    return Points(data["flat"], per["of"], per["points"])


def _production(data: dict[str, int]) -> tuple[int, ...]:
    return tuple(data.get(resource, 0) for resource in RESOURCES)


def _design(data: dict[str, Any]) -> Design:
    per, bonus = data["production_per"], data["construction_bonus"]
    return Design(
        id=data["id"],
        type=data["type"],
        copies=data["copies"],
        spaces=tuple(kind for kind in KINDS for _ in range(data["cost"].get(kind, 0))),
        production=_production(data["production"]),
        per=(per["resource"], per["per"]) if per else None,
        krystallium=bonus.get("krystallium", 0),
        generals=bonus.get("general", 0),
        financiers=bonus.get("financier", 0),
        recycling=data["recycling_bonus"],
        points=_points(data["victory_points"]),
    )


catalogue: dict[str, Any] = json.loads(files(__package__).joinpath("catalogue.json").read_text("utf-8"))
"""The catalogue as data, names in six languages included; not to be changed."""

DESIGNS: dict[str, Design] = {data["id"]: _design(data) for data in catalogue["developments"]}
CARDS: dict[str, Design] = {f"{d.id}.{n}": d for d in DESIGNS.values() for n in range(1, d.copies + 1)}
"""All 150 cards (R2), in catalogue order, each with its design."""
EMPIRES: dict[tuple[str, str], Face] = {
    (data["id"], side): Face(_production(face["production"]), _points(face["victory_points"]))
    for data in catalogue["empires"]
    for side, face in data["sides"].items()
}
"""(empire id, side) to the face of that side."""
EMPIRE_IDS: tuple[str, ...] = tuple(data["id"] for data in catalogue["empires"])
SUPREMACY: dict[str, str] = catalogue["supremacy"]
"""Step to the character it gives: general, financier, or `choice` of either (R34)."""
