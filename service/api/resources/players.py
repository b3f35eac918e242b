"""Players: register, and look at an account."""

from flask import Response, url_for

from service.accounts import Player
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import backend
from service.api.description.operations import Answer
from service.api.errors import Problem
from service.api.idempotency import MIN_SECRET_KEY_CHARACTERS, client_key, request_digest
from service.api.responses import json_response, mark_repeated
from service.api.schemas.players import ACCOUNT, REGISTERED
from service.api.schemas.requests import NEW_PLAYER

players = Resources("players", "/v1/players", "Accounts.")
registration = Resources("registration", "/v1/players", "Getting an account.", token=False)

NEVER_COMPRESSED = "no-store, no-transform"
"""The answer shows a secret, the token, beside a text that somebody else may have chosen, the name. The size of a
compressed answer tells how much of the secret the text repeats (the BREACH attack)."""


@registration.post("")
@registration.operation(
    "registerPlayer",
    Answer(201, "The new account, with its token.", REGISTERED, ("Location",)),
    parameters=("RegistrationKey",),
)
@registration.body(NEW_PLAYER)
def register(body: dict[str, str]) -> Response:
    """Register a player. The token is shown only in this answer.

    With an `Idempotency-Key` you can send the request again for an hour: you get the same account and token.
    """
    accounts, name, kind = backend().accounts, body["name"].strip(), body.get("kind", "human")
    key, repeated = client_key(MIN_SECRET_KEY_CHARACTERS), False
    if key is None:
        player, token = accounts.register(name, kind)
    else:
        player, token, repeated = accounts.register_once(name, kind, key, request_digest([name, kind]))
    response = json_response({**player._asdict(), "token": token}, 201, NEVER_COMPRESSED)
    response.headers["Location"] = url_for("players.player", id=player.id)
    return mark_repeated(response, repeated)


@players.get("/me")
@players.operation("getMe", Answer(200, "Your account.", ACCOUNT))
def me() -> Response:
    """Your account."""
    return _account(caller())


@players.get("/<id>")
@players.operation("getPlayer", Answer(200, "The account.", ACCOUNT), problems=("no_such_player",))
def player(id: str) -> Response:
    """A player's account."""
    caller()
    found = backend().accounts.by_id(id)
    if found is None:
        raise Problem("no_such_player", "there is no such player")
    return _account(found)


def _account(player: Player) -> Response:
    return json_response({**player._asdict(), "statistics": backend().lobby.read_counters(player.id)})
