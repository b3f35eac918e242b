"""Names of players and cards on the board."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from service.language.names import names
from service.terminal.board.symbols import replace_control_characters

Json = Mapping[str, Any]


def player_name(seat: Json) -> str:
    """The name of the player on a seat of a view; the player's id if the name is unknown."""
    player = seat["player"]
    return replace_control_characters(player["name"] or player["id"]) if player else "open seat"


def unique_player_name(view: Json, index: int) -> str:
    """The name of the player on a seat, with the seat's number if players share the name. Sentences do the same."""
    all_names = [player_name(seat) for seat in view["seats"]]
    name = all_names[index]
    return f"{name} #{index}" if all_names.count(name) > 1 else name


def card_name(card: str, language: str) -> str:
    """The name of a card, design, empire or scenario, given its id."""
    return names(language)[card.partition(".")[0]]


def draw_cards(cards: Iterable[str], language: str, points: Mapping[str, int] | None = None) -> list[Text]:
    """An item for each card name, with the number of copies and the points they score: `2× Museum +4`."""
    copies: dict[str, list[str]] = {}
    for card in cards:
        copies.setdefault(card_name(card, language), []).append(card)
    return [_draw_copies(name, same, points or {}) for name, same in copies.items()]


def _draw_copies(name: str, copies: list[str], points: Mapping[str, int]) -> Text:
    score = sum(points.get(card, 0) for card in copies)
    times = f"{len(copies)}× " if len(copies) > 1 else ""
    return Text.assemble(times + name, (f" +{score}" if score else "", "green"))
