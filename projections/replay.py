"""A game step by step: what happened at every version, how the table stood, and what of it was taken back."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from events import Entry, Log

Moment = tuple[int, str | None, str | None]
"""Round, phase and step."""


class Replay(NamedTuple):
    """All entries of a game so far, the state after each of them, and the versions that were taken back."""

    entries: Sequence[Entry]
    states: Sequence[rules.State]
    undone: frozenset[int]

    @property
    def last(self) -> int:
        """The newest version."""
        return len(self.entries)


class Span(NamedTuple):
    """The versions `first` to `last`, which are shown together."""

    first: int
    last: int


def unrolled(entries: Sequence[Entry], known: Replay | None = None) -> Replay:
    """The replay of a whole log; `known`: that of its beginning, whose states need not be folded again."""
    events = [entry.event for entry in entries]
    states = list(known.states) if known else []
    past = {state.version: state for state in states}
    states += rules.states(events[len(states) :], states[-1] if states else None, past)
    return Replay(entries, states, rules.undone(events))


class Replays:
    """Replays by game; those asked for last are kept, about 1 MB each."""

    def __init__(self, capacity: int = 16) -> None:
        self._kept: LRUCache[str, Replay] = LRUCache(capacity)

    def of(self, game: str, head: bytes, log: Log) -> Replay:
        """The replay of a game whose newest hash is `head`."""
        known = self._kept.get(game)
        if known is None or known.entries[-1].hash != head:
            more = log.read(game, known.last - 1) if known else []
            if known and more and more[0].hash == known.entries[-1].hash:
                known = unrolled([*known.entries, *more[1:]], known)
            else:
                known = unrolled(log.read(game))
            self._kept[game] = known
        return known


def moment(state: rules.State) -> Moment:
    """Where in the course of a game a state stands."""
    return state.round, state.phase, state.step


def spans(replay: Replay, by: str) -> Iterator[Span]:
    """All of a replay, in order: one for each `event`, each `intention`, or each `phase` or step (`by`)."""
    first = 1
    for at, entry in enumerate(replay.entries):
        following = replay.entries[at + 1] if at + 1 < replay.last else None
        if (
            following is None
            or by == "event"
            or (by == "intention" and following.group == following.version)
            or (by == "phase" and moment(replay.states[at]) != moment(replay.states[at + 1]))
        ):
            yield Span(first, entry.version)
            first = entry.version + 1
