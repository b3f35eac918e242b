"""Tokens: those of your account, by which your devices and programs log in."""

from typing import Any

from flask import Response

from service.accounts.stored_token import ADMIN, ANY, OPERATOR
from service.accounts.tokens import (
    DEFAULT_OVERLAP_SECONDS,
    MAX_TOKENS,
    create_token,
    list_tokens,
    revoke_token,
    rotate_token,
)
from service.api.auth import access, require_operator
from service.api.blueprint import Resources
from service.api.current import app
from service.api.people import described_token
from service.api.responses import NEVER_COMPRESSED, PRIVATE_NO_STORE, json_response, no_content
from service.api.schemas.requests import NewToken, Rotation
from service.api.schemas.tokens import ShownToken, Token

tokens = Resources("tokens", "/v1/tokens", "Logging in.")
CURRENT = "current"
"""As the id of a token: that of the request."""


@tokens.get("")
@tokens.operation("listTokens", scope=ADMIN)
@tokens.response(200, Token.listed(MAX_TOKENS), "Your tokens, oldest first.")
def show() -> Response:
    """Your tokens, without their secrets."""
    found = list_tokens(app.backend.accounts, access().player.id)
    return json_response([described_token(each, access()) for each in found], cache_control=PRIVATE_NO_STORE)


@tokens.post("")
@tokens.operation("createToken", problems=("not_operator", "too_many_tokens"), scope=ADMIN)
@tokens.response(201, ShownToken, "The token. Its secret is only in this answer.")
@tokens.arguments(NewToken)
def create(body: dict[str, Any]) -> Response:
    """A new token, for another device or program. It can have the scopes that yours has.

    `read`: everything that GET gives, and streams. `play`: everything at tables. `bot`: decisions of strategies,
    and webhooks. `admin`: the account itself. `operator`: acts on others; only for operators of the service, whose
    token needs only `admin` to make one.
    """
    if OPERATOR in body["scopes"]:
        require_operator()
    token, secret = create_token(app.backend.accounts, access(), body["name"], body["scopes"], body.get("expires_in"))
    return json_response({**described_token(token, access()), "token": secret}, 201, NEVER_COMPRESSED)


@tokens.delete("/<id>")
@tokens.operation("revokeToken", problems=("no_such_token", "scope_missing"), scope=ANY, while_suspended=True)
@tokens.response(204, description="The token is worth nothing from now on.")
def revoke(id: str) -> Response:
    """Revoke a token. `current` is the token of the request, which needs no scope for this.

    Streams that it opened end within a second.
    """
    if _id(id) != access().token:
        access().require(ADMIN)
    revoke_token(app.backend.accounts, access(), _id(id))
    return no_content()


@tokens.post("/<id>/rotation")
@tokens.operation("rotateToken", problems=("no_such_token",), scope=ADMIN)
@tokens.response(201, ShownToken, "The token. Its new secret is only in this answer.")
@tokens.arguments(Rotation)
def rotate(body: dict[str, Any], id: str) -> Response:
    """Give a token (`current`: that of the request) a new secret. The old one stays good for `overlap` seconds.

    So you can rotate once more if the answer gets lost. If somebody else knows the old secret, send `overlap` 0.
    """
    overlap = body.get("overlap", DEFAULT_OVERLAP_SECONDS)
    token, secret = rotate_token(app.backend.accounts, access(), _id(id), overlap)
    return json_response({**described_token(token, access()), "token": secret}, 201, NEVER_COMPRESSED)


def _id(id: str) -> str:
    return access().token if id == CURRENT else id
