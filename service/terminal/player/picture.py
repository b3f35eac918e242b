"""A screen of the replay: what happened last, where one is, a window on the board, and the keys."""

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, SegmentLines
from rich.table import Table
from rich.text import Text

from service.terminal.board import board
from service.terminal.board.marks import DIM
from service.terminal.board.words import called
from service.terminal.player.frames import Frame, Recording, said
from service.terminal.player.keys import HELP, Place

ABOVE = 6
"""Lines above the board for what happened last, where the screen is high enough."""


def pictured(
    frame: Frame, place: Place, recording: Recording, console: Console, names: str
) -> tuple[RenderableType, int]:
    """What fills the screen, and how many lines the board can be scrolled."""
    above = min(ABOVE, console.height // 4)
    room = max(1, console.height - above - 2)  # less the rule and the keys
    blank = console.render_lines(Text(" "))
    lately = _lately(frame, console, above)
    lines = console.render_lines(board(frame.view, names))
    furthest = max(0, len(lines) - room)
    top = min(place.scroll, furthest)
    hidden = f" · lines {top + 1}–{top + room} of {len(lines)}" if furthest else ""
    screen = Group(
        SegmentLines([*blank * (above - len(lately)), *lately], new_lines=True),
        Rule(Text(_status(frame, place, recording) + hidden, style="bold"), align="left", style=DIM),
        SegmentLines([*lines[top : top + room], *blank * (room - len(lines))], new_lines=True),
        _keys(place),
    )
    return screen, furthest


def _lately(frame: Frame, console: Console, room: int) -> list[list[Segment]]:
    """As many of the newest events as there is room for, in lines, but one at least."""
    for count in range(room, 1, -1):
        lines = console.render_lines(_events(frame, count))
        if len(lines) <= room:
            return lines
    return console.render_lines(_events(frame, 1))[:room]


def _events(frame: Frame, count: int) -> Table:
    """The newest events; the one that made this version stands out."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(width=1)
    table.add_column(ratio=1)
    for event, sentence in list(zip(frame.events, frame.sentences, strict=True))[-count:]:
        now = event["version"] == frame.version
        mark, style = ("▶", "bold") if now else ("", DIM)
        table.add_row(str(event["version"]), mark, said(event, sentence), style=style)
    return table


def _status(frame: Frame, place: Place, recording: Recording) -> str:
    everything = "everything open" if "deck" in frame.view else "seen by a spectator"
    eyes = everything if place.seat is None else f"seen by {called(frame.view, place.seat)}"
    undone = " (taken back)" if frame.undone else ""
    return f"Version {frame.version} of {recording.last}{undone} · {eyes}"


def _keys(place: Place) -> Text:
    if place.typed is None:
        return Text(HELP, style=DIM, no_wrap=True, overflow="ellipsis", end="")
    return Text(f"Go to version: {place.typed}_", style="bold", no_wrap=True, end="")
