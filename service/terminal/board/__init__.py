"""The board of a game as text. It is made from one view, so it cannot show more than the view holds."""

from rich.console import Group

from service.terminal.board.header import draw_header
from service.terminal.board.layout import SideBySide, WrappedList
from service.terminal.board.names import Json
from service.terminal.board.result import draw_result
from service.terminal.board.seat import draw_seat
from service.terminal.board.symbols import draw_legend

__all__ = ["draw_board"]


def draw_board(view: Json, language: str = "en") -> Group:
    """A view of `game.view` for rich to print at any width. `language`: of the card names, one of LANGUAGES."""
    seats = [draw_seat(view, index, language) for index in range(len(view["seats"]))]
    legend = WrappedList(draw_legend(), "  ")
    return Group(draw_header(view, language), *draw_result(view, language), SideBySide(seats), legend)
