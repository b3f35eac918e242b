"""Helpers for transitions."""

from collections.abc import Iterable
from typing import Any

from game.model import Seat, State


def replace_seat(state: State, index: int, seat: Seat, **changes: Any) -> State:
    """The next version of the state, with one seat replaced."""
    seats = state.seats
    seats = (*seats[:index], seat, *seats[index + 1 :])
    return state._replace(version=state.version + 1, seats=seats, **changes)


def begin_for_all(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The next version of the state, with these seats. It begins something for all, so nothing before can be undone."""
    version = state.version + 1
    return state._replace(version=version, since=version, seats=tuple(seats), **changes)
