"""What happens when time is up: a seat is played for, taken over and given back; a game ends that nobody plays."""

from collections.abc import Sequence

from game.clocks import SECOND_MS, Clocks, clock_of, out_of_time
from game.events import Event, GameAbandoned, SeatReturned, SeatTakenOver, TimeExpired
from game.lobby import FALLBACKS
from game.message import Message
from game.model import State
from game.outages import Outage, end_after
from game.refused import Refused
from game.stages import stage_number
from game.table import bots_due, waiting_on


def overdue(state: State, clocks: Clocks, now_ms: float) -> tuple[int, ...]:
    """The seats that the game waits for although their time for this stage is up at `now_ms`, ascending.

    `clocks`: as the newest append left them. When `state` has come further, to another stage, nobody is overdue there.
    """
    if stage_number(state) != clocks.stage:
        return ()
    waiting = waiting_on(state)
    return tuple([index for index in out_of_time(clocks, now_ms) if index in waiting])


def expire(state: State, clocks: Clocks, index: int, now_ms: float) -> list[Event]:
    """The seat's time is up at `now_ms` (ms since 1970): the fallback plays on, and takes the seat after `misses`.

    Raises Refused(`time_left`).
    """
    clock, seat = clock_of(state, index), state.seats[index]
    if clock is None or seat.expired or index not in overdue(state, clocks, now_ms):
        raise Refused("time_left", Message("seat {seat} has time left", seat=index))
    expired: list[Event] = [TimeExpired(index)]
    if seat.misses + 1 >= clock.misses:
        expired.append(SeatTakenOver(index, FALLBACKS[0]))
    return expired


def come_back(state: State, clocks: Clocks, index: int) -> list[Event]:
    """The player plays a seat again that was taken over. Raises Refused: `not_playing`, `not_away`, `no_time_left`."""
    if state.status != "playing" or state.phase == "finished":
        raise Refused("not_playing", "the game is not being played")
    if not state.seats[index].away:
        raise Refused("not_away", "you play your seat yourself")
    clock, own = clock_of(state, index), clocks.seats[index] if clocks.seats else None
    if clock and own and clock.kind == "bank" and not own.left_ms and not clock.increment:
        raise Refused("no_time_left", "your time for the whole game is up; a bot plays your seat to the end")
    return [SeatReturned(index)]


def ends_at_ms(
    state: State, clocks: Clocks, opened_ms: int, touched_ms: int, outages: Sequence[Outage] = ()
) -> tuple[int, str] | None:
    """When the game ends if nothing happens, in ms since 1970, and why: `expired` or `idle`; None if it does not.

    `opened_ms`, `touched_ms`: the times of its first and its newest entry. `outages`: ascending; their time does not
    count. A game whose next move is a clock's or a bot's matter is not idle.
    """
    if state.status == "open":
        return end_after(opened_ms, state.options.open_seconds * SECOND_MS, outages), "expired"
    if state.status != "playing" or state.phase == "finished" or bots_due(state):
        return None
    if any(seat is not None and seat.since_ms is not None for seat in clocks.seats):
        return None
    return end_after(touched_ms, state.options.idle_seconds * SECOND_MS, outages), "idle"


def abandon(
    state: State, clocks: Clocks, opened_ms: int, touched_ms: int, now_ms: float, outages: Sequence[Outage] = ()
) -> list[Event]:
    """End a game that did not start in time, or in which nobody has moved for long. Raises Refused(`time_left`).

    `outages`: as of `ends_at_ms`.
    """
    end = ends_at_ms(state, clocks, opened_ms, touched_ms, outages)
    if end is None or now_ms < end[0]:
        raise Refused("time_left", "the game does not end yet")
    return [GameAbandoned(end[1])]
