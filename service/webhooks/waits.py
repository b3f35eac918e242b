"""When a game begins to wait for a seat: people are told of it once, not again after each of their own moves."""

from typing import Any

import game as rules
from projections.games import Loaded
from service.backend import Backend

REWOUND = "rewound"
MAX_REWINDS = 20
"""The most rewinds of a stage that are looked at: the newest ones."""


def accounts_of(state: rules.State) -> list[int]:
    """The seats of people and bot accounts, ascending, also of those who are away or have resigned."""
    return [index for index, seat in enumerate(state.seats) if seat.player and not seat.player.startswith("bot:")]


def has_others(state: rules.State) -> bool:
    """Whether several accounts have seats, so that one waits for another."""
    return len(accounts_of(state)) > 1


def stage_of(state: rules.State) -> list[Any]:
    """The hand, phase or step that the game is in.

    Where strategies have all other seats, a phase counts as one: what follows in it, follows from the player's moves.
    """
    return [state.since] if has_others(state) else [state.round, state.phase]


def is_asked(state: rules.State, seat: int) -> bool:
    """Whether the game waits for the player of a seat, and not for a strategy in its place."""
    return seat in rules.waiting_on(state) and state.seats[seat].bot is None and not state.seats[seat].expired


def wait_of(backend: Backend, loaded: Loaded, seat: int | None = None) -> list[Any]:
    """What differs whenever the game begins to wait for a seat (None: for any), and stays the same until then.

    It is a function of the log: the stage, its newest rewind that made the seat due again, and the newest pause.
    """
    state = loaded.state
    rewind = _newest_rewind(backend, state, seat) if state.rewinds and has_others(state) else 0
    return [*stage_of(state), rewind, state.resumed]


def _newest_rewind(backend: Backend, state: rules.State, seat: int | None) -> int:
    """The version of the newest rewind since the stage began before which the seat had nothing to do; 0 without one."""
    entries = backend.log.read(state.id, state.since, upto=state.version)
    rewinds = [entry.version for entry in entries if entry.name == REWOUND]
    for version in rewinds[: -MAX_REWINDS - 1 : -1]:
        if seat is None or not is_asked(backend.games.state_at(state.id, version - 1), seat):
            return version
    return 0
