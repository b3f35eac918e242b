"""The layout of the board: it adapts to the width of the terminal."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from service.terminal.board.symbols import DIM_STYLE

MIN_PANEL_CHARACTERS = 60
"""Minimum width of panels that stand side by side."""
LABEL_CHARACTERS = 12
"""Width of a label, such as `structure 12`."""


class Row(NamedTuple):
    """A label and what stands behind it."""

    label: str
    content: RenderableType


class WrappedList:
    """Items with a separator between them. Lines break between items only."""

    def __init__(self, items: Iterable[Text], separator: str = ", ") -> None:
        self.items, self.separator = list(items), separator

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, trailing = Text(), self.separator.rstrip()
        for item in self.items:
            width = line.cell_len + len(self.separator) + item.cell_len + len(trailing)
            if line and width > options.max_width:
                yield line + trailing
                line = Text()
            line = line + self.separator + item if line else item
        yield line


class SideBySide:
    """Panels in as many columns as fit. Each column is filled from the top, whatever the others hold."""

    def __init__(self, panels: Sequence[RenderableType]) -> None:
        self.panels = panels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = max(1, min(len(self.panels), options.max_width // MIN_PANEL_CHARACTERS))
        grid = Table.grid(expand=True)
        for _ in range(count):
            grid.add_column(ratio=1)
        grid.add_row(*[Group(*self.panels[at::count]) for at in range(count)])
        yield grid


def label_rows(rows: Iterable[Row]) -> Table:
    """A table of the rows, with the labels in the first column."""
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(style=DIM_STYLE, no_wrap=True, width=LABEL_CHARACTERS)
    grid.add_column(ratio=1)
    for row in rows:
        grid.add_row(*row)
    return grid
