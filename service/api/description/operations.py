"""How openapi.yaml describes an operation: its answers, and the problems that it can answer with instead."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from werkzeug.http import HTTP_STATUS_CODES

from service.accounts.stored_token import ANY, OPERATOR
from service.api.description.headers import header_references
from service.api.description.json_schema import Json
from service.api.schemas.mcp import RPC_RESPONSE
from service.api.schemas.problems import Problem
from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS

RECORDED_BODIES: Json = json.loads(files(__package__).joinpath("recorded_bodies.json").read_text("utf-8"))
"""Of requests by operation, of answers by operation and status. `make bodies` records them."""
MAX_EXAMPLE_CHARACTERS = 850
"""Of JSON. What is longer teaches less than it hides."""
EXAMPLES: dict[str, str] = {}
"""The names of the recorded bodies that the description shows: one of each schema, by its JSON text."""
RESPONSES: dict[str, Json] = {}
"""The responses that several operations have, by name."""
JSON, NDJSON, EVENT_STREAM = "application/json", "application/x-ndjson", "text/event-stream"
BYTES: Json = {"type": "string", "format": "binary"}
"""The schema of a text that generated clients must not read as JSON."""
Links = Mapping[str, Mapping[str, str]]

EVERY_PROBLEMS = ("bad_request", "malformed_request", "quota_exceeded", "store_unavailable")
TOKEN_PROBLEMS = ("token_missing", "token_unknown")
SENT_PROBLEMS = ("malformed_body", "request_too_slow", "encoded_body")
BODY_PROBLEMS = (*SENT_PROBLEMS, "invalid_json", "body_too_large", "not_json", "invalid_body")
EVERY_CODES = frozenset(
    (*EVERY_PROBLEMS, *TOKEN_PROBLEMS, *BODY_PROBLEMS, "scope_missing", "account_suspended", "internal_error")
)
"""Codes that `x-codes` of an operation leaves out: the description names them once."""
PARAMETER_PROBLEMS: dict[str, tuple[str, ...]] = {
    "IdempotencyKey": ("bad_idempotency_key", "idempotency_key_reused"),
    "RegistrationKey": ("bad_idempotency_key", "idempotency_key_reused"),
    "IfMatch": ("bad_if_match", "stale_version"),
}
GAME_PROBLEMS = ("no_such_game", "no_spectators", "damaged_log")
SEAT_PROBLEMS = ("not_seated", "resigned")
ACTING_PROBLEMS = (*SEAT_PROBLEMS, "seat_away")
PARAMETER_HEADERS: dict[str, str] = {
    "IdempotencyKey": "Idempotent-Replayed",
    "RegistrationKey": "Idempotent-Replayed",
    "Prefer": "Preference-Applied",
}
"""Headers of answers that follow from parameters of the operation."""
PROBLEM_HEADERS: dict[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    412: ("ETag",),
    415: ("Accept-Encoding",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


class Operation(NamedTuple):
    """What openapi.yaml tells of an operation.

    `id`: its name in generated clients. `problems`: codes, beside those of its token, body, query and headers.
    `parameters`: headers of the request, by the names of `headers.py`. `content`: of a body that is no JSON,
    schemas by media type. `statuses`: of codes that have another status here. `conditional`: the answer has an ETag,
    and If-None-Match applies. `scope`: that the token needs; None: `read` for GET and HEAD, otherwise `play`.
    `while_suspended`: also for an account that is suspended. `rpc_statuses`: of refusals that are told as JSON-RPC.
    """

    id: str
    problems: Sequence[str] = ()
    parameters: Sequence[str] = ()
    content: Mapping[str, Json] = {}  # nobody changes it
    statuses: Mapping[str, int] = {}  # nobody changes it
    conditional: bool = False
    scope: str | None = None
    while_suspended: bool = False
    rpc_statuses: Sequence[int] = ()

    def __deepcopy__(self, memo: object) -> "Operation":
        """Itself: flask_smorest copies it several times for each route, which took most of the time to start."""
        return self


GAME_OPERATIONS = (
    "getGame", "takeSeat", "agreeToStart", "startGame", "abortGame", "invite", "handOn", "listLegal", "act", "undo",
    "proposeRewind", "listRewinds", "listEvents", "getReplay", "getLog", "forkGame", "listForks", "leaveSeat",
    "playAgain", "getRematch",
)  # fmt: skip
NEW_GAME_LINKS: Links = {name: {"id": "$response.body#/id"} for name in GAME_OPERATIONS}
"""Where to go on from an answer with a new game."""


def describe_operation(operation: Operation, doc: Json, token: bool, resolve: Callable[[Any], Json]) -> Json:
    """The description of an operation.

    `doc`: its body, query and answers, as the decorators describe them. `resolve`: makes a JSON Schema of a schema.
    """
    found = {**doc, "operationId": operation.id, "security": [{"bearer": _roles(operation)}] if token else []}
    names = (*operation.parameters, *(["IfNoneMatch"] if operation.conditional else []))
    if parameters := [*doc.get("parameters", []), *names]:
        found["parameters"] = parameters
    if operation.content:
        content = {media_type: {"schema": schema} for media_type, schema in operation.content.items()}
        found["requestBody"] = {"required": True, "content": content}
    if body := found.get("requestBody", {}).get("content", {}).get(JSON):
        _add_example(body, operation.id, resolve)
    query = any(each.get("in") == "query" for each in doc.get("parameters", []))
    answers = {str(status): answer for status, answer in sorted(doc["responses"].items()) if status < 400}
    for status, answer in answers.items():
        _complete(answer, f"{operation.id}-{status}", operation, resolve)
    if operation.conditional:
        not_modified = {"description": "Your copy is current.", "headers": header_references("ETag")}
        answers["304"] = _response("NotModified", not_modified)
    problems, found["x-codes"] = _problems(operation, token, query, body is not None)
    found["responses"] = answers | (_with_rpc(problems, operation.rpc_statuses) if operation.rpc_statuses else problems)
    return found


def _with_rpc(problems: Json, statuses: Sequence[int]) -> Json:
    """The problems of an operation, some of which are told as a response of JSON-RPC instead."""
    told: Json = {}
    for status in statuses:
        codes = sorted(code for code in EVERY_CODES | {"not_found"} if PROBLEMS[code].status == status)
        content = {JSON: {"schema": RPC_RESPONSE}, PROBLEM_MEDIA_TYPE: {"schema": Problem}}
        told[str(status)] = _response(f"Rpc{status}", _problem(codes) | {"content": content})
    return dict(sorted((problems | told).items()))


def _roles(operation: Operation) -> list[str]:
    """The scope that a token needs, as OpenAPI 3.1 names roles."""
    return [] if operation.scope in (None, ANY) else [str(operation.scope)]


def _add_example(content: Json, name: str, resolve: Callable[[Any], Json]) -> None:
    """Add a recorded body as an example to the content of a body, if it is the first of its schema."""
    content["schema"] = resolve(content["schema"])
    is_short = len(json.dumps(RECORDED_BODIES.get(name))) <= MAX_EXAMPLE_CHARACTERS
    if name in RECORDED_BODIES and is_short and EXAMPLES.setdefault(json.dumps(content), name) == name:
        content["examples"] = {"recorded": {"$ref": f"#/components/examples/{name}"}}


def _complete(answer: Json, name: str, operation: Operation, resolve: Callable[[Any], Json]) -> None:
    """Add to a success the headers that follow from the operation, and a recorded body as an example."""
    tagged = ("ETag",) if operation.conditional else ()
    following = [header for name, header in PARAMETER_HEADERS.items() if name in operation.parameters]
    answer["headers"] = header_references(*tagged, *answer["headers"], *following)
    if body := answer.get("content", {}).get(JSON):
        _add_example(body, name, resolve)
    if "links" in answer:
        answer["links"] = answer.pop("links")  # people read the body first


def _problems(operation: Operation, token: bool, query: bool, body: bool) -> tuple[Json, list[str]]:
    """The problems of an operation by status, and the codes of its own, beside EVERY_CODES."""
    codes = {*operation.problems, *EVERY_PROBLEMS}
    codes |= {*TOKEN_PROBLEMS} if token else set()
    codes |= {"scope_missing"} if token and operation.scope != ANY else set()
    codes |= {"account_suspended"} if token and not operation.while_suspended else set()
    codes |= {"not_operator"} if operation.scope == OPERATOR else set()
    codes |= {*BODY_PROBLEMS} if body else set()
    codes |= {*SENT_PROBLEMS} if operation.content else set()
    codes |= {"invalid_query"} if query else set()
    codes |= {"stale_version"} if operation.conditional else set()  # a failing If-Match
    for name in operation.parameters:
        codes |= {*PARAMETER_PROBLEMS.get(name, ())}
    codes |= {"internal_error"} if "damaged_log" in codes else set()  # they share a status
    statuses = sorted({operation.statuses.get(code) or PROBLEMS[code].status for code in codes})
    responses = {str(status): _problems_of(status) for status in statuses}
    responses["default"] = _response("Problem", _problem([], "Allow"))
    return responses, sorted(codes.difference(EVERY_CODES))


def _response(name: str, described: Json) -> Json:
    """A reference to the response of this name, which is added to RESPONSES."""
    RESPONSES[name] = described
    return {"$ref": f"#/components/responses/{name}"}


@cache
def _problems_of(status: int) -> Json:
    """The response for all problems of a status."""
    codes = sorted(code for code, kind in PROBLEMS.items() if kind.status == status)
    name = HTTP_STATUS_CODES[status].title().replace(" ", "")
    return _response(name, _problem(codes, *PROBLEM_HEADERS.get(status, ())))


def _problem(codes: Sequence[str], *names: str) -> Json:
    """The response that tells one of these problems, with these headers."""
    return {
        "description": f"{', '.join(f'`{code}`' for code in codes)}." if codes else "Any other problem.",
        "headers": header_references("Content-Language", *names),
        "content": {PROBLEM_MEDIA_TYPE: {"schema": Problem}},
    }
