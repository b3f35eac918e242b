"""The moves that still stand after all undos and rewinds of a game are applied."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set

from game.declared import DECLARED, Event
from game.events import MOVES
from game.opening import GameStarted
from game.production import ReadyDeclared
from game.rewinds import Rewound
from game.undos import IntentionUndone


def undone_versions(events: Sequence[Event], first: int = 1, standing: Set[int] | None = None) -> frozenset[int]:
    """The versions of the moves among the events that an undo or a rewind took back.

    `first`: the version of the first of the events. `standing`: the versions of the moves that stand, if the events
    are not the whole game.
    """
    moves = {at for at, event in enumerate(events, first) if type(event) in MOVES}
    return frozenset(moves - ({at for at, _ in _standing(events)} if standing is None else standing))


Move = tuple[int, int | None]
"""A move: its version, and the seat whose event it is."""


def moves_after(
    moves: Sequence[Move], version: int, events: Sequence[Event], past: Mapping[int, Sequence[Move]]
) -> tuple[Move, ...]:
    """The moves that stand after more events, given those that stand at `version`.

    `past`: the moves that stood at the earlier versions to which rewinds among the events go back.
    """
    standing, kept = list(moves), {**past, version: tuple(moves)}
    targets = {event.to for event in events if isinstance(event, Rewound)}
    for at, event in enumerate(events, version + 1):
        if isinstance(event, Rewound):
            standing = list(kept[event.to])
        elif isinstance(event, IntentionUndone):  # drops the seat's own events from there on
            first = bisect_left(standing, event.group, key=lambda move: move[0])
            standing[first:] = [move for move in standing[first:] if move[1] != event.seat]
        elif type(event) in MOVES:
            standing.append((at, getattr(event, "seat", None)))
        if at in targets:
            kept[at] = tuple(standing)
    return tuple(standing)


def standing_groups(events: Sequence[Event]) -> list[list[tuple[int, Event]]]:
    """The moves that stand, with their versions, the deal first, in groups (see `group_moves`)."""
    return group_moves(_standing(events))


def group_moves(moves: Sequence[tuple[int, Event]]) -> list[list[tuple[int, Event]]]:
    """The moves that stand, with their versions, by groups: an intention and what the rules then did.

    Together they are a game without undos, rewinds and auto-ready that leads to the same cards and cubes.
    """
    groups: list[list[tuple[int, Event]]] = []
    for version, event in moves:
        if isinstance(event, ReadyDeclared):
            event = ReadyDeclared(event.seat)
        if isinstance(event, GameStarted) or DECLARED[type(event)].caused_by:
            groups.append([])
        groups[-1].append((version, event))
    return groups


def _standing(events: Sequence[Event]) -> list[tuple[int, Event]]:
    """The moves that stand, with their versions."""
    moves: list[tuple[int, Event]] = []
    for version in _after_rewinds(events):
        event = events[version - 1]
        if isinstance(event, IntentionUndone):  # drops the seat's own events from there on
            first = bisect_left(moves, event.group, key=lambda move: move[0])
            moves[first:] = [(v, m) for v, m in moves[first:] if getattr(m, "seat", None) != event.seat]
        elif type(event) in MOVES:
            moves.append((version, event))
    return moves


def _after_rewinds(events: Sequence[Event]) -> list[int]:
    """The versions that no rewind took back, ascending."""
    stretches: list[range] = []
    end = len(events)
    while end:
        rewinds = (at for at in range(end, 0, -1) if isinstance(events[at - 1], Rewound))
        last = next(rewinds, 0)
        stretches.append(range(last + 1, end + 1))
        rewound = events[last - 1] if last else None
        end = rewound.to if isinstance(rewound, Rewound) else 0
    return [version for stretch in reversed(stretches) for version in stretch]
