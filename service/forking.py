"""What a fork takes over from its origin."""

import game as rules
from events import Entry, Group
from events.chain import links
from service.backend import Backend


def origin_at(backend: Backend, game: str, version: int) -> tuple[rules.State, rules.Origin, list[Group]]:
    """The state at a version of a finished game where it rested, what a fork from there says of it, and its moves."""
    entries = backend.log.read(game, upto=version)
    source = rules.fold(entry.event for entry in entries)
    head = [*links(game, entries)][-1].hex() if entries else ""
    dealt = source.origin.dealt if source.origin else game
    made = _moves(entries)
    return source, rules.Origin(game, version, head, dealt, sum(len(group.events) for group in made)), made


def moves(backend: Backend, origin: rules.Origin) -> list[Group]:
    """The moves that stand at that version, with who made them there."""
    return _moves(backend.log.read(origin.game, upto=origin.version))


def _moves(entries: list[Entry]) -> list[Group]:
    groups = rules.effective([entry.event for entry in entries])
    return [Group(entries[group[0][0] - 1].actor, [event for _, event in group]) for group in groups]
