"""Events as a viewer may see them, with the hands that they give."""

from collections.abc import Sequence
from typing import Any

import game as rules
from events import Entry
from game.model import Seat
from projections.redaction import GIVES_HANDS, redact
from projections.replay import hands_after
from service.backend import Backend

Hands = Sequence[Sequence[str]]


def visible_events(
    backend: Backend, state: rules.State, entries: Sequence[Entry], seat: int | None, everything: bool = False
) -> list[dict[str, Any]]:
    """The entries of a game as JSON values for a seat (None: a spectator).

    `state`: the game at the version of the last entry, or later. `everything`: the game is finished.
    """
    shows_hands = seat is not None or everything
    hands = _given_hands(backend, state, entries) if shows_hands else {}
    return [redact(entry, seat, everything, hands.get(entry.version)) for entry in entries]


def _given_hands(backend: Backend, state: rules.State, entries: Sequence[Entry]) -> dict[int, Hands]:
    """The hands right after each entry that gives some: by version, then by seat."""
    giving = [entry for entry in entries if entry.name in GIVES_HANDS]
    versions = [entry.version for entry in giving]
    if not versions:
        return {}
    if versions == [state.since]:  # the newest hands: the state still has them
        return {state.since: [_given_hand(seat) for seat in state.seats]}
    replay = backend.replays.load_past(state.id, backend.log, giving[-1])
    return {version: hands_after(replay, version) for version in versions}


def _given_hand(seat: Seat) -> Sequence[str]:
    """The hand that the seat was given last, before it picked a card of it."""
    while seat.undo:
        seat = seat.undo.before
    return seat.hand
