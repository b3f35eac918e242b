"""Transitions of seats that run out of time."""

from game import events as e
from game.model import State
from game.transitions.change import replace_seat
from game.transitions.pauses import without_question


def time_expired(state: State, event: e.TimeExpired) -> State:
    """What the seat did in this phase stands: an undo would not give it time to do something else."""
    seat = state.seats[event.seat]
    return replace_seat(state, event.seat, seat._replace(expired=True, misses=seat.misses + 1, undo=None))


def seat_taken_over(state: State, event: e.SeatTakenOver) -> State:
    """What the players were asked lapses, because others were asked then."""
    seat = state.seats[event.seat]._replace(bot=event.strategy, away=True)
    return without_question(replace_seat(state, event.seat, seat, proposal=None))


def time_given_back(state: State, event: e.TimeGivenBack) -> State:
    """Only clocks have the time, and they are a fold of their own (`game.outages`)."""
    return state._replace(version=state.version + 1)


def seat_returned(state: State, event: e.SeatReturned) -> State:
    seat = state.seats[event.seat]._replace(bot=None, away=False, misses=0)
    return replace_seat(state, event.seat, seat)
