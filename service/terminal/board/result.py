"""The result of a game: the score table, and the rank or medal of a solo game."""

from typing import NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from service.language.names import MEDAL_NAMES, RANK_NAMES
from service.language.translations import score_words
from service.terminal.board.names import Json, unique_player_name
from service.terminal.board.symbols import DIM_STYLE


class Placing(NamedTuple):
    """A seat and its place, 1 for the best."""

    seat: int
    place: int


def draw_result(view: Json, language: str) -> list[RenderableType]:
    """The score table, and the rank or medal; an empty list until the game is scored."""
    result = view["result"]
    if not result:
        return []
    awards = [f"Rank: {RANK_NAMES[result['rank']][language]}"] if result["rank"] else []
    awards += [f"Medal: {MEDAL_NAMES[result['medal']][language]}"] if result["medal"] else []
    return [_score_table(view, language), *[Text(award, style="bold green") for award in awards]]


def _score_table(view: Json, language: str) -> Table:
    """A column for each player, the best first, headed by the player's place."""
    words, placings = score_words(language), _placings(view["result"]["ranking"])
    table = Table("", border_style=DIM_STYLE)
    for seat, place in placings:
        table.add_column(Text(f"{place}. {unique_player_name(view, seat)}"), justify="right", overflow="fold")
    for line, word in words.items():
        points = [str(view["result"]["scores"][seat][line]) for seat, _ in placings]
        table.add_row(word, *points, style="bold green" if line == "total" else "")
    return table


def _placings(ranking: list[list[int]]) -> list[Placing]:
    """The seats, the best first; tied seats share a place."""
    better = [sum(map(len, ranking[:at])) for at in range(len(ranking))]
    return [Placing(seat, ahead + 1) for group, ahead in zip(ranking, better, strict=True) for seat in group]
