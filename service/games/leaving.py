"""Leaving a game: a free seat before the start, a resignation afterwards."""

from secrets import token_hex

import game as rules
from events import Group, IdempotencyKey
from projections.games import Loaded
from projections.notices import Notices
from service.accounts import Player
from service.backend import Backend
from service.games.starting import forget_secrets
from service.games.viewers import seat_of
from service.games.write import Decided, write


def leave_seat(state: rules.State, seat: int, player: Player) -> Decided:
    """What happens when a player leaves their seat. Raises Refused."""
    events = rules.leave(state, seat)
    return Decided([Group(player.id, events)], rules.fold(events, state))


def leave_for_good(backend: Backend, game: str, player: Player) -> bool:
    """Take a player whose account is deleted or suspended out of a game: from the seat, or from the invited.

    Returns whether there was anything to leave.
    """

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        seat = seat_of(state, player)
        try:
            if seat is not None:
                return leave_seat(state, seat, player)
            events = rules.withdraw(state, None, player.id)
        except rules.Refused:  # the game is over, or has nothing of the player
            return Decided()
        return Decided([Group(player.id, events)], rules.fold(events, state))

    written = write(backend.games, game, IdempotencyKey(f"depart:{token_hex(8)}", b"depart"), decide)
    forget_secrets(backend, game, written.state)
    return bool(written.entries)


def tell_player(backend: Backend, game: str, player: str) -> None:
    """Let the streams and the webhooks of a player look at a game again.

    Nobody else tells who has left it, or is invited no more. What waits once they are back would look as it did before.
    """
    Notices(backend.confirmed, backend.keys, backend.clock).send_to(game, [player])
