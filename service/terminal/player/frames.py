"""What there is to look at: a game as frames, each made when it is asked for."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from service.terminal.board.marks import plain


class Frame(NamedTuple):
    """A version as one viewer sees it.

    `events`: the newest up to this version, the latest last, as `projections.redaction.shown` gives them, with
    `"undone": True` if taken back later; `sentences`: what they say, one each. `undone`: whether the latest was.
    """

    version: int
    undone: bool
    events: Sequence[dict[str, Any]]
    sentences: Sequence[str]
    view: dict[str, Any]


class Recording(NamedTuple):
    """A game to be looked at, versions `first` to `last`.

    `frame_at`: a version as a seat, or a spectator (None), sees it. `steps`: versions at which a phase, step or hand
    begins, ascending. `seats`: how many seats' eyes can be borrowed, from seat 0 on.
    """

    frame_at: Callable[[int, int | None], Frame]
    first: int
    last: int
    steps: Sequence[int]
    seats: int


def said(event: dict[str, Any], sentence: str) -> Text:
    """The sentence of an event, struck through if it was taken back."""
    text = Text(plain(sentence))
    if event.get("undone"):
        text.stylize("strike")
        text.append(" (taken back)", "not strike")
    return text
