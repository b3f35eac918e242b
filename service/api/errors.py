"""Errors as problem+json (RFC 9457) with a stable `code`: the one map from causes to HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from flask import Flask, Response, json, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, InternalServerError

from events import Conflict
from game import Refused
from game.shapes import MAX_FAULTS, Mismatch, escape
from service.games.write import KeyReused, NoSuchGame

UNPROCESSABLE = frozenset(
    {
        "ambiguous_space",
        "invalid_batch",
        "invalid_deck",
        "invalid_intention",
        "invalid_options",
        "invalid_view",
        "not_supported",
        "unknown_empire",
        "unknown_seat",
    }
)
"""Codes of refusals that hold in every state of a game: 422. The others depend on the state: 409."""

NOT_FOUND = frozenset({"no_such_rewind"})
"""Codes of refusals of what does not exist: 404."""

_HTTP_CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable"}
_HTTP_CODES |= {413: "body_too_large", 415: "not_json", 422: "invalid_body", 500: "internal_error"}

_HTTP_DETAILS = {
    404: "there is nothing at this address",
    405: "this address does not accept that method; see the header Allow",
    413: "the body is larger than this service accepts",
    500: "something went wrong on our side",
}


class Problem(Exception):
    """An error answer. `errors`: places in the body, as {pointer, detail}, or in the query, as {parameter, detail}."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        headers: Mapping[str, str] | None = None,
        errors: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.errors = list(errors)


def problem_response(problem: Problem) -> Response:
    """The response that tells a problem."""
    data: dict[str, Any] = {
        "type": f"urn:wonderful-world:problem:{problem.code}",
        "title": problem.code.replace("_", " ").capitalize(),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        "instance": request.path,
    }
    if problem.errors:
        data["errors"] = problem.errors
    response = Response(json.dumps(data), problem.status, content_type="application/problem+json")
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def problem_of(error: Exception) -> Problem:
    """The problem that an error is for the client. It reveals nothing of an unforeseen error."""
    match error:
        case Problem():
            return error
        case Refused():
            return _refusal(error)
        case Mismatch():
            return _mismatch(error)
        case NoSuchGame():
            return Problem(404, "no_such_game", "there is no such game")
        case KeyReused():
            return Problem(422, "idempotency_key_reused", "this Idempotency-Key was used for another request")
        case Conflict():
            detail = "the game moved on too often in the meantime; nothing was done, try again"
            return Problem(503, "too_busy", detail, {"Retry-After": "1"})
        case RedisError():
            detail = "the store does not answer; you can safely try again with the same Idempotency-Key"
            return Problem(503, "store_unavailable", detail, {"Retry-After": "1"})
        case HTTPException():
            return _http_problem(error)
        case _:
            return Problem(500, "internal_error", _HTTP_DETAILS[500])


def _refusal(error: Refused) -> Problem:
    status = 422 if error.code in UNPROCESSABLE else 404 if error.code in NOT_FOUND else 409
    # A batch names the refused intention by its index; clients know malformed options as an invalid body.
    code = "invalid_body" if error.code == "invalid_options" and error.faults else error.code
    index = "" if error.index is None else f"/{error.index}"
    faults = list(error.faults) or ([("", error.detail)] if index else [])
    errors = [{"pointer": f"{index}{pointer}", "detail": detail} for pointer, detail in faults]
    detail = error.detail if len(faults) < 2 else "; ".join(f"{e['pointer']} {e['detail']}" for e in errors)
    return Problem(status, code, detail, errors=errors)


def _mismatch(mismatch: Mismatch) -> Problem:
    """The problem of a body that does not have its shape."""
    errors = [{"pointer": pointer, "detail": detail} for pointer, detail in mismatch.faults]
    detail = "; ".join(f"{pointer} {detail}".strip() for pointer, detail in mismatch.faults)
    return Problem(422, "invalid_body", detail, errors=errors)


def _http_problem(error: HTTPException) -> Problem:
    status = error.code or 500
    headers = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After", "Location")}
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    if messages := data.get("messages"):
        return _invalid(messages, status)
    detail = _HTTP_DETAILS.get(status) or error.description or error.name
    return Problem(status, _HTTP_CODES.get(status, error.name.lower().replace(" ", "_")), detail, headers)


def _invalid(messages: Mapping[str, Any], status: int) -> Problem:
    """The problem of a body or query that marshmallow rejected. The messages' outermost key is json or query."""
    place, found = next(iter(messages.items()))
    name, code = ("parameter", "invalid_query") if place == "query" else ("pointer", "invalid_body")
    faults = list(islice(_pointers(found), MAX_FAULTS))
    errors = [{name: pointer.lstrip("/") if place == "query" else pointer, "detail": text} for pointer, text in faults]
    return Problem(status, code, "; ".join(f"{e[name]} {e['detail']}".strip() for e in errors), errors=errors)


def _pointers(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """marshmallow's nested messages as (JSON Pointer, sentence)."""
    if isinstance(messages, Mapping):
        for key, value in messages.items():
            yield from _pointers(value, path if key == "_schema" else f"{path}/{escape(key)}")
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield path, str(message)


def install(app: Flask) -> None:
    """Answer every error of the application with a problem."""

    def handle(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == 500:
            cause = error.original_exception if isinstance(error, InternalServerError) else error
            app.logger.error("unforeseen error at %s %s", request.method, request.path, exc_info=cause)
        return problem_response(problem)

    app.register_error_handler(Exception, handle)
