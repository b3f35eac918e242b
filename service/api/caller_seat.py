"""The seat that the caller plays."""

import game as rules
from service.accounts import Player
from service.api.errors import Problem
from service.games.access import check_access
from service.games.viewers import seat_of


def require_seat(state: rules.State, player: Player) -> int:
    """The seat that the player plays. Raises Problem 403 without a seat, 409 after a resignation and while away."""
    seat = require_own_seat(state, player)
    if state.seats[seat].away:
        raise Problem("seat_away", "a bot plays your seat until you return")
    return seat


def require_own_seat(state: rules.State, player: Player) -> int:
    """The seat of the player, who may be away from it. Raises Problem 403 without a seat, 409 after a resignation.

    Without a seat in a private game there is no such game: NoSuchGame.
    """
    check_access(state, player)
    seat = seat_of(state, player)
    if seat is not None:
        return seat
    if player.id in [other.player for other in state.seats]:
        raise Problem("resigned", "you have resigned; a bot plays your seat")
    raise not_seated()


def not_seated() -> Problem:
    """The caller is a spectator."""
    return Problem("not_seated", "you have no seat in this game")
