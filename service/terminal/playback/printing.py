"""A whole recording as plain text, for a pipe or a file."""

from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.board import draw_board
from service.terminal.playback.frames import Frame, Recording, draw_event


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
