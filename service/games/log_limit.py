"""How long a game's log may grow."""

import game as rules

MAX_EVENTS_FOR_ALL_REQUESTS = 10_000
"""A game has some hundred events. Undos, rewinds, auto-ready settings and seat changes could go on without end."""


def check_log_limit(state: rules.State) -> None:
    """Raises Refused(`log_full`) when the log is so long that the game accepts only moves, which end by themselves."""
    if state.version >= MAX_EVENTS_FOR_ALL_REQUESTS:
        detail = f"a game with {MAX_EVENTS_FOR_ALL_REQUESTS} events accepts only moves"
        raise rules.Refused("log_full", detail)
