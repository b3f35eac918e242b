"""Playback of a recorded game: interactive in a terminal, printed from the first version to the last elsewhere."""

from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.board import draw_board
from service.terminal.ending import ending_in_order
from service.terminal.playback.frames import Frame, Recording, draw_event
from service.terminal.playback.stepping import keyboard, step_through

__all__ = ["Frame", "Recording", "play_back", "print_recording", "step_through"]


def play_back(recording: Recording, console: Console, seat: int | None = None, language: str = "en") -> None:
    """Step through the recording in a terminal; print all of it to anything else.

    `seat`: whose view to start with, None for a spectator's. `language`: of the card names.
    """
    # Not console.is_terminal, because FORCE_COLOR makes that true for a pipe.
    if console.file.isatty() and not console.is_dumb_terminal:
        with ending_in_order(), keyboard() as read_keys:
            step_through(recording, console, read_keys, seat, language)
    else:
        print_recording(recording, console, seat, language)


def print_recording(recording: Recording, console: Console, seat: int | None = None, language: str = "en") -> None:
    """Print a line for each event, and the board at the end of each phase, of each production step and of the game."""
    previous: Frame | None = None
    for version in range(recording.first, recording.last + 1):
        frame = recording.frame_at(version, seat)
        if previous and previous.view["phase"] and _step(previous.view) != _step(frame.view):
            console.print(draw_board(previous.view, language))
        for event, sentence in zip(frame.events, frame.sentences, strict=True):
            if previous is None or event["version"] > previous.version:
                line = Text(f"{event['version']:>5}  ").append_text(draw_event(event, sentence))
                console.print(line, soft_wrap=True)
        previous = frame
    if previous:
        console.print(draw_board(previous.view, language))


def _step(view: dict[str, Any]) -> tuple[Any, ...]:
    return (view["round"], view["phase"], view["step"])
