"""Forks: what a new game takes over from a version of a finished one."""

from typing import NamedTuple

import game as rules
from events import Entry, Group
from events.chain import links
from service.backend import Backend


class Source(NamedTuple):
    """A version to fork from: its state, how the fork names it, and the moves that lead to it."""

    state: rules.State
    origin: rules.Origin
    moves: list[Group]


def read_source(backend: Backend, game: str, version: int) -> Source:
    """The source of a fork, at a version that ends an event group."""
    entries = backend.log.read(game, upto=version)
    state = rules.fold(entry.event for entry in entries)
    head = [*links(game, entries)][-1].hex() if entries else ""
    dealt = state.origin.dealt if state.origin else game
    moves = _moves(entries)
    return Source(state, rules.Origin(game, version, head, dealt, sum(len(group.events) for group in moves)), moves)


def read_moves(backend: Backend, origin: rules.Origin) -> list[Group]:
    """The moves that lead to a fork's origin, each with its actor there."""
    return _moves(backend.log.read(origin.game, upto=origin.version))


def _moves(entries: list[Entry]) -> list[Group]:
    groups = rules.standing_groups([entry.event for entry in entries])
    return [Group(entries[group[0][0] - 1].actor, [event for _, event in group]) for group in groups]
