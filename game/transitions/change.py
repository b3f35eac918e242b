"""Helpers for transitions."""

from collections.abc import Iterable
from typing import Any

from game.model import Seat, State
from game.stages import stage_number


def replace_seat(state: State, index: int, seat: Seat, **changes: Any) -> State:
    """The next version of the state, with one seat replaced."""
    seats, version = list(state.seats), state.version + 1
    seats[index] = seat
    if not changes:  # two events of three: an empty `**changes` has its price
        return state._replace(version=version, seats=tuple(seats))
    return state._replace(version=version, seats=tuple(seats), **changes)


def begin_for_all(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The next version of the state, with these seats. It begins something for all, so nothing before can be undone."""
    version = state.version + 1
    begun = state._replace(version=version, since=version, seats=tuple(seats), **changes)
    if any(seat.expired for seat in begun.seats) and stage_number(begun) != stage_number(state):
        return begun._replace(seats=tuple([seat._replace(expired=False) for seat in begun.seats]))
    return begun


def in_time(seat: Seat) -> Seat:
    """The seat after it did all that the phase, step or hand asks of it: if it did so in time, it has missed none."""
    return seat._replace(misses=0) if seat.misses and not (seat.expired or seat.away) else seat
