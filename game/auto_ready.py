"""Auto-ready: a seat that asked for it is declared ready whenever it can do nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.construction import placings
from game.declared import ALL, TABLE, Event, Intention, event, intention_type
from game.field_types import Flag, SeatNumber
from game.folding import fold
from game.model import Seat, State, replace_seat
from game.production import ReadyDeclared, begin_next
from game.table import waiting_on


@intention_type("auto_ready", phases=())
@dataclass(frozen=True, slots=True)
class AutoReady(Intention):
    """Declare the seat ready from now on whenever it has nothing to place or to choose; `on` false ends this."""

    on: Flag

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """It applies at once."""
        return declared_ready(state, [AutoReadySet(self.seat, self.on)], self.seat)


@event("auto_ready_set", TABLE, public=ALL, caused_by=AutoReady, players_only=True, news="quiet")
@dataclass(frozen=True, slots=True)
class AutoReadySet(Event):
    """A setting of the seat: undo and rewind leave it alone."""

    seat: SeatNumber
    on: Flag

    def apply(self, state: State) -> State:
        return replace_seat(state, self.seat, state.seats[self.seat]._replace(auto_ready=self.on))


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
