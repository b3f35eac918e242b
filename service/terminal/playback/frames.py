"""The frames of a recorded game. Each is made when it is needed."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from service.terminal.board.symbols import replace_control_characters


class Frame(NamedTuple):
    """One version of the game, as one viewer sees it.

    `events`: the newest events up to this version, the latest last, as from `projections.redaction.redact`; an event
    that was taken back later has `"undone": True`. `sentences`: one for each event. `undone`: whether the event of this
    version was taken back later.
    """

    version: int
    undone: bool
    events: Sequence[dict[str, Any]]
    sentences: Sequence[str]
    view: dict[str, Any]


class Recording(NamedTuple):
    """A recorded game, versions `first` to `last`.

    `frame_at(version, seat)`: the frame for a seat, or for a spectator (None). `steps`: the versions at which a phase,
    a production step or a new hand begins, ascending. `seats`: how many seats can be selected; 0 if all are secret.
    """

    frame_at: Callable[[int, int | None], Frame]
    first: int
    last: int
    steps: Sequence[int]
    seats: int


def draw_event(event: dict[str, Any], sentence: str) -> Text:
    """The sentence of an event, struck through if the event was taken back."""
    text = Text(replace_control_characters(sentence))
    if event.get("undone"):
        text.stylize("strike")
        text.append(" (taken back)", "not strike")
    return text
