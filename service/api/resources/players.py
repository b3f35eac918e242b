"""Players: register, look at an account, change your own, delete it."""

from typing import Any

from flask import Response

from bots import STRATEGIES
from projections.record.outcomes import is_strategy
from service.accounts import Player
from service.accounts.deletion import delete_account
from service.accounts.recovery import renew_code
from service.accounts.registration import register, register_once, was_registered
from service.accounts.rename import change_player
from service.accounts.stored_token import ADMIN
from service.api.auth import access, caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.limiting import count_costly
from service.api.newcomers import admit_registration
from service.api.people import described, find_player
from service.api.request_headers import MIN_SECRET_KEY_CHARACTERS, client_key, request_digest
from service.api.responses import NEVER_COMPRESSED, REVALIDATE, add_vary, json_response, no_content, secrets_response
from service.api.schemas.players import Account, NewRecoveryCode, Registered
from service.api.schemas.record import PlayerStatistics
from service.api.schemas.requests import ChangedPlayer, NewPlayer
from service.games.lists import ME
from service.games.records import rating_facts, statistics_facts

players = Resources("players", "/v1/players", "Accounts.")
registration = Resources("registration", "/v1/players", "Getting an account.", token=False)


@registration.post("")
@registration.operation(
    "registerPlayer",
    parameters=("RegistrationKey",),
    problems=("handle_taken", "proof_required", "quota_exceeded", "registration_closed"),
)
@registration.response(201, Registered, "The new account, with its token.", headers=("Location",))
@registration.arguments(NewPlayer)
def register_player(body: dict[str, Any]) -> Response:
    """Register a player. The token and the recovery code are shown only in this answer.

    With an `Idempotency-Key` you can send the request again for an hour: you get the same account and secrets. When the
    service is flooded, it asks for a proof of work: see `GET /v1/registration`.
    """
    name, kind, handle = body["name"], body.get("kind", "human"), body.get("handle")
    key, accounts = client_key(MIN_SECRET_KEY_CHARACTERS), app.backend.accounts
    if key is None or not was_registered(accounts, key):
        admit_registration(body.get("proof"), key)
    if key is None:
        made = register(accounts, name, kind, handle)
    else:
        digest = request_digest([name, kind] if handle is None else [name, kind, handle])
        made = register_once(accounts, name, kind, handle, key, digest)
    return secrets_response(made)


@players.get("/me")
@players.operation("getMe", while_suspended=True)
@players.response(200, Account, "Your account.")
def me() -> Response:
    """Your account."""
    return _account(caller())


@players.patch("/me")
@players.operation("changeMe", problems=("handle_taken", "name_held", "too_many_handles"), scope=ADMIN)
@players.response(200, Account, "Your account from now on.")
@players.arguments(ChangedPlayer)
def change(body: dict[str, str]) -> Response:
    """Change your name or your handle. All games show the new name, past ones too.

    Your old handles stay reserved to you. You can have ten over the life of the account.
    """
    count_costly(caller())
    return _account(change_player(app.backend.accounts, access(), body.get("name"), body.get("handle")))


@players.delete("/me")
@players.operation("deleteMe", scope=ADMIN, while_suspended=True)
@players.response(204, description="The account is deleted.")
def delete() -> Response:
    """Delete your account, for ever. Its tokens end, and you leave your open games and resign those under way.

    The games stay: they show "a former player". The account leaves all leaderboards.
    """
    delete_account(app.backend.accounts, access())
    app.backend.record.leave_boards(caller().id)  # if this process dies here, the job that leaves the games does it
    app.webhooks.forget_account(caller().id)
    return no_content()


@players.post("/me/recovery-code")
@players.operation("renewRecoveryCode", scope=ADMIN)
@players.response(201, NewRecoveryCode, "The new code.")
def renew() -> Response:
    """Get a new recovery code. The old one is worth nothing from now on."""
    return json_response({"recovery_code": renew_code(app.backend.accounts, access())}, 201, NEVER_COMPRESSED)


@players.get("/<id>")
@players.operation("getPlayer", problems=("no_such_player",))
@players.response(200, Account, "The account.")
def player(id: str) -> Response:
    """A player's account, by id or by `@` and the handle."""
    return _account(find_player(id))


@players.get("/<id>/statistics")
@players.operation("getStatistics", problems=("no_such_player",), conditional=True)
@players.response(200, PlayerStatistics, "The statistics.")
def show_statistics(id: str) -> Response:
    """A player's finished games in numbers, by mode. The player: `me`, an id, `@` and a handle, or `bot:<strategy>`."""
    if is_strategy(id) and id.removeprefix("bot:") in STRATEGIES:
        facts = statistics_facts(app.backend, id, None)
    else:
        found = caller() if id == ME else find_player(id)
        facts = statistics_facts(app.backend, found.id, found)
    response = json_response(facts, cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    return response


def _account(player: Player) -> Response:
    parts = app.backend
    counters, rating = parts.lobby.read_counters(player.id), rating_facts(parts.record.rating(player.id))
    return json_response({**described(player), "statistics": counters, "rating": rating})
