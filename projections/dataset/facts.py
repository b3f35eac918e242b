"""The cards and empires of the catalogue as rows."""

from game.cards import CARDS, DESIGNS, EMPIRES, KINDS, RESOURCES, catalogue
from projections.dataset.tables import CardRow, EmpireRow

_NAMES = {data["id"]: data["name"]["en"] for data in (*catalogue["developments"], *catalogue["empires"])}


def card_rows() -> list[CardRow]:
    """All 150 cards, in the order of the catalogue."""
    return [_card_row(card, *card.rsplit(".", 1)) for card in CARDS]


def _card_row(card: str, name: str, _: str) -> CardRow:
    design = DESIGNS[name]
    per_resource, per_type = design.per or (None, None)
    return CardRow(
        card=card,
        design=design.id,
        name=_NAMES[design.id],
        type=design.type,
        copies=design.copies,
        cost=len(design.spaces),
        **{f"cost_{kind}": design.spaces.count(kind) for kind in KINDS},
        **dict(zip(RESOURCES, design.production, strict=True)),
        per_resource=per_resource,
        per_type=per_type,
        bonus_krystallium=design.krystallium,
        bonus_generals=design.generals,
        bonus_financiers=design.financiers,
        recycling=design.recycling,
        points=design.points.flat,
        points_each=design.points.points,
        points_of=design.points.of,
    )


def empire_rows() -> list[EmpireRow]:
    """Both sides of all empires, in the order of the catalogue."""
    return [
        EmpireRow(
            empire=empire,
            side=side,
            name=_NAMES[empire],
            **dict(zip(RESOURCES, face.production, strict=True)),
            points=face.points.flat,
            points_each=face.points.points,
            points_of=face.points.of,
        )
        for (empire, side), face in EMPIRES.items()
    ]
