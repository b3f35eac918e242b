"""The registries of all events and intentions, and what follows from them. Each is declared in the file of its topic.

In the group of an intention the seat's own event comes first; what the rules then do by themselves follows.
"""

from game import (
    auto_ready,
    construction,
    draft,
    hosting,
    lobby,
    opening,
    outages,
    pauses,
    planning,
    production,
    rewinds,
    scoring,
    seating,
    solo,
    time_limits,
    undos,
)
from game.declared import DECLARED, EVENTS, INTENTION_TYPES, INTENTIONS, MOVE

__all__ = ["DECLARED", "EVENTS", "INTENTIONS", "INTENTION_TYPES"]

TOPICS = (
    *(auto_ready, construction, draft, hosting, lobby, opening, outages, pauses),
    *(planning, production, rewinds, scoring, seating, solo, time_limits, undos),
)
"""The files that declare events and intentions."""
SECRET = frozenset(name for name, declared in EVENTS.items() if declared.is_secret)
"""Names of events that not everybody may see whole. They are stored and hashed with a salt."""
GIVES_HANDS = frozenset(name for name, declared in EVENTS.items() if declared.gives_hands)
"""Names of events after which each seat has a new hand."""
SETTINGS = frozenset(
    name for name, declared in EVENTS.items() if declared.caused_by and INTENTION_TYPES[declared.caused_by].is_setting
)
"""Names of events of settings: who only changes one does not play."""
PLAYERS_ONLY = frozenset(name for name, declared in EVENTS.items() if declared.players_only)
"""Names of events that no bot causes, and no fork copies."""
MOVES = frozenset(declared.event for declared in EVENTS.values() if declared.kind is MOVE)
"""Events that an undo or a rewind takes back."""
