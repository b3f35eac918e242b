"""A state with what its log tells beside it."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules
from events import Appended, Entry, Group, first_link


class Loaded(NamedTuple):
    """A state and the hash of its last entry; `opened` and `touched`: ms of the first and last entry, 0 if none."""

    state: rules.State
    head: bytes
    opened: int = 0
    touched: int = 0

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
    return Loaded(state, entries[-1].hash, loaded.opened or entries[0].ms, entries[-1].ms)


def appended(loaded: Loaded, groups: Sequence[Group], outcome: Appended) -> Loaded:
    """The game after what was just appended to it: the same fold, without reading the events back. Raises TooEarly."""
    entries = outcome.entries
    state = rules.fold([event for group in groups for event in group.events], loaded.state)
    return Loaded(state, entries[-1].hash, loaded.opened or entries[0].ms, entries[-1].ms)
