"""What players and cards are called on the board."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from service.language.names import names
from service.terminal.board.marks import plain

Json = Mapping[str, Any]


def called(view: Json, index: int) -> str:
    """The player of a seat; players who are called the same are told apart by their seats, as in the sentences."""
    everybody = [player(seat) for seat in view["seats"]]
    name = everybody[index]
    return f"{name} #{index}" if everybody.count(name) > 1 else name


def player(seat: Json) -> str:
    """The name of who sits there, or the id when no name is known."""
    who = seat["player"]
    return plain(who["name"] or who["id"]) if who else "open seat"


def card(id: str, language: str) -> str:
    """The name of a card, design or empire."""
    return names(language)[id.partition(".")[0]]


def cards(ids: Iterable[str], language: str, points: Mapping[str, int] | None = None) -> list[Text]:
    """Cards by name, copies taken together, with the points they score: `2× Museum +4`."""
    copies: dict[str, list[str]] = {}
    for id in ids:
        copies.setdefault(card(id, language), []).append(id)
    return [_copies(name, same, points or {}) for name, same in copies.items()]


def _copies(name: str, ids: list[str], points: Mapping[str, int]) -> Text:
    score = sum(points.get(id, 0) for id in ids)
    times = f"{len(ids)}× " if len(ids) > 1 else ""
    return Text.assemble(times + name, (f" +{score}" if score else "", "green"))
