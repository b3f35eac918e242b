"""Your data: what the service stores about your account, in one answer."""

from collections.abc import Iterator

from flask import Response, request
from redis.exceptions import RedisError

from service.accounts import Access
from service.accounts.stored_token import ADMIN
from service.api.auth import access
from service.api.blueprint import Resources
from service.api.current import app
from service.api.description.operations import BYTES, NDJSON
from service.api.errors import Problem
from service.api.own_data import own_rows
from service.api.responses import PRIVATE_NO_STORE, to_json
from service.backend import Backend
from service.limits.tries import seconds_until_next

exports = Resources("exports", "/v1/players/me/export", "Your data.")
EXPORT_SECONDS = 60
"""Between two exports of an account: one of 1,000 games takes about a second."""


@exports.get("")
@exports.operation("exportMe", problems=("too_many_exports",), scope=ADMIN, while_suspended=True)
@exports.response(200, BYTES, "JSON Lines, each with a `type`; the last one is `end`.", content_type=NDJSON)
def export() -> Response:
    """What the service stores about you: account, tokens, blocks, webhooks, statistics, and every game.

    The last row, `end`, counts the rows before it: without it, the answer broke off. For the log of a finished game,
    ask `GET /v1/games/{id}/log`.
    """
    parts = app.backend
    marker = parts.keys.lobby(f"exported:{access().player.id}")
    if request.method == "GET" and (seconds := seconds_until_next(parts.redis, marker, EXPORT_SECONDS)):
        raise Problem("too_many_exports", "you got an export only just now", {"Retry-After": str(seconds)})
    return Response(_lines(parts, access()), headers={"Cache-Control": PRIVATE_NO_STORE}, content_type=NDJSON)


def _lines(backend: Backend, access: Access) -> Iterator[str]:
    """The rows as text. They are made after the request's context has ended. Without the store, they break off."""
    try:
        for row in own_rows(backend, access):
            yield f"{to_json(row)}\n"
    except RedisError:
        return
