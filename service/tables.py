"""A game as its clients meet it: who sits where, and what the caller may see."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

import game as rules
from events import Key
from service.accounts import Accounts, Player
from service.bodies import digest
from service.errors import Problem

LONG = 10_000
"""Events; a game has some hundred. Undos, rewinds and wishes, and seats taken and left, would go on for ever."""


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


def check_spare(state: rules.State) -> None:
    """Raises Refused(`log_full`) once a game's log is so long that only moves are taken: they end by themselves."""
    if state.version >= LONG:
        raise rules.Refused("log_full", f"after {LONG} events a game takes moves only: what else there is has no end")


def seen(state: rules.State, player: Player, accounts: Accounts, open: bool = False) -> dict[str, Any]:
    """The player's view of the game, with the names and kinds of accounts; `open`: the game is over by now."""
    seat = seat_of(state, player)
    return named(rules.open_view(state, seat) if open else rules.view(state, seat), people(state, accounts))


def people(state: rules.State, accounts: Accounts) -> dict[str, Player]:
    """The accounts of those who play, by id; they are not in the log."""
    return accounts.by_ids([seat.player for seat in state.seats if seat.player and ":" not in seat.player])


def named(view: dict[str, Any], people: Mapping[str, Player]) -> dict[str, Any]:
    """The view with the names and kinds of these accounts, put in."""
    for seat in view["seats"]:
        if seat["player"] and seat["player"]["id"] in people:
            seat["player"] = people[seat["player"]["id"]]._asdict()
    return view


def request_key(player: Player, key: str | None, body: Any) -> Key:
    """The idempotency entry of a request: the client's key, or one of its own, which no other request has."""
    if key is not None and not 0 < len(key) <= 128:
        raise Problem(400, "bad_idempotency_key", "Idempotency-Key must have 1 to 128 characters")
    return Key(f"{player.id}:{key if key is not None else '~' + token_hex(8)}", digest(body))
