"""How long the table waited for each seat, by phase: a fold of the log's times."""

from collections.abc import Sequence

from events import Entry
from game.declared import Event
from game.model import State
from game.outages import TimeGivenBack
from game.table import waiting_on
from projections.record.outcomes import plays_to_the_end

WAIT_PHASES = ("draft", "planning", "production")
Waits = tuple[dict[str, int], ...]
"""By seat: phase → milliseconds, without phases in which the table never waited for the seat's player."""


def waits_of(entries: Sequence[Entry], states: Sequence[State]) -> Waits:
    """How long the table waited for the player of each seat. `states`: after each entry.

    Time runs from one append to the next, for every seat that the game waits for in between. It also counts if an undo
    or a rewind takes back the moves, as with clocks. It does not count while a strategy plays for the player, nor in an
    outage that was given back.
    """
    outages = [event for entry in entries if isinstance(event := _given_back(entry), TimeGivenBack)]
    found: list[dict[str, int]] = []
    waiting: tuple[int, ...] = ()
    phase, since_ms = "", 0
    for entry, state in zip(entries, states, strict=True):
        if not entry.hash:  # in the middle of an append, at which the table waits for nobody
            continue
        passed_ms = max(0, entry.ms - since_ms)  # a machine's clock may be behind
        passed_ms -= sum(max(0, min(entry.ms, out.to_ms) - max(since_ms, out.from_ms)) for out in outages)
        for seat in waiting:
            found[seat][phase] = found[seat].get(phase, 0) + passed_ms
        found += [{} for _ in state.seats[len(found) :]]
        waiting, phase, since_ms = _waits_for(state), state.phase or "", entry.ms
    return tuple(found)


def _given_back(entry: Entry) -> Event | None:
    return entry.event if entry.name == "time_given_back" else None


def _waits_for(state: State) -> tuple[int, ...]:
    return tuple([seat for seat in waiting_on(state) if plays_to_the_end(state.seats[seat])])
