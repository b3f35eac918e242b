"""The two ways in which an event changes a state: one seat, or all of them."""

from collections.abc import Iterable
from typing import Any

from game.model import Seat, State


def replace_seat(state: State, index: int, seat: Seat, **changes: Any) -> State:
    """The next version of the state, with one seat replaced."""
    seats = state.seats
    seats = (*seats[:index], seat, *seats[index + 1 :])
    return state._replace(version=state.version + 1, seats=seats, **changes)


def begin_phase(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The next version of the state, in which a phase, step or hand begins: nothing before it can be undone."""
    version = state.version + 1
    return state._replace(version=version, since=version, seats=tuple(seats), **changes)
