"""The board of a game as text, made from one view; what the view does not hold it cannot show."""

from rich.console import Group

from service.terminal.board.end import end
from service.terminal.board.head import head
from service.terminal.board.layout import Listed, SideBySide
from service.terminal.board.marks import legend
from service.terminal.board.seat import panel
from service.terminal.board.words import Json

__all__ = ["board"]


def board(view: Json, names: str = "en") -> Group:
    """What `game.view` gives, to be printed by rich at any width; `names`: the language of cards (of LANGUAGES)."""
    seats = [panel(view, index, names) for index in range(len(view["seats"]))]
    return Group(head(view, names), *end(view, names), SideBySide(seats), Listed(legend(), "  "))
