"""The loop: a frame on the screen, a key, the next frame."""

import os
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click
from rich.console import Console, ScreenContext

from service.terminal.player.frames import Recording
from service.terminal.player.keys import QUIT, Place, after, keys
from service.terminal.player.picture import pictured

CONTROLS = 6
"""Where `termios.tcgetattr` has the control characters."""


def step_through(
    recording: Recording, console: Console, read_key: Callable[[], str], seat: int | None = None, names: str = "en"
) -> None:
    """Show frames as the keys say until one says to stop, or there are no more; the screen is then as it was."""
    with console.screen(hide_cursor=True) as screen, suppress(KeyboardInterrupt, EOFError):
        try:
            _step(recording, Place(recording.first, seat), console, screen, read_key, names)
        finally:
            console.clear()  # or tmux, once resized, leaves some of the picture behind


def _step(
    recording: Recording,
    place: Place,
    console: Console,
    screen: ScreenContext,
    read_key: Callable[[], str],
    names: str,
) -> None:
    while True:
        frame = recording.frame_at(place.version, place.seat)
        picture, furthest = pictured(frame, place, recording, console, names)
        screen.update(picture)
        place = place._replace(scroll=min(place.scroll, furthest))
        pressed = keys(read_key())
        if not pressed:
            return
        for key in pressed:
            if key in QUIT:
                return
            place = after(key, place, recording)


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """What reads keys. Those pressed while a frame is drawn are kept and not echoed, unlike with `click.getchar`."""
    if not sys.stdin.isatty():
        yield click.getchar  # which asks the terminal itself
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd, termios.TCSADRAIN)
        quiet = termios.tcgetattr(fd)
        quiet[CONTROLS][termios.VSUSP] = b"\0"  # Ctrl-Z would leave the picture behind, and a terminal without echo
        termios.tcsetattr(fd, termios.TCSADRAIN, quiet)
        yield lambda: os.read(fd, 64).decode(errors="ignore")
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
