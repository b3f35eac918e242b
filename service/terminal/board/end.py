"""The end of a game: the score table, best player first, and alone the rank or the medal."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from service.language.names import MEDAL_NAMES, RANK_NAMES
from service.language.translations import score_words
from service.terminal.board.marks import DIM
from service.terminal.board.words import Json, called


def end(view: Json, language: str) -> list[RenderableType]:
    """What there is to show once the game is scored; nothing before."""
    result = view["result"]
    if not result:
        return []
    earned = [f"Rank: {RANK_NAMES[result['rank']][language]}"] if result["rank"] else []
    earned += [f"Medal: {MEDAL_NAMES[result['medal']][language]}"] if result["medal"] else []
    return [_table(view, language), *[Text(line, style="bold green") for line in earned]]


def _table(view: Json, language: str) -> Table:
    """A column for each player under the place won, which several may share."""
    words, places = score_words(language), _places(view["result"]["ranking"])
    table = Table("", border_style=DIM)
    for seat, place in places:
        table.add_column(Text(f"{place}. {called(view, seat)}"), justify="right", overflow="fold")
    for line, word in words.items():
        points = [str(view["result"]["scores"][seat][line]) for seat, _ in places]
        table.add_row(word, *points, style="bold green" if line == "total" else "")
    return table


def _places(ranking: list[list[int]]) -> list[tuple[int, int]]:
    """(seat, place), best first."""
    before = [sum(map(len, ranking[:at])) for at in range(len(ranking))]
    return [(seat, ahead + 1) for group, ahead in zip(ranking, before, strict=True) for seat in group]
