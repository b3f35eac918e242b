"""A state with what its log tells beside it."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules
from events import Appended, Entry, Group, first_link
from game.events import Event


class Loaded(NamedTuple):
    """A state and the hash of its last entry; `opened` and `touched`: ms of the first and last entry, 0 if none.

    `moved`: by seat, ms of the last entry that was its own or nobody's, as when a phase begins.
    """

    state: rules.State
    head: bytes
    opened: int = 0
    touched: int = 0
    moved: tuple[int, ...] = ()

    @property
    def version(self) -> int:
        return self.state.version


def empty(game: str) -> Loaded:
    """A game of which nothing has happened."""
    return Loaded(rules.State(), first_link(game))


def folded(loaded: Loaded, entries: Sequence[Entry]) -> Loaded:
    """The game after more entries, which must follow it and end with the end of an append. Raises TooEarly."""
    if not entries:
        return loaded
    state = rules.fold([entry.event for entry in entries], loaded.state)
    moved = _moved(loaded.moved, len(state.seats), [(entry.event, entry.ms) for entry in entries])
    return Loaded(state, entries[-1].hash, loaded.opened or entries[0].ms, entries[-1].ms, moved)


def appended(loaded: Loaded, groups: Sequence[Group], outcome: Appended) -> Loaded:
    """The game after what was just appended to it: the same fold, without reading the events back. Raises TooEarly."""
    entries = outcome.entries
    events = [event for group in groups for event in group.events]
    state = rules.fold(events, loaded.state)
    moved = _moved(loaded.moved, len(state.seats), [(event, entries[-1].ms) for event in events])
    return Loaded(state, entries[-1].hash, loaded.opened or entries[0].ms, entries[-1].ms, moved)


def _moved(before: tuple[int, ...], seats: int, events: Sequence[tuple[Event, int]]) -> tuple[int, ...]:
    """When each seat moved last, after more events with their ms."""
    moved = [*before, *[0] * (seats - len(before))]
    for event, ms in events:
        own = getattr(event, "seat", None)
        for seat in range(seats) if own is None else [own]:
            moved[seat] = ms
    return tuple(moved)
