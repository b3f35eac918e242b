"""Replay: a game version by version, with the state after every entry and the versions that were undone."""

from collections.abc import Iterator, Sequence
from time import sleep
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from events import Entry, Log

STRETCH = 256
"""Entries that are read, decoded or folded at once: about 3 ms of CPU."""


class Moment(NamedTuple):
    """Round, phase and step of a state; of a filter, None stands for any."""

    round: int | None
    phase: str | None
    step: str | None


class Replay(NamedTuple):
    """All entries of a game so far, the state after each of them, and the versions that were undone."""

    entries: Sequence[Entry]
    states: Sequence[rules.State]
    undone: frozenset[int]

    @property
    def last(self) -> int:
        """The newest version."""
        return len(self.entries)


class Span(NamedTuple):
    """The versions `first` to `last`, which one frame shows together."""

    first: int
    last: int


def read_whole(log: Log, game: str) -> list[Entry]:
    """The whole log of a game. While it is read, others of this process have their turn again and again."""
    entries: list[Entry] = []
    while more := log.read(game, len(entries), count=STRETCH):
        entries += more
        sleep(0)
    return entries


def build_replay(entries: Sequence[Entry], known: Replay | None = None) -> Replay:
    """The replay of a whole log; `known`: the replay of its beginning, whose states are not folded again."""
    events = []
    for stretch in range(0, len(entries), STRETCH):
        events += [entry.event for entry in entries[stretch : stretch + STRETCH]]
        sleep(0)
    states = list(known.states) if known else []
    past = {state.version: state for state in states}
    for state in rules.states(events[len(states) :], states[-1] if states else None, past):
        states.append(state)
        if len(states) % STRETCH == 0:
            sleep(0)
    return Replay(entries, states, rules.undone_versions(events))


class Replays:
    """Replays by game. The most recently used ones are kept, about 1 MB each."""

    def __init__(self, capacity: int = 16) -> None:
        self._kept: LRUCache[str, Replay] = LRUCache(capacity)

    def load(self, game: str, log: Log, head: bytes | None = None) -> Replay:
        """The replay of a game. `head`: its newest hash, if the caller knows it; otherwise the log is asked."""
        known = self._kept.get(game)
        if known and known.entries[-1].hash == head:
            return known
        more = log.read(game, known.last - 1) if known else []
        if known and more and more[0].hash == known.entries[-1].hash:
            if not more[1:]:
                return known
            replay = build_replay([*known.entries, *more[1:]], known)
        else:
            replay = build_replay(read_whole(log, game))
        self._kept[game] = replay
        return replay

    def load_past(self, game: str, log: Log, entry: Entry) -> Replay:
        """A replay of the game up to this entry or a later one. The log is not read if a kept replay reaches so far."""
        known = self._kept.get(game)
        if known and known.last >= entry.version and known.entries[entry.version - 1] == entry:
            return known
        return self.load(game, log)


def hands_after(replay: Replay, version: int) -> list[Sequence[str]]:
    """The hands at a version, by seat."""
    return [seat.hand for seat in replay.states[version - 1].seats]


def moment(state: rules.State) -> Moment:
    """The round, phase and step of a state."""
    return Moment(state.round, state.phase, state.step)


def spans(replay: Replay, by: str) -> Iterator[Span]:
    """The spans of a replay, in order. `by`: one span for each `event`, each `intention`, or each `phase` or step."""
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
