"""Players as requests name them, and players and their tokens as answers describe them."""

from typing import Any

from events.entry import optional_timestamp
from service.accounts import Access, Player
from service.accounts.tokens import ListedToken
from service.api.current import app
from service.api.errors import Problem


def find_player(id_or_handle: str) -> Player:
    """The player that a path names by id, or by `@` and the handle. Raises Problem 404."""
    found = app.backend.accounts.find(id_or_handle)
    if found is None:
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
