"""Events as a viewer may see them, with the hands that they give."""

from collections.abc import Sequence
from typing import Any

import game as rules
from events import Entry
from game.model import Seat
from projections.redaction import GIVES_HANDS, redact
from service.backend import Backend

Hands = Sequence[Sequence[str]]


def visible_events(
    backend: Backend, state: rules.State, entries: Sequence[Entry], seat: int | None, everything: bool = False
) -> list[dict[str, Any]]:
    """The entries of a game as JSON values for a seat (None: a spectator).

    `state`: the game at the version of the last entry, or later. `everything`: the game is finished.
    """
    shows_hands = seat is not None or everything
    found = []
    for entry in entries:
        gives_hands = shows_hands and entry.name in GIVES_HANDS
        found.append(redact(entry, seat, everything, _hands_after(backend, state, entry) if gives_hands else None))
    return found


def _hands_after(backend: Backend, state: rules.State, entry: Entry) -> Hands:
    """The hands right after the entry, by seat."""
    if state.since == entry.version:  # the newest hands: the state still has them
        return [_given_hand(seat) for seat in state.seats]
    replay = backend.replays.load(state.id, b"", backend.log)
    return [seat.hand for seat in replay.states[entry.version - 1].seats]


def _given_hand(seat: Seat) -> Sequence[str]:
    """The hand that the seat was given last, before it picked a card of it."""
    while seat.undo:
        seat = seat.undo.before
    return seat.hand
