"""One screen of the playback: the newest events, a status line, a window on the board, and the keys."""

from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, SegmentLines
from rich.table import Table
from rich.text import Text

from service.terminal.board import draw_board
from service.terminal.board.names import unique_player_name
from service.terminal.board.symbols import DIM_STYLE
from service.terminal.playback.frames import Frame, Recording, draw_event
from service.terminal.playback.keys import KEY_HELP, Position

MAX_EVENT_LINES = 6
"""Lines for events above the board; a low screen has fewer."""


class Screen(NamedTuple):
    """The content of the whole screen, and how many lines the board can be scrolled."""

    content: RenderableType
    max_scroll: int


def draw_screen(frame: Frame, position: Position, recording: Recording, console: Console, language: str) -> Screen:
    """The screen of a frame, as large as the console."""
    event_lines = min(MAX_EVENT_LINES, console.height // 4)
    board_lines = max(1, console.height - event_lines - 2)  # 2: the status line and the keys
    blank = console.render_lines(Text(" "))
    events = _newest_events(frame, console, event_lines)
    board = console.render_lines(draw_board(frame.view, language))
    max_scroll = max(0, len(board) - board_lines)
    top = min(position.scroll, max_scroll)
    window = f" · lines {top + 1}–{top + board_lines} of {len(board)}" if max_scroll else ""
    content = Group(
        SegmentLines([*blank * (event_lines - len(events)), *events], new_lines=True),
        Rule(Text(_status(frame, position, recording) + window, style="bold"), align="left", style=DIM_STYLE),
        SegmentLines([*board[top : top + board_lines], *blank * (board_lines - len(board))], new_lines=True),
        _key_line(position),
    )
    return Screen(content, max_scroll)


def _newest_events(frame: Frame, console: Console, max_lines: int) -> list[list[Segment]]:
    """The lines of as many events as fit, but of one at least."""
    for count in range(max_lines, 1, -1):
        lines = console.render_lines(_event_table(frame, count))
        if len(lines) <= max_lines:
            return lines
    return console.render_lines(_event_table(frame, 1))[:max_lines]


def _event_table(frame: Frame, count: int) -> Table:
    """The newest events, with the event of this version marked."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(width=1)
    table.add_column(ratio=1)
    for event, sentence in list(zip(frame.events, frame.sentences, strict=True))[-count:]:
        is_current = event["version"] == frame.version
        mark, style = ("▶", "bold") if is_current else ("", DIM_STYLE)
        table.add_row(str(event["version"]), mark, draw_event(event, sentence), style=style)
    return table


def _status(frame: Frame, position: Position, recording: Recording) -> str:
    if position.seat is not None:
        viewer = f"seen by {unique_player_name(frame.view, position.seat)}"
    else:
        viewer = "everything open" if "deck" in frame.view else "seen by a spectator"
    undone = " (taken back)" if frame.undone else ""
    return f"Version {frame.version} of {recording.last}{undone} · {viewer}"


def _key_line(position: Position) -> Text:
    if position.typed is None:
        return Text(KEY_HELP, style=DIM_STYLE, no_wrap=True, overflow="ellipsis", end="")
    return Text(f"Go to version: {position.typed}_", style="bold", no_wrap=True, end="")
