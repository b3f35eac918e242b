"""Who comes to one table: nobody together with an account that one of the two has blocked."""

from collections.abc import Callable
from typing import TypeVar

import game as rules
from events import Conflict
from service.accounts.blocks import Apart, read_apart
from service.backend import Backend

MAX_ATTEMPTS = 12
Result = TypeVar("Result")


class Unasked(Exception):
    """Somebody sat down after it was asked who is kept apart: ask again."""


def seated_accounts(state: rules.State) -> frozenset[str]:
    """The accounts at the table."""
    return frozenset(seat.player for seat in state.seats if seat.player and ":" not in seat.player)


def check_company(state: rules.State, player: str, apart: Apart) -> None:
    """Check that a player may come to the table. Raises Unasked; Refused `blocked`, for both alike."""
    others = seated_accounts(state)
    if player in others:
        return
    if not others <= apart.known:
        raise Unasked
    if others & apart.apart:
        raise blocked()


def blocked() -> rules.Refused:
    """Two players do not come to one table."""
    return rules.Refused("blocked", "two players at this table would not play with each other")


def in_company(backend: Backend, game: str, player: str, act: Callable[[Apart], Result]) -> Result:
    """Do what brings a player to a table. `act` gets whom they do not meet, and checks that on the newest state.

    Raises Conflict if others sit down again and again meanwhile.
    """
    for _ in range(MAX_ATTEMPTS):
        state = backend.games.load(game).state
        try:
            return act(read_apart(backend.accounts, player, seated_accounts(state)))
        except Unasked:
            continue
    raise Conflict(game, state.version, state.version + 1)
