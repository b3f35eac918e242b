"""A game at an earlier version: its state, and the moves that stand then."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import game as rules
from game.declared import Event
from game.standing import Move, moves_after


class Past(NamedTuple):
    """A game at a version. `moves`: those that stand then, ascending."""

    state: rules.State = rules.State()
    moves: tuple[Move, ...] = ()

    @property
    def version(self) -> int:
        return self.state.version


def after_events(past: Past, events: Sequence[Event], known: Mapping[int, Past]) -> Past:
    """A game after more events. `known`: the versions before `past` that rewinds lead to."""
    states = {version: each.state for version, each in known.items()}
    moves = {version: each.moves for version, each in known.items()}
    return Past(rules.fold(events, past.state, states), moves_after(past.moves, past.version, events, moves))
