"""Players as requests name them, and players and their tokens as answers describe them."""

from collections.abc import Sequence
from math import inf
from typing import Any

from events.entry import optional_timestamp, timestamp
from service.accounts import Access, Accounts, Player
from service.accounts.acts import Act
from service.accounts.players import Suspension
from service.accounts.tokens import ListedToken
from service.api.current import app
from service.api.problem import Problem


def find_player(id_or_handle: str) -> Player:
    """The player that a path names by id, or by `@` and the handle. Raises Problem 404."""
    found = app.backend.accounts.find(id_or_handle)
    if found is None:
        raise Problem("no_such_player", "there is no such player")
    return found


def find_present_player(id_or_handle: str) -> Player:
    """The same, but for deleted accounts. Raises Problem 404."""
    found = find_player(id_or_handle)
    if found.deleted:
        raise Problem("no_such_player", "there is no such player")
    return found


def described(player: Player) -> dict[str, Any]:
    """A player as JSON."""
    return {"id": player.id, "name": player.name, "kind": player.kind, "handle": player.handle}


def described_token(listed: ListedToken, access: Access) -> dict[str, Any]:
    """A token as JSON, without its secret. `access`: that of the request."""
    token = listed.token
    return {
        "id": listed.id,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": optional_timestamp(token.created_ms),
        "expires_at": optional_timestamp(token.expires_ms),
        "last_used_at": optional_timestamp(listed.used_ms),
        "current": listed.id == access.token,
    }


def described_suspension(suspension: Suspension) -> dict[str, Any]:
    """A suspension as JSON."""
    until_ms = None if suspension.until_ms == inf else int(suspension.until_ms)
    return {"reason": suspension.reason, "until": optional_timestamp(until_ms)}


def own_act(act: Act) -> dict[str, Any]:
    """An act as the players see whom it concerns."""
    shown = {"id": act.id, "kind": act.kind, "at": timestamp(act.ms), "reason": act.reason, "game": act.game}
    return {**shown, "until": optional_timestamp(act.until_ms), "note": act.note}


def described_acts(accounts: Accounts, acts: Sequence[Act]) -> list[dict[str, Any]]:
    """Acts as operators see them."""
    players = accounts.by_ids([each for act in acts for each in (act.player, act.by) if each])

    def named(player: str | None) -> dict[str, Any] | None:
        return described(players[player]) if player and player in players else None

    return [{**own_act(act), "player": named(act.player), "by": named(act.by)} for act in acts]
