"""The keys of the playback: each moves from one position in the recording to another."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple

from service.terminal.playback.frames import Recording

KEY_HELP = "→ ← step  ] [ phase  0 $ first, last  g go to  s seat  ↑ ↓ scroll  q quit"
QUIT_KEYS = frozenset({"q", "Q", "\x03", "\x04"})
PAGE_LINES = 10
"""How far a page key scrolls the board."""


class Position(NamedTuple):
    """What the screen shows: a version as a seat sees it.

    `scroll`: number of board lines above the window. `typed`: the digits typed after `g`; None outside of that prompt.
    """

    version: int
    seat: int | None = None
    scroll: int = 0
    typed: str | None = None


def split_keys(text: str) -> list[str]:
    """The single keys in text from the terminal; an escape sequence, such as that of an arrow key, is one key."""
    return re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", text, re.DOTALL)


def press_key(key: str, position: Position, recording: Recording) -> Position:
    """The position after a key press; unknown keys change nothing."""
    if position.typed is not None:
        return _type_version(key, position, recording)
    action = ACTIONS.get(key)
    return action(position, recording) if action else position


def _type_version(key: str, position: Position, recording: Recording) -> Position:
    """A key at the prompt of `g`: a digit, backspace or Enter. Any other key closes the prompt and acts as usual."""
    typed = position.typed or ""
    if key.isdecimal() and key.isascii():
        return position._replace(typed=(typed + key)[: len(str(recording.last))])
    if key in ("\x7f", "\b"):
        return position._replace(typed=typed[:-1])
    closed = position._replace(typed=None)
    if key in ("\r", "\n"):
        return _go_to(int(typed), closed, recording) if typed else closed
    return press_key(key, closed, recording)


def _go_to(version: int, position: Position, recording: Recording) -> Position:
    return position._replace(version=min(max(version, recording.first), recording.last))


def _next_step(position: Position, recording: Recording) -> Position:
    at = bisect_right(recording.steps, position.version)
    return _go_to(recording.steps[at] if at < len(recording.steps) else recording.last, position, recording)


def _previous_step(position: Position, recording: Recording) -> Position:
    at = bisect_left(recording.steps, position.version)
    return _go_to(recording.steps[at - 1] if at else recording.first, position, recording)


def _next_seat(position: Position, recording: Recording) -> Position:
    """Spectator, seat 0, seat 1, ..., spectator again."""
    seat = 0 if position.seat is None else position.seat + 1
    return position._replace(seat=seat if seat < recording.seats else None)


def _scroll(lines: int) -> Callable[[Position, Recording], Position]:
    return lambda position, recording: position._replace(scroll=max(0, position.scroll + lines))


_BINDINGS: list[tuple[tuple[str, ...], Callable[[Position, Recording], Position]]] = [
    (("n", " ", "\x1b[C", "\x1bOC"), lambda position, recording: _go_to(position.version + 1, position, recording)),
    (("p", "\x1b[D", "\x1bOD"), lambda position, recording: _go_to(position.version - 1, position, recording)),
    (("N", "]"), _next_step),
    (("P", "["), _previous_step),
    (
        ("0", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"),
        lambda position, recording: _go_to(recording.first, position, recording),
    ),
    (
        ("$", "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"),
        lambda position, recording: _go_to(recording.last, position, recording),
    ),
    (("g",), lambda position, recording: position._replace(typed="")),
    (("s",), _next_seat),
    (("j", "\x1b[B", "\x1bOB"), _scroll(1)),
    (("k", "\x1b[A", "\x1bOA"), _scroll(-1)),
    (("\x1b[6~",), _scroll(PAGE_LINES)),
    (("\x1b[5~",), _scroll(-PAGE_LINES)),
]
ACTIONS = {key: action for keys, action in _BINDINGS for key in keys}
"""Key → action, with all sequences that Linux terminals send; in application mode a terminal sends arrows as ESC O."""
