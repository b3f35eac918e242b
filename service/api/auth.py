"""Authentication: bearer tokens (RFC 6750)."""

from typing import cast

from flask import g, request

from service.accounts import Player
from service.api.current import backend
from service.api.errors import Problem


def caller() -> Player:
    """The player whose token the request carries. Raises Problem 401."""
    if "player" not in g:
        authenticate()
    return cast(Player, g.player)


def authenticate() -> None:
    """Find the player before anything else of the request is read. Raises Problem 401.

    OPTIONS needs no token: browsers send it without one.
    """
    if request.method == "OPTIONS":
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Problem("token_missing", "send your token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"})
    player = backend().accounts.by_token(token.strip())
    if player is None:
        challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        raise Problem("token_unknown", "this token is not known", challenge)
    g.player = player
