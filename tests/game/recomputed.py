"""Production and scores, computed in a second way: directly from the data of the catalogue."""

from typing import Any

import game

_DESIGNS: dict[str, dict[str, Any]] = {data["id"]: data for data in game.catalogue["developments"]}
_EMPIRES: dict[str, dict[str, Any]] = {data["id"]: data["sides"] for data in game.catalogue["empires"]}


def design(card: str) -> dict[str, Any]:
    return _DESIGNS[card.rpartition(".")[0]]


def of_type(cards: tuple[str, ...], kind: str) -> int:
    return sum(1 for card in cards if design(card)["type"] == kind)


def production(empire: str, side: str, constructed: tuple[str, ...], resource: str) -> int:
    """Cubes of a resource (R31, R32)."""
    amount = _EMPIRES[empire][side]["production"].get(resource, 0)
    for card in constructed:
        data = design(card)
        amount += data["production"].get(resource, 0)
        if data["production_per"] and data["production_per"]["resource"] == resource:
            amount += of_type(constructed, data["production_per"]["per"])
    return amount


def winner(amounts: tuple[int, ...]) -> int | None:
    """The one seat that produced the most (R34); alone it takes 5 cubes (R64)."""
    if len(amounts) == 1:
        return 0 if amounts[0] >= 5 else None
    first, second = sorted(amounts, reverse=True)[:2]
    return amounts.index(first) if first > second else None


def score(empire: str, side: str, constructed: tuple[str, ...], generals: int, financiers: int) -> dict[str, int]:
    """The four parts and the total (R80, R81)."""
    parts = {"gross": 0, "combo": 0, "generals": generals, "financiers": financiers}
    for points in [_EMPIRES[empire][side]["victory_points"], *(design(c)["victory_points"] for c in constructed)]:
        parts["gross"] += points["flat"]
        match points["per"]:
            case {"of": "general", "points": each}:
                parts["generals"] += each * generals
            case {"of": "financier", "points": each}:
                parts["financiers"] += each * financiers
            case {"of": kind, "points": each}:
                parts["combo"] += each * of_type(constructed, kind)
    return parts | {"total": sum(parts.values())}


def rank(state: game.State) -> dict[int, tuple[int, int, int]]:
    """By seat, what decides the victory: total, constructed cards, characters owned (R83)."""
    return {
        index: (
            score(seat.empire or "", state.options.side, seat.constructed, seat.generals, seat.financiers)["total"],
            len(seat.constructed),
            seat.generals + seat.financiers,
        )
        for index, seat in enumerate(state.seats)
    }
