"""Players: register, and look at an account."""

from typing import Any

from flask import Response

from service.accounts import Player
from service.answers.players import Account, Registered
from service.auth import SECURITY, caller
from service.bodies import Resources
from service.errors import Problem
from service.here import here
from service.requests import NewPlayer

players = Resources("players", __name__, url_prefix="/v1/players", description="Accounts.")


@players.post("")
@players.arguments(NewPlayer)
@players.response(201, Registered)
def register(body: dict[str, str]) -> dict[str, str]:
    """Register a player; the token is shown this once."""
    player, token = here().accounts.register(body["name"].strip(), body["kind"])
    return {**player._asdict(), "token": token}


@players.get("/me")
@players.response(200, Account)
@players.doc(security=SECURITY)
def me() -> dict[str, Any]:
    """The caller's account."""
    return _account(caller())


@players.get("/<id>")
@players.response(200, Account)
@players.doc(security=SECURITY)
def player(id: str) -> dict[str, Any]:
    """A player's account."""
    caller()
    found = here().accounts.by_id(id)
    if found is None:
        raise Problem(404, "no_such_player", "there is no such player")
    return _account(found)


def _account(player: Player) -> dict[str, Any]:
    return {**player._asdict(), "statistics": here().lobby.counts(player.id)}


@players.after_request
def never_stored(response: Response) -> Response:
    """Accounts change without notice, and a registration holds a secret."""
    response.headers["Cache-Control"] = "no-store"
    return response
