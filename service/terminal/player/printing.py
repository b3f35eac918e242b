"""The whole game at once, for a pipe or a file."""

from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.board import board
from service.terminal.player.frames import Frame, Recording, said


def print_frames(recording: Recording, console: Console, seat: int | None = None, names: str = "en") -> None:
    """Every event as a sentence on a line, and the board at the end of each phase or step, and of the recording."""
    before: Frame | None = None
    for version in range(recording.first, recording.last + 1):
        frame = recording.frame_at(version, seat)
        if before and before.view["phase"] and _moment(before.view) != _moment(frame.view):
            console.print(board(before.view, names))
        for event, sentence in zip(frame.events, frame.sentences, strict=True):
            if before is None or event["version"] > before.version:
                console.print(Text(f"{event['version']:>5}  ").append_text(said(event, sentence)), soft_wrap=True)
        before = frame
    if before:
        console.print(board(before.view, names))


def _moment(view: dict[str, Any]) -> tuple[Any, ...]:
    return (view["round"], view["phase"], view["step"])
