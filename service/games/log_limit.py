"""How long a game's log may grow."""

import game as rules

MOVES_ONLY_FROM_VERSION = 10_000
"""A game has some hundred events. Joining, undo, rewinds and auto-ready never end, so they are refused from here."""


def check_log_limit(state: rules.State) -> None:
    """Raises Refused(`log_full`) from MOVES_ONLY_FROM_VERSION on; moves do not ask, because they end by themselves."""
    if state.version >= MOVES_ONLY_FROM_VERSION:
        detail = f"a game with {MOVES_ONLY_FROM_VERSION} events accepts no undo, rewind, auto-ready or new player"
        raise rules.Refused("log_full", detail)
