"""A game as its clients meet it: who sits where, and what the caller may see."""

from secrets import token_hex
from typing import Any

import game as rules
from events import Key
from service.accounts import Accounts, Player
from service.bodies import digest
from service.errors import Problem


def seat_of(state: rules.State, player: Player) -> int | None:
    """The seat that a player plays; None for a spectator, as who has resigned is: the seat's secrets are the bot's."""
    for index, seat in enumerate(state.seats):
        if seat.player == player.id and seat.bot is None:
            return index
    return None


def playing_seat(state: rules.State, player: Player) -> int:
    """The seat that the player plays. Raises Problem 403 or 409."""
    index = seat_of(state, player)
    if index is None and player.id in [seat.player for seat in state.seats]:
        raise Problem(409, "resigned", "you have resigned; a bot plays your seat")
    if index is None:
        raise Problem(403, "not_seated", "you have no seat in this game")
    return index


def seen(state: rules.State, player: Player, accounts: Accounts) -> dict[str, Any]:
    """The player's view of the game, with the names and kinds of accounts, which are not in the log."""
    view = rules.view(state, seat_of(state, player))
    names = accounts.by_ids([seat.player for seat in state.seats if seat.player and ":" not in seat.player])
    for seat in view["seats"]:
        if seat["player"] and seat["player"]["id"] in names:
            seat["player"] = names[seat["player"]["id"]]._asdict()
    return view


def request_key(player: Player, key: str | None, body: Any) -> Key:
    """The idempotency entry of a request: the client's key, or one of its own, which no other request has."""
    if key is not None and not 0 < len(key) <= 128:
        raise Problem(400, "bad_idempotency_key", "Idempotency-Key must have 1 to 128 characters")
    return Key(f"{player.id}:{key if key is not None else '~' + token_hex(8)}", digest(body))
