"""How long a game's log may grow, and how often it may be rewound."""

import game as rules
from game.message import Message

MOVES_ONLY_FROM_VERSION = 10_000
"""A game has some hundred events. Joining, undo, rewinds and auto-ready never end, so they are refused from here."""

MAX_REWINDS = 1000
"""Of a game; each leaves a milestone of about 2 kB."""


def check_log_limit(state: rules.State) -> None:
    """Raises Refused(`log_full`) from MOVES_ONLY_FROM_VERSION on; moves do not ask, because they end by themselves."""
    if state.version >= MOVES_ONLY_FROM_VERSION:
        detail = Message(
            "a game with {count} events accepts no undo, rewind, auto-ready or new player",
            count=MOVES_ONLY_FROM_VERSION,
        )
        raise rules.Refused("log_full", detail)


def check_rewind_limit(state: rules.State) -> None:
    """Raises Refused(`log_full`) for the proposal after MAX_REWINDS."""
    if state.rewinds >= MAX_REWINDS:
        raise rules.Refused("log_full", Message("a game with {count} rewinds accepts no more", count=MAX_REWINDS))
