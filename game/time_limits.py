"""What happens when time is up: a seat is played for, taken over and given back; a game ends that nobody plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from game.clocks import SECOND_MS, Clocks, clock_of, out_of_time
from game.declared import ALL, PASSING, TABLE, Event, event
from game.field_types import SeatNumber, Strategy
from game.lobby import FALLBACKS, GameAbandoned
from game.message import Message
from game.model import State, replace_seat
from game.outages import Outage, end_after
from game.pauses import without_question
from game.refused import Refused
from game.stages import stage_number
from game.table import attended, humans, must_be_playing, waiting_on


@event("time_expired", PASSING, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class TimeExpired(Event):
    """The seat's time is up: a strategy plays the rest of the phase, step or hand."""

    seat: SeatNumber

    def apply(self, state: State) -> State:
        """What the seat did in this phase stands: an undo would not give it time to do something else."""
        seat = state.seats[self.seat]
        return replace_seat(state, self.seat, seat._replace(expired=True, misses=seat.misses + 1, undo=None))


@event("seat_taken_over", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class SeatTakenOver(Event):
    """The seat missed too many phases in a row: from now on the strategy plays it, until its player returns."""

    seat: SeatNumber
    strategy: Strategy

    def apply(self, state: State) -> State:
        """What the players were asked lapses, because others were asked then."""
        seat = state.seats[self.seat]._replace(bot=self.strategy, away=True)
        return without_question(replace_seat(state, self.seat, seat, proposal=None))


@event("seat_returned", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class SeatReturned(Event):
    """The player plays the seat again."""

    seat: SeatNumber

    def apply(self, state: State) -> State:
        return replace_seat(state, self.seat, state.seats[self.seat]._replace(bot=None, away=False, misses=0))


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


def can_return(state: State, clocks: Clocks, index: int) -> bool:
    """Whether the player of a seat that is away can play it again: not with an empty bank that gains no time."""
    if not state.seats[index].away:
        return False
    clock, own = clock_of(state, index), clocks.seats[index] if clocks.seats else None
    return not (clock and own and clock.kind == "bank" and not own.left_ms and not clock.increment)


def bots_due(state: State, clocks: Clocks) -> tuple[int, ...]:
    """The waiting seats that a strategy plays now, ascending. `clocks`: as the newest append left them.

    If nobody is at the table, the game waits for players who are away and can return: no strategy plays their seats.
    """
    bots = tuple([i for i in waiting_on(state) if state.seats[i].bot is not None])
    if not bots or attended(state) or not any(can_return(state, clocks, i) for i in range(len(state.seats))):
        return bots
    return tuple([i for i in bots if not state.seats[i].away])


def come_back(state: State, clocks: Clocks, index: int) -> list[Event]:
    """The player plays a seat again that was taken over. Raises Refused: `not_playing`, `not_away`, `no_time_left`."""
    must_be_playing(state)
    if not state.seats[index].away:
        raise Refused("not_away", "you play your seat yourself")
    if not can_return(state, clocks, index):
        raise Refused("no_time_left", "your time for the whole game is up; a bot plays your seat to the end")
    return [SeatReturned(index)]


def silence_ends_ms(state: State, changed_ms: Sequence[int], outages: Sequence[Outage] = ()) -> dict[int, int]:
    """Seat → when its player has been silent for `idle_seconds`, in ms since 1970.

    Of the people whom a game without a clock waits for. `changed_ms`: by seat, the time of the newest entry of the
    seat or of the whole table. `outages`: ascending; their time does not count.
    """
    if state.options.clock is not None:
        return {}
    idle_ms, waiting = state.options.idle_seconds * SECOND_MS, waiting_on(state)
    return {index: end_after(changed_ms[index], idle_ms, outages) for index in humans(state) if index in waiting}


def takeovers_ms(state: State, changed_ms: Sequence[int], outages: Sequence[Outage] = ()) -> dict[int, int]:
    """Seat → when a bot takes it over because its player is silent, in ms since 1970. `outages`: ascending.

    Somebody must be at the table who falls silent later, or does not: otherwise the game ends (`ends_at_ms`).
    """
    ends = silence_ends_ms(state, changed_ms, outages)
    present = attended(state) if ends else ()
    last_ms = max([ends.get(index, inf) for index in present], default=0)
    return {index: ms for index, ms in ends.items() if ms < last_ms}


def silent(state: State, changed_ms: Sequence[int], now_ms: float, outages: Sequence[Outage] = ()) -> tuple[int, ...]:
    """The seats that a bot takes over at `now_ms` (ms since 1970) because their players are silent, ascending."""
    return tuple([index for index, ms in takeovers_ms(state, changed_ms, outages).items() if ms <= now_ms])


def take_over(state: State, changed_ms: Sequence[int], index: int, now_ms: float) -> list[Event]:
    """The fallback takes the seat of a silent player, who may return. Raises Refused(`time_left`)."""
    if index not in silent(state, changed_ms, now_ms):
        raise Refused("time_left", Message("seat {seat} has time left", seat=index))
    return [SeatTakenOver(index, FALLBACKS[0])]


def ends_at_ms(
    state: State, clocks: Clocks, opened_ms: int, changed_ms: Sequence[int], outages: Sequence[Outage] = ()
) -> tuple[int, str] | None:
    """When the game ends if nothing happens, in ms since 1970, and why: `expired` or `idle`; None if it does not.

    `opened_ms`: the time of its first entry. `changed_ms`, `outages`: as of `silence_ends_ms`. A game is idle when
    nobody is left to play it: all at the table are silent, or all are away. One whose next move is a clock's or a bot's
    matter is not.
    """
    if state.status == "open":
        return end_after(opened_ms, state.options.open_seconds * SECOND_MS, outages), "expired"
    if state.status != "playing" or state.phase == "finished" or bots_due(state, clocks):
        return None
    if any(seat is not None and seat.since_ms is not None for seat in clocks.seats):
        return None
    present = attended(state)
    if not present:
        return end_after(max(changed_ms), state.options.idle_seconds * SECOND_MS, outages), "idle"
    ends = silence_ends_ms(state, changed_ms, outages)
    return (max(ends.values()), "idle") if len(ends) == len(present) else None


def abandon(
    state: State,
    clocks: Clocks,
    opened_ms: int,
    changed_ms: Sequence[int],
    now_ms: float,
    outages: Sequence[Outage] = (),
) -> list[Event]:
    """End a game that did not start in time, or that nobody is left to play. Raises Refused(`time_left`).

    `outages`: as of `ends_at_ms`.
    """
    end = ends_at_ms(state, clocks, opened_ms, changed_ms, outages)
    if end is None or now_ms < end[0]:
        raise Refused("time_left", "the game does not end yet")
    return [GameAbandoned(end[1])]
