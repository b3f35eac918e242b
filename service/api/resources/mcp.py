"""The door for agents: one address that speaks the Model Context Protocol. Read `service/api/mcp/` next."""

from flask import Response, request

from service.accounts.stored_token import BOT
from service.api.blueprint import Resources
from service.api.bodies import read_json
from service.api.cors import ANY_ORIGIN
from service.api.current import app
from service.api.description.operations import JSON
from service.api.errors import Problem
from service.api.mcp.messages import INVALID_REQUEST, PARSE_ERROR, Fault, answer, read_message, refusal
from service.api.mcp.methods import SERVER, answer_to
from service.api.responses import PRIVATE_NO_STORE, json_response
from service.api.schemas.mcp import RPC_REQUEST, RPC_RESPONSE

mcp = Resources("mcp", "", "The Model Context Protocol, for agents.")
_CODES = {"invalid_json": PARSE_ERROR, "not_json": INVALID_REQUEST}
"""Problems of a body that are told as JSON-RPC."""


@mcp.post("/mcp")
@mcp.operation(
    "speakMcp",
    content={JSON: RPC_REQUEST},
    scope=BOT,
    rpc_statuses=(400, 403, 404),
)
@mcp.response(200, RPC_RESPONSE, "The response.")
@mcp.response(202, description="It was a notification.")
def speak() -> Response:
    """A message of an agent. `tools/list` tells what it can do."""
    try:
        _check_origin()
        message = read_message(_body(), _header)
        if message.id is None:
            return Response(status=202, headers={"Cache-Control": PRIVATE_NO_STORE})
        try:
            result = answer_to(message)
        except Fault as fault:
            fault.request = message.id
            fault.status = fault.status if message.is_stateless else 200  # clients of older revisions read no other
            raise
    except Fault as fault:
        return json_response(refusal(fault), fault.status, PRIVATE_NO_STORE)
    return json_response(answer(message, result, SERVER), cache_control=PRIVATE_NO_STORE)


def _header(name: str) -> str | None:
    """The value of a header; None also for an empty one, which counts as none."""
    return request.headers.get(name) or None


def _check_origin() -> None:
    """Let a browser send the request only from a page of this host, or of an origin that the settings name.

    Otherwise any page could speak to a service on the machine of its reader. Raises Fault.
    """
    origin, allowed = _header("Origin"), app.backend.settings.cors_origins
    own = origin is not None and origin.partition("://")[2] == request.host
    if not (origin is None or own or origin in allowed or ANY_ORIGIN in allowed):
        raise Fault(INVALID_REQUEST, "pages of this origin may not use the service", 403)


def _body() -> object:
    """The JSON value of the body. Raises Fault, and Problem for one that is too large or does not arrive."""
    try:
        return read_json(request._get_current_object())  # type: ignore[attr-defined]
    except Problem as problem:
        if problem.code not in _CODES:
            raise
        raise Fault(_CODES[problem.code], problem.detail) from None
