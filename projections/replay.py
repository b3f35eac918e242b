"""Replay: a game version by version, with the state after every entry and the versions that were undone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import sleep
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from events import Entry, Log
from game.rewinds import Rewound
from projections.past import Past

STRETCH = 256
"""Entries that are read, decoded or folded before others of the process have their turn: less than 10 ms of CPU."""
OVERLAP = 16
"""Entries before a stretch, and after it, that are read with it. The chain is checked from one end of an append to
another, and few appends have more entries."""
MAX_SPAN = 500
"""The most entries that one frame shows. No phase or step has more, unless somebody acts without end."""
KEPT_STRETCHES, KEPT_STANDINGS = 32, 256
"""A stretch with its states has about 1 MB."""


class Moment(NamedTuple):
    """Round, phase and step of a state; of a filter, None stands for any."""

    round: int | None
    phase: str | None
    step: str | None


class Step(NamedTuple):
    """An entry, and the state after it."""

    entry: Entry
    state: rules.State


class Replay(NamedTuple):
    """All steps of a game so far, and the versions that were undone."""

    steps: Sequence[Step]
    undone: frozenset[int]


def read_slowly(log: Log, game: str, after: int = 0, most: int | None = None) -> Iterator[list[Entry]]:
    """At most `most` entries of a game after a version, in stretches. Between them others have their turn."""
    read = 0
    while most is None or read < most:
        wanted = STRETCH if most is None else min(STRETCH, most - read)
        entries = read_stretch(log, game, after + read, after + read + wanted)
        if entries:
            yield entries
        if len(entries) < wanted:
            return
        read += len(entries)
        sleep(0)


def read_stretch(log: Log, game: str, after: int, upto: int) -> list[Entry]:
    """The entries with versions after < v <= upto, and checked as far as OVERLAP allows. Raises DamagedLog."""
    first = max(0, after - OVERLAP)
    return log.read(game, first, upto + OVERLAP)[after - first : upto - first]


def build_replay(entries: Sequence[Entry]) -> Replay:
    """The replay of a whole log."""
    events = [entry.event for entry in entries]
    steps = [*map(Step, entries, rules.states(events))]
    return Replay(steps, rules.undone_versions(events))


class Replays:
    """States of games after each of their entries. The stretches that were used last are kept.

    `past_at`: a game at an earlier version. Each call folds as much as it needs, from there.
    """

    def __init__(self, log: Log, past_at: Callable[[str, int], Past]) -> None:
        self._log = log
        self._past_at = past_at
        self._kept: LRUCache[tuple[str, int], list[Step]] = LRUCache(KEPT_STRETCHES)
        self._standing: LRUCache[tuple[str, bytes], frozenset[int]] = LRUCache(KEPT_STANDINGS)

    def walk(self, game: str, first: int, last: int) -> Iterator[Step]:
        """The steps from version `first` to `last`, which the game has reached."""
        for start in range((first - 1) // STRETCH * STRETCH, last, STRETCH):
            end = min(last, start + STRETCH)
            newest = self._log.read(game, end - 1, end)
            if not newest:
                raise LookupError(f"game {game} has no version {end}")
            yield from self._stretch(game, start, newest[0])[max(0, first - 1 - start) : end - start]

    def state_after(self, game: str, entry: Entry) -> rules.State:
        """The state of a game after this entry of it."""
        start = (entry.version - 1) // STRETCH * STRETCH
        return self._stretch(game, start, entry)[entry.version - start - 1].state

    def undone(self, game: str, version: int, head: bytes, entries: Sequence[Entry]) -> frozenset[int]:
        """Which of the entries were undone by now. `version`, `head`: the newest ones of the game."""
        standing = self._standing.get((game, head))
        if standing is None:
            standing = frozenset([at for at, _ in self._past_at(game, version).moves])
            self._standing[game, head] = standing
        return rules.undone_versions([entry.event for entry in entries], entries[0].version, standing)

    def _stretch(self, game: str, start: int, upto: Entry) -> list[Step]:
        """The steps after version `start`, up to this entry or further."""
        kept = self._kept.get((game, start), [])
        if len(kept) >= upto.version - start and kept[upto.version - start - 1].entry == upto:
            return kept
        entries = read_stretch(self._log, game, start, start + STRETCH)
        if kept and len(kept) <= len(entries) and entries[len(kept) - 1] == kept[-1].entry:
            steps, state = [*kept], kept[-1].state
        else:  # it is not known, or the server lost its last second
            steps, state = [], self._past_at(game, start).state
        states = {each.version: each for each in (state, *[step.state for step in steps])}
        for entry in entries[len(steps) :]:
            event = entry.event
            if not isinstance(event, Rewound):
                state = rules.evolve(state, event)
            elif event.to in states:
                state = rules.fold([event], state, states)
            else:
                state = self._past_at(game, entry.version).state
            states[entry.version] = state
            steps.append(Step(entry, state))
        sleep(0)
        self._kept[game, start] = steps
        return steps


def hands_of(state: rules.State) -> list[Sequence[str]]:
    """The hands of a state, by seat."""
    return [seat.hand for seat in state.seats]


def moment(state: rules.State) -> Moment:
    """The round, phase and step of a state."""
    return Moment(state.round, state.phase, state.step)


def spans(steps: Iterable[Step], by: str) -> Iterator[list[Step]]:
    """The steps in order, as frames show them together. `by`: each `event`, each `intention`, or each `phase` or step.

    A frame has MAX_SPAN steps at most.
    """
    span: list[Step] = []
    for step in steps:
        if span and (len(span) == MAX_SPAN or _begins_span(span[-1], step, by)):
            yield span
            span = []
        span.append(step)
    if span:
        yield span


def _begins_span(before: Step, step: Step, by: str) -> bool:
    if by == "phase":
        return moment(before.state) != moment(step.state)
    return by == "event" or step.entry.group == step.entry.version
