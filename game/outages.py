"""Outages: the time in which the service does not answer is nobody's. A fold of the log's times, as the clocks are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.clocks import Clocks, advance, next_deadline_ms
from game.declared import ALL, TABLE, Event, event
from game.field_types import Milliseconds
from game.folding import TooEarly
from game.model import State, next_version


@event("time_given_back", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class TimeGivenBack(Event):
    """The service did not answer from `from_ms` to `to_ms` (ms since 1970): no clock ran then."""

    from_ms: Milliseconds
    to_ms: Milliseconds

    def apply(self, state: State) -> State:
        """Only clocks have the time, and they are a fold of their own (`without_outage`)."""
        return next_version(state)


class Outage(NamedTuple):
    """The service did not answer from `from_ms` to `to_ms`, in ms since 1970."""

    from_ms: int
    to_ms: int


class Moment(NamedTuple):
    """A game after an append at `ms` (ms since 1970)."""

    ms: int
    state: State
    clocks: Clocks


def owed_outages(state: State, clocks: Clocks, touched_ms: int, outages: Sequence[Outage]) -> list[Outage]:
    """The outages, or what is left of them, that are to be given back to a game. `outages`: ascending.

    `touched_ms`: the time of its newest entry. If it lies after the beginning of an outage, some clock may have run in
    it; nobody gains anything if none did.
    """
    if not _has_clocks_now(state, clocks):
        return []
    owed, settled_ms, is_running = list[Outage](), clocks.settled_ms, next_deadline_ms(clocks) is not None
    for outage in outages:
        left = Outage(max(outage.from_ms, settled_ms), outage.to_ms)
        if left.from_ms < left.to_ms and (is_running or touched_ms > left.from_ms):
            owed.append(left)
            settled_ms = left.to_ms
    return owed


def may_give_back(state: State, clocks: Clocks, outage: Outage, now_ms: float) -> bool:
    """Whether an outage may be given back at `now_ms`: it lies in the time of the game, after the one before it."""
    return _has_clocks_now(state, clocks) and clocks.settled_ms <= outage.from_ms < outage.to_ms <= now_ms


def without_outage(moments: Sequence[Moment], outage: Outage) -> list[Moment]:
    """The same moments, ascending, as if time had stood still in the outage, and one more: its end.

    What was appended since it began is looked at again. Raises TooEarly if the first moment is later.
    """
    at = len(moments)
    while at and moments[at - 1].ms > outage.from_ms:
        at -= 1
    if not at:
        raise TooEarly("the outage began before the first state folded from")
    before, later = moments[:at], [*moments[at:]]
    after = [*before]
    while later and later[0].ms < outage.to_ms:
        within = later.pop(0)
        after.append(_next(after[-1], within, outage.from_ms))
    after.append(Moment(outage.to_ms, after[-1].state, _given_back(after[-1].clocks, outage)))
    for moment in later:
        after.append(_next(after[-1], moment, moment.ms))
    return after


def end_after(begun_ms: int, length_ms: int, outages: Sequence[Outage]) -> int:
    """When a time is over that began at `begun_ms`. It stands still in outages, which are ascending.

    >>> end_after(1000, 50, [Outage(900, 1010), Outage(1040, 2000), Outage(3000, 4000)])
    2020
    """
    end_ms = begun_ms + length_ms
    for outage in outages:
        if outage.from_ms < end_ms:
            end_ms += max(0, outage.to_ms - max(outage.from_ms, begun_ms))
    return end_ms


def _has_clocks_now(state: State, clocks: Clocks) -> bool:
    """Whether a seat of a game under way has a clock."""
    has_clocks = any(clock is not None for clock in clocks.seats)
    return has_clocks and state.status == "playing" and state.phase != "finished"


def _next(before: Moment, moment: Moment, ms: int) -> Moment:
    """A moment with its clocks anew, at the time `ms` for them."""
    return moment._replace(clocks=advance(before.clocks, moment.state, ms))


def _given_back(clocks: Clocks, outage: Outage) -> Clocks:
    """The clocks at the end of an outage. Those that run have run since it began, or longer."""
    passed_ms = outage.to_ms - outage.from_ms
    seats = [
        clock if clock is None or clock.since_ms is None else clock._replace(left_ms=clock.left_ms + passed_ms)
        for clock in clocks.seats
    ]
    return clocks._replace(seats=tuple(seats), settled_ms=outage.to_ms)
