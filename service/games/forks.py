"""Forks: what a new game takes over from a version of a finished one."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import game as rules
from events import Entry, Group, first_link
from events.chain import link
from projections.past import Past
from service.backend import Backend

MAX_GAP = 50
"""Entries that were taken back are read when they are no more than that in a row: a request costs as much."""
HASH_STEP = 16
"""Entries that are read at once, back from a version to the end of an append."""


class Source(NamedTuple):
    """A version to fork from: its state, how the fork names it, and the moves that lead to it."""

    state: rules.State
    origin: rules.Origin
    moves: list[Group]


def read_source(backend: Backend, game: str, version: int) -> Source:
    """The source of a fork, at a version that ends an event group."""
    past = backend.games.past_at(game, version)
    moves = _moves(backend, game, past)
    dealt = past.state.origin.dealt if past.state.origin else game
    head = _hash_at(backend, game, version).hex() if version else ""
    origin = rules.Origin(game, version, head, dealt, sum(len(group.events) for group in moves))
    return Source(past.state, origin, moves)


def read_moves(backend: Backend, origin: rules.Origin) -> list[Group]:
    """The moves that lead to a fork's origin, each with its actor there."""
    return _moves(backend, origin.game, backend.games.past_at(origin.game, origin.version))


def _moves(backend: Backend, game: str, past: Past) -> list[Group]:
    """The moves that stand, read in stretches, so that what was taken back is not read."""
    entries: dict[int, Entry] = {}
    for first, last in _stretches([version for version, _ in past.moves]):
        entries |= {entry.version: entry for entry in backend.log.read(game, first - 1, last)}
    groups = rules.group_moves([(version, entries[version].event) for version, _ in past.moves])
    return [Group(entries[group[0][0]].actor, [event for _, event in group]) for group in groups]


def _stretches(versions: Sequence[int]) -> list[list[int]]:
    """First and last version of stretches that hold all these versions, and between two of them no large gap."""
    found: list[list[int]] = []
    for version in versions:
        if found and version - found[-1][1] <= MAX_GAP:
            found[-1][1] = version
        else:
            found.append([version, version])
    return found


def _hash_at(backend: Backend, game: str, version: int) -> bytes:
    """The chain's hash at a version, computed from the end of the newest append before it."""
    first = version
    while True:
        first = max(0, first - HASH_STEP)
        entries = backend.log.read(game, first, version)
        ends = [at for at, entry in enumerate(entries) if entry.hash]
        if ends or not first:
            break
    computed = entries[ends[-1]].hash if ends else first_link(game)
    return reduce(link, entries[ends[-1] + 1 if ends else 0 :], computed)
