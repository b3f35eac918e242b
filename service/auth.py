"""Who is asking: bearer tokens (RFC 6750)."""

from typing import cast

from flask import g, request

from service.accounts import Player
from service.errors import Problem
from service.here import here

SECURITY: list[dict[str, list[str]]] = [{"bearer": []}]
"""How a resource is described that wants a token."""


def caller() -> Player:
    """The player who asks. Raises Problem 401."""
    if "player" not in g:
        authenticate()
    return cast(Player, g.player)


def authenticate() -> None:
    """Find the player whose token the request carries, before anything else is looked at. Raises Problem 401."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Problem(401, "token_missing", "send your token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"})
    player = here().accounts.by_token(token.strip())
    if player is None:
        challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        raise Problem(401, "token_unknown", "this token is not known", challenge)
    g.player = player
