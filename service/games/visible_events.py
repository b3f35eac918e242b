"""Events as a viewer may see them, with the hands that they give."""

from collections.abc import Sequence
from time import sleep
from typing import Any

import game as rules
from events import Entry
from game.draft import HandsDiscarded, PicksRevealed
from game.events import GIVES_HANDS
from game.model import Seat
from projections.redaction import redact
from projections.replay import hands_of
from service.backend import Backend
from service.games.yielding import EVENTS_SLICE

Hands = Sequence[Sequence[str]]


def visible_events(
    backend: Backend, state: rules.State, entries: Sequence[Entry], seat: int | None, everything: bool = False
) -> list[dict[str, Any]]:
    """The entries of a game as JSON values for a seat (None: a spectator).

    `state`: the game at the version of the last entry, or later. `everything`: the game is finished.
    """
    shows_hands = seat is not None or everything
    hands = _given_hands(backend, state, entries) if shows_hands else {}
    found = []
    for at, entry in enumerate(entries, 1):
        found.append(redact(entry, seat, everything, hands.get(entry.version)))
        if at % EVENTS_SLICE == 0:
            sleep(0)  # others of the process have their turn
    return found


def _given_hands(backend: Backend, state: rules.State, entries: Sequence[Entry]) -> dict[int, Hands]:
    """The hands right after each entry that gives some: by version, then by seat."""
    found: dict[int, Hands] = {}
    past: list[Entry] = []
    for at, entry in enumerate(entries):
        if entry.name in GIVES_HANDS:
            if (hands := _hands_without_replay(state, entries, at)) is None:
                past.append(entry)
            else:
                found[entry.version] = hands
    return found | {entry.version: hands_of(backend.replays.state_after(state.id, entry)) for entry in past}


def _hands_without_replay(state: rules.State, entries: Sequence[Entry], at: int) -> Hands | None:
    """The hands after an entry, if state and entries tell them: in the answer to an intention they always do."""
    if state.since == entries[at].version:  # the newest hands: the state still has them
        return [_given_hand(seat) for seat in state.seats]
    event = entries[at].event
    if not isinstance(event, PicksRevealed) or event.passed or at + 1 == len(entries):
        return None
    following, count = entries[at + 1].event, len(state.seats)  # the draft ends: what is left is discarded
    rest = following.cards if isinstance(following, HandsDiscarded) else ()
    size = len(rest) // count
    return [rest[seat * size : (seat + 1) * size] for seat in range(count)]


def _given_hand(seat: Seat) -> Sequence[str]:
    """The hand that the seat was given last, before it picked a card of it."""
    while seat.undo:
        seat = seat.undo.before
    return seat.hand
