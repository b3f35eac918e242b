"""How openapi.yaml describes an operation: its answers, and the problems that it can answer with instead."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from game.shapes import Object, Shape
from service.accounts.stored_token import ANY
from service.api.description.headers import header_references
from service.api.description.json_schema import Json, component, schema_of
from service.api.schemas.problems import problem
from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS

RECORDED_BODIES: Json = json.loads(files(__package__).joinpath("recorded_bodies.json").read_text("utf-8"))
"""Of requests by operation, of answers by operation and status. `make bodies` records them."""
JSON, NDJSON, EVENT_STREAM = "application/json", "application/x-ndjson", "text/event-stream"
BYTES: Json = {"type": "string", "format": "binary"}
"""The schema of a text that generated clients must not read as JSON."""
Links = Mapping[str, Mapping[str, str]]

EVERY_PROBLEMS = ("bad_request", "malformed_request", "quota_exceeded", "store_unavailable")
TOKEN_PROBLEMS = ("token_missing", "token_unknown")
LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")
"""Of every answer to a request that is counted; described where a client needs them."""
SENT_PROBLEMS = ("malformed_body", "request_too_slow", "encoded_body")
BODY_PROBLEMS = (*SENT_PROBLEMS, "invalid_json", "body_too_large", "not_json", "invalid_body")
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
    429: (*LIMIT_HEADERS, "Retry-After"),
    503: ("Retry-After",),
}


class Answer(NamedTuple):
    """A success. `shape`: of the JSON body. `content`: further media types, with their schemas.

    `headers`: beside those that follow from the operation. `links`: operations that go on from here, each with its
    parameters as runtime expressions.
    """

    status: int
    description: str
    shape: Shape = None
    headers: Sequence[str] = ()
    content: Mapping[str, Json] = {}  # nobody changes it
    links: Links = {}  # noqa: RUF012  # nobody changes it


class Operation(NamedTuple):
    """What openapi.yaml tells of an operation.

    `id`: its name in generated clients. `problems`: codes, beside those of its token, body, query and headers.
    `parameters`: headers of the request, by the names of `headers.py`. `body`: the shape of the JSON body; the
    decorator `body` sets it, name it here if the view reads the body itself. `content`: of any other body, schemas by
    media type. `statuses`: of codes that have another status here. `conditional`: the answer has an ETag, and
    If-None-Match applies. `scope`: that the token needs; None: `read` for GET and HEAD, otherwise `play`.
    """

    id: str
    answers: Sequence[Answer]
    problems: Sequence[str] = ()
    parameters: Sequence[str] = ()
    body: Shape = None
    content: Mapping[str, Json] = {}  # nobody changes it
    statuses: Mapping[str, int] = {}  # nobody changes it
    conditional: bool = False
    scope: str | None = None

    def __deepcopy__(self, memo: object) -> "Operation":
        """Itself: flask_smorest copies it several times for each route, which took most of the time to start."""
        return self


GAME_OPERATIONS = (
    "getGame",
    "takeSeat",
    "agreeToStart",
    "startGame",
    "abortGame",
    "invite",
    "handOn",
    "listLegal",
    "act",
    "undo",
    "proposeRewind",
    "listRewinds",
    "listEvents",
    "getReplay",
    "getLog",
    "forkGame",
    "listForks",
    "leaveSeat",
    "playAgain",
    "getRematch",
)


def game_links(source: str) -> Links:
    """Where to go on from a game. `source`: `id`, the game of the path; `response`, the game of the answer."""
    game = {"id": "$request.path.id" if source == "id" else "$response.body#/id"}
    return dict.fromkeys(GAME_OPERATIONS, game)


def describe_operation(operation: Operation, doc: Json, token: bool) -> Json:
    """The description of an operation. `doc`: its body and query, as the decorators describe them."""
    found = {**doc, "operationId": operation.id, "security": [{"bearer": _roles(operation)}] if token else []}
    names = (*operation.parameters, *(["IfNoneMatch"] if operation.conditional else []))
    if parameters := [*doc.get("parameters", []), *names]:
        found["parameters"] = parameters
    if operation.body is not None:
        content = {JSON: {"schema": schema_of(operation.body), **_example(operation.id)}}
        required = not isinstance(operation.body, Object) or any(field.required for field in operation.body.fields)
        found["requestBody"] = {"required": required, "content": content}
    if operation.content:
        content = {media_type: {"schema": schema} for media_type, schema in operation.content.items()}
        found["requestBody"] = {"required": True, "content": content}
    query = any(each.get("in") == "query" for each in doc.get("parameters", []))
    found["responses"] = {str(answer.status): _success(answer, operation) for answer in operation.answers}
    if operation.conditional:
        found["responses"]["304"] = {
            "description": "Not modified: your copy is current.",
            "headers": header_references("ETag"),
        }
    found["responses"] |= _problems(operation, token, query, JSON in found.get("requestBody", {}).get("content", {}))
    return found


def _roles(operation: Operation) -> list[str]:
    """The scope that a token needs, as OpenAPI 3.1 names roles."""
    return [] if operation.scope in (None, ANY) else [str(operation.scope)]


def _example(name: str) -> Json:
    """The recorded body as an example, if there is one."""
    return {"examples": {"recorded": {"$ref": f"#/components/examples/{name}"}}} if name in RECORDED_BODIES else {}


def _success(answer: Answer, operation: Operation) -> Json:
    tagged = ("ETag",) if operation.conditional else ()
    following = [header for name, header in PARAMETER_HEADERS.items() if name in operation.parameters]
    names = dict.fromkeys((*tagged, *answer.headers, *following, *LIMIT_HEADERS))
    response: Json = {"description": answer.description, "headers": header_references(*names)}
    content: Json = {}
    if answer.shape is not None:
        content[JSON] = {"schema": schema_of(answer.shape), **_example(f"{operation.id}-{answer.status}")}
    content |= {media_type: {"schema": schema} for media_type, schema in answer.content.items()}
    if content:
        response["content"] = content
    if answer.links:
        response["links"] = {
            name: {"operationId": name, "parameters": dict(parameters)} for name, parameters in answer.links.items()
        }
    return response


def _problems(operation: Operation, token: bool, query: bool, body: bool) -> Json:
    """The problems of an operation, by status."""
    codes = {*operation.problems, *EVERY_PROBLEMS}
    codes |= {*TOKEN_PROBLEMS} if token else set()
    codes |= {"scope_missing"} if token and operation.scope != ANY else set()
    codes |= {*BODY_PROBLEMS} if body else set()
    codes |= {*SENT_PROBLEMS} if operation.content else set()
    codes |= {"invalid_query"} if query else set()
    codes |= {"stale_version"} if operation.conditional else set()  # a failing If-Match
    for name in operation.parameters:
        codes |= {*PARAMETER_PROBLEMS.get(name, ())}
    codes |= {"internal_error"} if "damaged_log" in codes else set()  # they share a status
    reference = component(problem(f"{operation.id[0].upper()}{operation.id[1:]}Problem", sorted(codes)))
    by_status: dict[int, list[str]] = {}
    for code in sorted(codes):
        by_status.setdefault(operation.statuses.get(code) or PROBLEMS[code].status, []).append(code)
    return {
        str(status): describe_problem(
            ", ".join(f"`{code}`" for code in by_status[status]), reference, *PROBLEM_HEADERS.get(status, ())
        )
        for status in sorted(by_status)
    } | {"default": {"$ref": "#/components/responses/Problem"}}


def describe_problem(description: str, schema: Json, *names: str) -> Json:
    """The response that tells a problem, with these headers."""
    return {
        "description": description,
        "headers": header_references("Content-Language", *names),
        "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}},
    }


def describe_any_problem() -> Json:
    """The response for a problem that any operation may give, such as 405 or 500."""
    return describe_problem("Any other problem.", component(problem("Problem", sorted(PROBLEMS))), "Allow")
