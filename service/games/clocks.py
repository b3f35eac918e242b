"""Clocks as answers show them."""

from typing import Any

from events.entry import optional_timestamp
from game.clocks import SECOND_MS, low_at_ms
from game.time_limits import can_return, ends_at_ms
from projections.games import Loaded


def describe_clocks(loaded: Loaded) -> list[dict[str, Any]] | None:
    """The clock of each seat that has one, by seat; None if no seat has one.

    `left`: seconds, at the moment when the clock last started or stopped. `deadline`, `low_at`: when the time is up
    and when it becomes low, RFC 3339, None while the clock stands still. `misses`: in how many phases, steps or hands
    in a row the time was up. `expired`: whether it is up in this one.
    """
    state, clocks = loaded.state, loaded.clocks
    described = [
        {
            "seat": index,
            "left": clock.left_ms / SECOND_MS,
            "running": clock.since_ms is not None,
            "deadline": optional_timestamp(clock.deadline_ms),
            "low_at": optional_timestamp(low_at_ms(clocks, index)),
            "misses": state.seats[index].misses,
            "expired": state.seats[index].expired,
        }
        for index, clock in enumerate(clocks.seats)
        if clock is not None
    ]
    return described or None


def may_return(loaded: Loaded, index: int) -> bool:
    """Whether the player of a seat may take it back from the bot that plays it meanwhile."""
    state = loaded.state
    return state.status == "playing" and state.phase != "finished" and can_return(state, loaded.clocks, index)


def expires_at(loaded: Loaded) -> str | None:
    """When the game ends if nothing happens: it does not start, or nobody moves; RFC 3339. None if it does not."""
    end = ends_at_ms(loaded.state, loaded.clocks, loaded.opened_ms, loaded.changed_ms)
    return optional_timestamp(end[0] if end else None)
