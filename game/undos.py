"""Undo: a seat takes back its newest intention, while its phase or step lasts and nothing hidden was revealed."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.declared import ALL, PASSING, Event, event
from game.field_types import SeatNumber, Version
from game.message import Message
from game.model import Seat, State, next_version, replace_seat, with_settings
from game.refused import Refused
from game.table import must_go_on


@event("intention_undone", PASSING, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class IntentionUndone(Event):
    """`group`: the version of the undone intention's first event."""

    seat: SeatNumber
    group: Version

    def apply(self, state: State) -> State:
        """The seat is as it was before. Of the discard pile only its own cards go; the others keep their order."""
        seat = state.seats[self.seat]
        undo = seat.undo
        if undo is None:
            return next_version(state)
        discard = tuple([card for card in state.discard if card not in undo.discarded])
        supremacy = state.supremacy
        if undo.before.choosing and not seat.choosing:
            supremacy = (*supremacy[:-1], supremacy[-1]._replace(character=None))
        before = with_settings(undo.before, seat)
        return replace_seat(state, self.seat, before, discard=discard, supremacy=supremacy)


def undo(state: State, index: int, version: int | None = None) -> list[Event]:
    """Take back the seat's newest intention of the phase; with `version`, only if its first event has that version.

    After hidden cards are revealed, or the phase or step ends, nothing can be undone. Other seats' intentions stay.
    Raises Refused: `not_playing`, `paused`, `time_is_up`, `nothing_to_undo`; `not_yours`, `not_newest`, `phase_closed`,
    `no_such_intention`.
    """
    if state.status != "playing":
        raise Refused("not_playing", Message("the game is {status}", status=Message(state.status)))
    must_go_on(state)
    if state.seats[index].expired:
        raise Refused("time_is_up", "your time is up until the next phase, step or hand begins")
    newest = state.seats[index].undo
    if version is not None and (newest is None or newest.version != version):
        raise _refusal(state, index, version)
    if newest is None:
        raise Refused(
            "nothing_to_undo",
            Message(
                "you have done nothing since the phase, step or hand began at version {version}", version=state.since
            ),
        )
    return [IntentionUndone(index, newest.version)]


def _refusal(state: State, index: int, version: int) -> Refused:
    """Why that intention cannot be taken back."""
    if version in _undoable(state.seats[index]):
        return Refused("not_newest", "undo your later intentions first")
    if any(version in _undoable(seat) for seat in state.seats):
        return Refused("not_yours", "that is another seat's intention")
    if 0 < version <= state.since:
        return Refused("phase_closed", "the phase, step or hand is over, or hidden cards were seen since")
    return Refused("no_such_intention", "no intention begins at that version")


def _undoable(seat: Seat) -> Iterator[int]:
    """The versions of the seat's intentions that can still be taken back, newest first."""
    undo = seat.undo
    while undo is not None:
        yield undo.version
        undo = undo.before.undo
