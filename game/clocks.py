"""Clocks: how much time each seat has left. A fold of the log's times: the rules read no clock.

Time runs for a seat only while the game waits for it. When the game reaches a stage (`game.stages`) for the first time,
that gives a `per_phase` clock its seconds anew, and a `bank` its increment. A `per_phase` clock that comes back to a
stage goes on with what it had left there. So neither undo nor rewind gives time back. What gives time back is an
outage (`game.outages`).
"""

from typing import NamedTuple

from game.model import State, has_clocks
from game.options import DAY_SECONDS, Clock
from game.stages import stage_number
from game.table import waiting_on

SECOND_MS = 1000
LOW_SHARE, MIN_LOW_MS, MAX_LOW_MS = 5, 10 * SECOND_MS, DAY_SECONDS * SECOND_MS
"""Time is low when a fifth of it is left, but at least ten seconds and at most a day before it is up."""
LONG_STILL_MS = 600 * SECOND_MS
"""When no clock has run for that long, every earlier outage has been given back: that takes seconds."""


class SeatClock(NamedTuple):
    """`left_ms`: the time that was left at `since_ms`, or when it stopped. `since_ms`: None while it stands still.

    `left_in_stages`: of a `per_phase` clock, what was left when the game went on from stage 1, 2 …, or back from it.
    """

    left_ms: int
    since_ms: int | None = None
    left_in_stages: tuple[int, ...] = ()

    @property
    def deadline_ms(self) -> int | None:
        """When the time is up, in ms since 1970; None while the clock stands still."""
        return None if self.since_ms is None else self.since_ms + self.left_ms


class Clocks(NamedTuple):
    """The clocks of a game, by seat, None for a seat without one; empty before the start, and if no seat has one.

    `stage`: the number of the newest entry's stage; `furthest`: the highest so far. `settled_ms`: no outage before this
    time is to be given back; first the time of the start. `still_ms`: since when no clock runs, None while one does.
    Both in ms since 1970.
    """

    seats: tuple[SeatClock | None, ...] = ()
    stage: int = 0
    furthest: int = 0
    settled_ms: int = 0
    still_ms: int | None = None


class Stages(NamedTuple):
    """The numbers of three stages: the one before an append, the one after it, and the furthest before it."""

    before: int
    now: int
    furthest: int


def clock_of(state: State, index: int) -> Clock | None:
    """The time that a seat is given; None: no limit, as for the service's own bots and after a resignation.

    Without a clock of the game, only bot accounts have a limit: `bot_seconds`.
    """
    seat, options = state.seats[index], state.options
    if seat.player is None or (seat.bot is not None and not seat.away):
        return None
    if options.clock is None and seat.external:
        return Clock("per_phase", options.bot_seconds)
    return options.clock


def advance(clocks: Clocks, state: State, ms: int) -> Clocks:
    """The clocks after an append at the time `ms` (ms since 1970) that led to `state`."""
    if state.phase is None or not has_clocks(state):
        return clocks
    stage, waiting = stage_number(state), waiting_on(state)
    before = clocks.seats or (None,) * len(state.seats)
    stages = Stages(clocks.stage, stage, clocks.furthest)
    seats: list[SeatClock | None] = []
    still_ms = ms if clocks.still_ms is None else clocks.still_ms
    is_still = True
    for index, seat in enumerate(state.seats):
        clock = clock_of(state, index)
        if clock is None:
            seats.append(None)
            continue
        runs = seat.bot is None and index in waiting
        is_still = is_still and not runs
        seats.append(_next_clock(before[index], clock, ms, runs, stages))
    settled_ms = ms if not clocks.seats or ms - still_ms > LONG_STILL_MS else clocks.settled_ms
    return Clocks(tuple(seats), stage, max(stage, clocks.furthest), settled_ms, still_ms if is_still else None)


def _next_clock(before: SeatClock | None, clock: Clock, ms: int, runs: bool, stages: Stages) -> SeatClock:
    """The clock of a seat at `ms`, with what new stages give. One that runs on in the same stage is unchanged."""
    since_ms = ms if runs else None
    if before is None:
        return SeatClock(clock.seconds * SECOND_MS, since_ms)
    if stages.before == stages.now and runs == (before.since_ms is not None):
        return before
    passed_ms = 0 if before.since_ms is None else max(0, ms - before.since_ms)  # another machine's clock may be behind
    left_ms = max(0, before.left_ms - passed_ms)
    if clock.kind == "bank":
        new_stages = max(0, stages.now - stages.furthest)
        return SeatClock(left_ms + new_stages * clock.increment * SECOND_MS, since_ms)
    if stages.before == stages.now:
        return SeatClock(left_ms, since_ms, before.left_in_stages)
    full_ms, known = clock.seconds * SECOND_MS, before.left_in_stages
    known += (full_ms,) * (max(stages.before, stages.now) - len(known))
    known = (*known[: stages.before - 1], left_ms, *known[stages.before :])
    return SeatClock(known[stages.now - 1], since_ms, known)


def next_deadline_ms(clocks: Clocks) -> int | None:
    """When the first running clock runs out, in ms since 1970; None if no clock runs."""
    deadlines = [seat.deadline_ms for seat in clocks.seats if seat is not None and seat.deadline_ms is not None]
    return min(deadlines, default=None)


def low_at_ms(clocks: Clocks, index: int) -> int | None:
    """When the time of a seat becomes low, in ms since 1970; None while its clock stands still, and without one."""
    clock = clocks.seats[index] if clocks.seats else None
    if clock is None or clock.since_ms is None:
        return None
    low_ms = min(max(clock.left_ms // LOW_SHARE, MIN_LOW_MS), MAX_LOW_MS)
    return clock.since_ms + max(0, clock.left_ms - low_ms)


def out_of_time(clocks: Clocks, now_ms: float) -> tuple[int, ...]:
    """The seats whose time is up at `now_ms` (ms since 1970), ascending."""
    return tuple(
        [
            index
            for index, seat in enumerate(clocks.seats)
            if seat is not None and seat.deadline_ms is not None and seat.deadline_ms <= now_ms
        ]
    )
