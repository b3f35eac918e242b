"""Players: register, and look at an account."""

from typing import Any

from flask import Response

from service.accounts import Player
from service.api.auth import SECURITY, caller
from service.api.bodies import Resources
from service.api.current import backend
from service.api.errors import Problem
from service.api.responses import NO_STORE
from service.api.schemas.players import Account, Registered
from service.api.schemas.requests import NewPlayer

players = Resources("players", __name__, url_prefix="/v1/players", description="Accounts.")


@players.post("")
@players.arguments(NewPlayer)
@players.response(201, Registered)
def register(body: dict[str, str]) -> dict[str, str]:
    """Register a player. The token is shown only in this answer."""
    player, token = backend().accounts.register(body["name"].strip(), body["kind"])
    return {**player._asdict(), "token": token}


@players.get("/me")
@players.response(200, Account)
@players.doc(security=SECURITY)
def me() -> dict[str, Any]:
    """Your account."""
    return _account(caller())


@players.get("/<id>")
@players.response(200, Account)
@players.doc(security=SECURITY)
def player(id: str) -> dict[str, Any]:
    """A player's account."""
    caller()
    found = backend().accounts.by_id(id)
    if found is None:
        raise Problem(404, "no_such_player", "there is no such player")
    return _account(found)


def _account(player: Player) -> dict[str, Any]:
    return {**player._asdict(), "statistics": backend().lobby.read_counters(player.id)}


@players.after_request
def _never_stored(response: Response) -> Response:
    """Statistics change without notice, and a registration holds a secret."""
    response.headers["Cache-Control"] = NO_STORE
    return response
