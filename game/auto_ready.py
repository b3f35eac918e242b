"""Auto-ready: a seat that asked for it is declared ready whenever it can do nothing else."""

from collections.abc import Sequence

from game.events import AutoReadySet, Event, ReadyDeclared
from game.intentions import AutoReady
from game.legal_moves import placings
from game.model import State
from game.production import begin_next
from game.table import waiting_on
from game.transitions import fold


def set_auto_ready(state: State, intention: AutoReady) -> list[Event]:
    """Switch auto-ready on or off for the seat; it applies at once."""
    return declared_ready(state, [AutoReadySet(intention.seat, intention.on)], intention.seat)


def declared_ready(state: State, events: list[Event], acting: int) -> list[Event]:
    """The events, followed by those that auto-ready adds, and by what these begin.

    Only the acting seat is declared ready, until a new phase, step or hand begins: then all seats with auto-ready are.
    So a seat that has undone its readiness stays as it is while others act.
    """
    before, state = state, fold(events, state)
    while (index := _first_idle(state, (acting,) if state.since == before.since else None)) is not None:
        more: list[Event] = [ReadyDeclared(index, auto=True)]
        if waiting_on(state) == (index,):
            more += begin_next(state)
        events, state = events + more, fold(more, state)
    return events


def _first_idle(state: State, seats: Sequence[int] | None) -> int | None:
    """The first waiting seat with auto-ready that has nothing to plan, place, keep or choose; `seats`: None for all."""
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
