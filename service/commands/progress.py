"""The progress bars of long commands."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from service.terminal.ending import ENDING, ending_in_order


@contextmanager
def shown(bar: Progress) -> Iterator[Progress]:
    """Show a bar for the block, also if SIGTERM or SIGHUP ends it: then the terminal gets its cursor back.

    If the program handles these signals itself, it goes on to do so. Call this from the main thread.
    """
    is_handled = bar.disable or any(callable(signal.getsignal(number)) for number in ENDING)
    with nullcontext() if is_handled else ending_in_order(), bar:
        yield bar


@contextmanager
def transient_bar(*columns: ProgressColumn) -> Iterator[Progress]:
    """A bar on standard error, which is gone at the end of the block; hidden without a terminal."""
    console = Console(stderr=True)
    with shown(Progress(*columns, console=console, transient=True, disable=not console.is_terminal)) as bar:
        yield bar


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """A bar with the number of finished items and the time left; see `transient_bar`."""
    with transient_bar(TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        yield bar
