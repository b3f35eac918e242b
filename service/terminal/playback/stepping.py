"""Interactive playback: draw a frame, read keys, draw the next frame."""

import os
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click
from rich.console import Console, ScreenContext

from service.terminal.playback.frames import Recording
from service.terminal.playback.keys import QUIT_KEYS, Position, press_key, split_keys
from service.terminal.playback.screen import draw_screen

CONTROL_CHARACTERS = 6
"""Index of the control characters in the list from `termios.tcgetattr`."""
MAX_READ_BYTES = 64


def step_through(
    recording: Recording, console: Console, read_keys: Callable[[], str], seat: int | None = None, language: str = "en"
) -> None:
    """Show frames until a key quits or `read_keys` returns "" or raises; then restore the screen.

    `read_keys` waits for input and returns the text of one or more keys. KeyboardInterrupt and EOFError also quit.
    """
    with console.screen(hide_cursor=True) as screen, suppress(KeyboardInterrupt, EOFError):
        try:
            _run(recording, Position(recording.first, seat), console, screen, read_keys, language)
        finally:
            console.clear()  # otherwise tmux keeps parts of the screen after a resize


def _run(
    recording: Recording,
    position: Position,
    console: Console,
    screen: ScreenContext,
    read_keys: Callable[[], str],
    language: str,
) -> None:
    while True:
        frame = recording.frame_at(position.version, position.seat)
        content, max_scroll = draw_screen(frame, position, recording, console, language)
        screen.update(content)
        position = position._replace(scroll=min(position.scroll, max_scroll))
        keys = split_keys(read_keys())
        if not keys:
            return
        for key in keys:
            if key in QUIT_KEYS:
                return
            position = press_key(key, position, recording)


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """A function that reads keys. Unlike `click.getchar`, it keeps keys pressed between two reads, and never echoes."""
    if not sys.stdin.isatty():
        yield click.getchar  # reads from /dev/tty
        return
    fd = sys.stdin.fileno()
    previous = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd, termios.TCSADRAIN)
        attributes = termios.tcgetattr(fd)
        attributes[CONTROL_CHARACTERS][termios.VSUSP] = b"\0"  # no Ctrl-Z: the shell would get a terminal without echo
        termios.tcsetattr(fd, termios.TCSADRAIN, attributes)
        yield lambda: os.read(fd, MAX_READ_BYTES).decode(errors="ignore")
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, previous)
