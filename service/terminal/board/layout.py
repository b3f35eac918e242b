"""How the parts of the board share the width that there is."""

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from service.terminal.board.marks import DIM

NARROWEST = 60
"""Columns of characters that things side by side have at least, each."""
LABEL = 12
"""Columns of characters for a label, such as `structure 12`."""


class Listed:
    """Items one after the other on as many lines as it takes; a line does not end within an item."""

    def __init__(self, items: Iterable[Text], between: str = ", ") -> None:
        self.items, self.between = list(items), between

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for item in self.items:
            full = line.cell_len + len(self.between) + item.cell_len + len(self.between.rstrip()) > options.max_width
            if line and full:
                yield line + self.between.rstrip()
                line = Text()
            line = line + self.between + item if line else item
        yield line


class SideBySide:
    """Panels in as many columns as fit; down a column one follows the other, whatever stands beside it."""

    def __init__(self, panels: Sequence[RenderableType]) -> None:
        self.panels = panels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = max(1, min(len(self.panels), options.max_width // NARROWEST))
        grid = Table.grid(expand=True)
        for _ in range(count):
            grid.add_column(ratio=1)
        grid.add_row(*[Group(*self.panels[at::count]) for at in range(count)])
        yield grid


def labelled(rows: Iterable[tuple[str, RenderableType]]) -> Table:
    """What rows hold, each behind its label."""
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(style=DIM, no_wrap=True, width=LABEL)
    grid.add_column(ratio=1)
    for row in rows:
        grid.add_row(*row)
    return grid
