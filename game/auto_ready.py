"""What happens without being asked for: seats that want it are declared ready when they can do nothing but that."""

from collections.abc import Sequence

from game.events import AutoReadySet, Event, ReadyDeclared
from game.intentions import AutoReady
from game.legal_moves import placings
from game.model import State, waiting_on
from game.production import what_begins
from game.transitions import fold


def set_auto_ready(state: State, intention: AutoReady) -> list[Event]:
    """Note the wish of the seat; it is fulfilled at once where it can be."""
    return declared_ready(state, [AutoReadySet(intention.seat, intention.on)], intention.seat)


def declared_ready(state: State, events: list[Event], acting: int) -> list[Event]:
    """The events, and after them the readiness of those who wished it, with all that this begins.

    Of the acting seat, and of all once something new begins: who took being ready back is not overruled by others.
    """
    before, state = state, fold(events, state)
    while (index := _first_idle(state, (acting,) if state.since == before.since else None)) is not None:
        more: list[Event] = [ReadyDeclared(index, auto=True)]
        if waiting_on(state) == (index,):
            more += what_begins(state)
        events, state = events + more, fold(more, state)
    return events


def _first_idle(state: State, seats: Sequence[int] | None) -> int | None:
    """The first of the seats the game waits for that wishes so and has nothing to plan, place, keep or choose."""
    if state.phase == "draft":
        return None
    for index in waiting_on(state):
        if seats is not None and index not in seats:
            continue
        seat = state.seats[index]
        busy = seat.drafted or seat.hand or seat.candidates or seat.cubes or seat.choosing
        if seat.auto_ready and not busy and not placings(state, index, seat, list(seat.construction)):
            return index
    return None
