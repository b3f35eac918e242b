"""Looking at a recorded game version by version: on a terminal by keys, elsewhere printed from first to last."""

from rich.console import Console

from service.terminal.player.frames import Frame, Recording
from service.terminal.player.printing import print_frames
from service.terminal.player.stepping import keyboard, step_through

__all__ = ["Frame", "Recording", "print_frames", "step_through", "watch"]


def watch(recording: Recording, console: Console, seat: int | None = None, names: str = "en") -> None:
    """Step through on a terminal, else print all; `seat`: whose eyes at first; `names`: the language of cards."""
    # Not console.is_terminal, which FORCE_COLOR makes true of a pipe.
    if console.file.isatty() and not console.is_dumb_terminal:
        with keyboard() as read_key:
            step_through(recording, console, read_key, seat, names)
    else:
        print_frames(recording, console, seat, names)
