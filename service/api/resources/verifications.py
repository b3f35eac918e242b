"""Verifications: whether an exported log is correct, line by line and rule by rule."""

from io import BytesIO
from typing import Any

from flask import Response, request

from events.export import UnknownSchema
from projections.archive import compare_with_origin
from projections.audit import UnknownRuleset, Verdict, verify
from service.accounts.stored_token import READ
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.bodies import read_body
from service.api.current import backend
from service.api.description.operations import BYTES, NDJSON, Answer
from service.api.errors import Problem
from service.api.limiting import count
from service.api.responses import json_response
from service.api.schemas.verifications import VERDICT
from service.games.viewers import may_see

verifications = Resources("verifications", "/v1/verifications", "Audit.")


@verifications.post("")
@verifications.operation(
    "verifyLog",
    Answer(200, "What the audit found.", VERDICT),
    problems=("body_too_large", "encoded_body", "malformed_body", "unknown_ruleset", "unknown_schema"),
    content={NDJSON: BYTES},
    scope=READ,
)
def check() -> Response:
    """Verify a log as `GET /v1/games/{id}/log` gives it; the answer names the first fault. Nothing is stored.

    A fork is also compared with its origin, if that is a finished game here.
    """
    request.max_content_length = backend().settings.max_log_bytes
    if request.content_encoding:
        raise Problem("encoded_body", "send the log as it is, without Content-Encoding")
    count("verifications", caller().id)
    body = read_body(request)
    try:
        verdict, compared = compare_with_origin(verify(BytesIO(body)), BytesIO(body), backend().log, _is_visible)
    except UnknownSchema as unknown:
        raise Problem("unknown_schema", unknown.fault) from None
    except UnknownRuleset as unknown:
        raise Problem("unknown_ruleset", unknown.message) from None
    return json_response(_answer(verdict, compared))


def _answer(verdict: Verdict, compared: bool) -> dict[str, Any]:
    fault = verdict.fault and verdict.fault._asdict()
    return verdict._asdict() | {"ok": verdict.ok, "fault": fault, "compared": compared, "here": _here(verdict)}


def _is_visible(game: str) -> bool:
    """Whether there is a game with this id that the caller may see."""
    loaded = backend().games.load(game)
    return bool(loaded.version) and may_see(loaded.state, caller())


def _here(verdict: Verdict) -> str:
    """Whether this service has the game, with the same head, as far as the caller may know."""
    if not verdict.ok or not _is_visible(verdict.game):
        return "unknown"
    loaded = backend().games.load(verdict.game)
    return "same" if loaded.head.hex() == verdict.head else "another"
