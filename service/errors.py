"""Every error a client meets: problem+json (RFC 9457) with a stable `code`; the one map from causes to HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from flask import Flask, Response, json, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, InternalServerError

from events import Conflict
from game import Refused
from service.write import KeyReused, NoSuchGame

UNPROCESSABLE = frozenset(
    {
        "ambiguous_space",
        "invalid_deck",
        "invalid_intention",
        "invalid_options",
        "invalid_view",
        "not_supported",
        "unknown_empire",
        "unknown_seat",
    }
)
"""Refusals of what could never be accepted as it is; the others depend on the state of the game and are 409."""

MISSING = frozenset({"no_such_rewind"})
"""Refusals of what is not there: 404."""

_CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable"}
_CODES |= {413: "body_too_large", 415: "not_json", 422: "invalid_body", 500: "internal_error"}

_DETAILS = {
    404: "there is nothing at this address",
    405: "this address does not take that method; see the header Allow",
    413: "the body is larger than this service takes",
    500: "something went wrong on our side",
}

MOST_FAULTS = 20
"""Faults of a body that are told at once."""


class Problem(Exception):
    """An error answer. `errors`: where in the body it is, as {pointer, detail}."""

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


def answer(problem: Problem) -> Response:
    """The response of a problem."""
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
    """The problem that an error is to the client; nothing of an unforeseen error is told."""
    match error:
        case Problem():
            return error
        case Refused():
            status = 422 if error.code in UNPROCESSABLE else 404 if error.code in MISSING else 409
            where = [] if error.index is None else [{"pointer": f"/{error.index}", "detail": error.detail}]
            return Problem(status, error.code, error.detail, errors=where)
        case NoSuchGame():
            return Problem(404, "no_such_game", "there is no such game")
        case KeyReused():
            return Problem(422, "idempotency_key_reused", "this Idempotency-Key was used with another body")
        case Conflict():
            detail = "the game moved on too often meanwhile; nothing was done, try again"
            return Problem(503, "too_busy", detail, {"Retry-After": "1"})
        case RedisError():
            detail = "the store does not answer; with the same Idempotency-Key it is safe to try again"
            return Problem(503, "store_unavailable", detail, {"Retry-After": "1"})
        case HTTPException():
            return _http_problem(error)
        case _:
            return Problem(500, "internal_error", "something went wrong on our side")


def _http_problem(error: HTTPException) -> Problem:
    status = error.code or 500
    headers = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After", "Location")}
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    if messages := data.get("messages"):
        return _invalid(messages, status)
    detail = _DETAILS.get(status) or error.description or error.name
    return Problem(status, _CODES.get(status, error.name.lower().replace(" ", "_")), detail, headers)


def _invalid(messages: Mapping[str, Any], status: int) -> Problem:
    """What marshmallow found wrong; the outermost level of its messages is the place: json or query."""
    place, found = next(iter(messages.items()))
    name, code = ("parameter", "invalid_query") if place == "query" else ("pointer", "invalid_body")
    faults = list(islice(_pointers(found), MOST_FAULTS))
    errors = [{name: pointer.lstrip("/") if place == "query" else pointer, "detail": text} for pointer, text in faults]
    return Problem(status, code, "; ".join(f"{e[name]} {e['detail']}".strip() for e in errors), errors=errors)


def _pointers(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """marshmallow's nested messages as (JSON Pointer, sentence)."""
    if isinstance(messages, Mapping):
        for key, value in messages.items():
            step = str(key)[:64].replace("~", "~0").replace("/", "~1")
            yield from _pointers(value, path if key == "_schema" else f"{path}/{step}")
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield path, str(message)


def install(app: Flask) -> None:
    """Answer every error of the app this way."""

    def handle(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == 500:
            cause = error.original_exception if isinstance(error, InternalServerError) else error
            app.logger.error("unforeseen error at %s %s", request.method, request.path, exc_info=cause)
        return answer(problem)

    app.register_error_handler(Exception, handle)
