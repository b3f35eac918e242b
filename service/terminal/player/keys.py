"""What keys do: from one place in a recording to another."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple

from service.terminal.player.frames import Recording

HELP = "→ ← step  ] [ phase  0 $ first, last  g go to  s seat  ↑ ↓ scroll  q quit"
QUIT = frozenset({"q", "Q", "\x03", "\x04"})
PAGE = 10
"""Lines of the board that a page key scrolls."""


class Place(NamedTuple):
    """Where the reader is. `scroll`: lines of the board above the window. `typed`: the digits after `g`, else none."""

    version: int
    seat: int | None = None
    scroll: int = 0
    typed: str | None = None


def keys(pressed: str) -> list[str]:
    """The keys in what was read at once: the escape sequence of an arrow, say, is one."""
    return re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", pressed, re.DOTALL)


def after(key: str, place: Place, recording: Recording) -> Place:
    """The place to which a key leads; an unknown one leads nowhere."""
    if place.typed is not None:
        return _typing(key, place, recording)
    move = MOVES.get(key)
    return move(place, recording) if move else place


def _typing(key: str, place: Place, recording: Recording) -> Place:
    """A digit more or less, the end of the number, or a key that means something else."""
    typed = place.typed or ""
    if key.isdecimal() and key.isascii():
        return place._replace(typed=(typed + key)[: len(str(recording.last))])
    if key in ("\x7f", "\b"):
        return place._replace(typed=typed[:-1])
    left = place._replace(typed=None)
    if key in ("\r", "\n"):
        return _to(int(typed), left, recording) if typed else left
    return after(key, left, recording)


def _to(version: int, place: Place, recording: Recording) -> Place:
    return place._replace(version=min(max(version, recording.first), recording.last))


def _next_step(place: Place, recording: Recording) -> Place:
    at = bisect_right(recording.steps, place.version)
    return _to(recording.steps[at] if at < len(recording.steps) else recording.last, place, recording)


def _previous_step(place: Place, recording: Recording) -> Place:
    at = bisect_left(recording.steps, place.version)
    return _to(recording.steps[at - 1] if at else recording.first, place, recording)


def _next_seat(place: Place, recording: Recording) -> Place:
    """A spectator, seat 0, seat 1, ... and a spectator again."""
    seat = 0 if place.seat is None else place.seat + 1
    return place._replace(seat=seat if seat < recording.seats else None)


def _by(lines: int) -> Callable[[Place, Recording], Place]:
    return lambda place, recording: place._replace(scroll=max(0, place.scroll + lines))


_ACTIONS: list[tuple[tuple[str, ...], Callable[[Place, Recording], Place]]] = [
    (("n", " ", "\x1b[C", "\x1bOC"), lambda place, recording: _to(place.version + 1, place, recording)),
    (("p", "\x1b[D", "\x1bOD"), lambda place, recording: _to(place.version - 1, place, recording)),
    (("N", "]"), _next_step),
    (("P", "["), _previous_step),
    (("0", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"), lambda place, recording: _to(recording.first, place, recording)),
    (("$", "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"), lambda place, recording: _to(recording.last, place, recording)),
    (("g",), lambda place, recording: place._replace(typed="")),
    (("s",), _next_seat),
    (("j", "\x1b[B", "\x1bOB"), _by(1)),
    (("k", "\x1b[A", "\x1bOA"), _by(-1)),
    (("\x1b[6~",), _by(PAGE)),
    (("\x1b[5~",), _by(-PAGE)),
]
MOVES = {key: move for keys_, move in _ACTIONS for key in keys_}
"""By key, in the ways that Linux terminals send it; a terminal in application mode sends arrows as ESC O."""
