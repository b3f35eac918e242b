"""Errors as problem+json (RFC 9457) with a stable `code`: the one map from causes to HTTP.

`service/problems/` says what a code means and which status it has.
"""

from collections.abc import Sequence

from flask import Flask, Response, g, json, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, InternalServerError

from events import BrokenChain, DamagedLog
from events.archive import ArchiveFault
from events.entry import UnknownEvent
from game import Refused
from game.message import Message
from service.accounts.secrets import KeyUsed
from service.api.accept_language import preferred_language
from service.api.account_errors import account_problem
from service.api.limiting import limit_problem
from service.api.problem import Problem
from service.games.codes import TooManyCodes
from service.games.starting import SeedUnavailable
from service.games.write import KeyReused, NoSuchGame, TooBusy
from service.language.languages import SENTENCE_LANGUAGES
from service.limits.level import LimitExceeded
from service.metrics import problems
from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS, problem_document
from store.faults import FAULTS, JOBS, LOST, STORE, fault_of

__all__ = ["HTTP_DETAILS", "Problem", "install", "invalid_body", "problem_of", "problem_response"]
HTTP_DETAILS = {
    "bad_request": "the service cannot read this request",
    "not_found": "there is nothing at this address",
    "method_not_allowed": "this address does not accept that method; see the header Allow",
    "body_too_large": "the body is larger than this service accepts",
    "internal_error": "something went wrong on our side",
}
"""By code: what flask and werkzeug raise."""
_HTTP_CODES = {PROBLEMS[code].status: code for code in HTTP_DETAILS}


def problem_response(problem: Problem) -> Response:
    """The response that tells a problem, in the language that the request asks for."""
    language = preferred_language(SENTENCE_LANGUAGES)
    document = problem_document(
        problem.code,
        problem.detail,
        f"{request.script_root}{request.path}",
        g.request_id,
        language,
        problem.errors,
        problem.status,
        problem.more,
        request.script_root,
    )
    response = Response(json.dumps(document), problem.status, content_type=PROBLEM_MEDIA_TYPE)
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    problems.labels(problem.code).inc()
    return response


def problem_of(error: Exception) -> Problem:
    """The problem that an error is for the client. It reveals nothing of an unforeseen error."""
    match error:
        case Problem():
            return error
        case Refused():
            return _refusal(error)
        case NoSuchGame():
            return Problem("no_such_game", "there is no such game")
        case KeyReused() | KeyUsed():
            return Problem("idempotency_key_reused", "this Idempotency-Key was used for another request")
        case TooManyCodes():
            after = Message("too many wrong codes: try again in {seconds} s", seconds=error.seconds)
            return Problem("too_many_codes", after, {"Retry-After": str(error.seconds)})
        case SeedUnavailable():
            return Problem("seed_unavailable", "the seed of this game is missing", {"Retry-After": "1"})
        case LimitExceeded():
            return limit_problem(error)
        case TooBusy():
            detail = "the game moved on too often in the meantime; nothing was done, try again"
            return Problem("too_busy", detail, {"Retry-After": "1"})
        case ArchiveFault():
            return Problem("store_unavailable", "the archive of old games cannot be read", {"Retry-After": "10"})
        case DamagedLog():
            return _damage(error.game, error.version)
        case BrokenChain() | UnknownEvent():
            return _damage((request.view_args or {}).get("id", ""), error.version)
        case RedisError():
            return _store_problem(fault_of(error), getattr(error, "part", STORE))
        case HTTPException():
            return _http_problem(error)
        case _:
            return account_problem(error) or Problem("internal_error", HTTP_DETAILS["internal_error"])


def invalid_body(faults: Sequence[tuple[str, str]]) -> Problem:
    """The problem of a body with faults at these JSON Pointers."""
    return Problem("invalid_body", errors=[_at_pointer(*fault) for fault in faults])


def _damage(game: str, version: int) -> Problem:
    """What a request is told of a game whose log is damaged."""
    return Problem(
        "damaged_log", Message("entry {version} of the log of game {game} is damaged", version=version, game=game)
    )


def _store_problem(fault: str, part: str) -> Problem:
    """What a request is told while a store cannot be used. `fault`: of FAULTS. `part`: STORE or JOBS."""
    trouble = Message(FAULTS[fault])
    if part == JOBS:
        trouble = Message("the job store: {trouble}", trouble=trouble)
    if fault in LOST:
        return Problem("store_unavailable", trouble, {"Retry-After": "10"})
    detail = Message("{trouble}; you can safely try again with the same Idempotency-Key", trouble=trouble)
    return Problem("store_unavailable", detail, {"Retry-After": "1"})


def _refusal(error: Refused) -> Problem:
    # A batch names the refused intention by its index; clients know malformed options as an invalid body.
    code = "invalid_body" if error.code == "invalid_options" and error.faults else error.code
    index = "" if error.index is None else f"/{error.index}"
    faults = list(error.faults) or ([("", error.detail)] if index else [])
    errors = [_at_pointer(f"{index}{pointer}", detail) for pointer, detail in faults]
    return Problem(code, error.detail if len(faults) < 2 else "", errors=errors)


def _at_pointer(pointer: str, detail: str) -> dict[str, str]:
    return {"pointer": pointer, "detail": detail}


def _http_problem(error: HTTPException) -> Problem:
    status = error.code or 500
    code = _HTTP_CODES.get(status) or ("bad_request" if status < 500 else "internal_error")
    headers = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After", "Location")}
    return Problem(code, HTTP_DETAILS[code], headers)


def install(app: Flask) -> None:
    """Answer every error of the application with a problem."""

    def handle(error: Exception) -> Response:
        problem = problem_of(error)
        if isinstance(error, ArchiveFault):
            app.logger.error("request %s: %s", g.request_id, error)
        elif problem.code == "damaged_log":
            app.logger.error("request %s: %s", g.request_id, problem.detail)
        elif problem.status == 500:
            cause = error.original_exception if isinstance(error, InternalServerError) else error
            # A path can hold a line break (%0A), which must not start a line of the log: hence !r.
            what = f"{request.method} {request.path!r}"
            app.logger.error("request %s: unforeseen error at %s", g.request_id, what, exc_info=cause)
        return problem_response(problem)

    app.register_error_handler(Exception, handle)
