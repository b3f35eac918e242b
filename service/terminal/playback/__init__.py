"""Playback of a recorded game: interactive in a terminal, printed from the first version to the last elsewhere."""

from rich.console import Console

from service.terminal.playback.frames import Frame, Recording
from service.terminal.playback.printing import print_recording
from service.terminal.playback.stepping import keyboard, step_through

__all__ = ["Frame", "Recording", "play_back", "print_recording", "step_through"]


def play_back(recording: Recording, console: Console, seat: int | None = None, language: str = "en") -> None:
    """Step through the recording in a terminal; print all of it to anything else.

    `seat`: whose view to start with, None for a spectator's. `language`: of the card names.
    """
    # Not console.is_terminal, because FORCE_COLOR makes that true for a pipe.
    if console.file.isatty() and not console.is_dumb_terminal:
        with keyboard() as read_keys:
            step_through(recording, console, read_keys, seat, language)
    else:
        print_recording(recording, console, seat, language)
