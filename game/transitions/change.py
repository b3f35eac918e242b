"""The two ways in which an event changes a state."""

from collections.abc import Iterable
from typing import Any

from game.model import Seat, State


def put(state: State, index: int, seat: Seat, **changes: Any) -> State:
    """The state with one seat replaced, one version on."""
    seats = state.seats
    seats = (*seats[:index], seat, *seats[index + 1 :])
    return state._replace(version=state.version + 1, seats=seats, **changes)


def begin(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The state in which something new begins for all seats: nothing earlier can be undone."""
    version = state.version + 1
    return state._replace(version=version, since=version, seats=tuple(seats), **changes)
