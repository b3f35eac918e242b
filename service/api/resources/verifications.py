"""Verifications: whether an exported log is correct, line by line and rule by rule."""

from flask import Response, request, url_for

from service.accounts.stored_token import READ
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.bodies import read_body
from service.api.current import app
from service.api.description.operations import BYTES, NDJSON
from service.api.errors import Problem
from service.api.limiting import count
from service.api.responses import json_response
from service.api.schemas.computed import FetchedVerification, PendingVerification, Verdict
from service.jobs.lanes import LaneFull
from service.jobs.verifications import Checked, check_at_once

verifications = Resources("verifications", "/v1/verifications", "Audit.")
LATER = {"Retry-After": "5"}


@verifications.post("")
@verifications.operation(
    "verifyLog",
    problems=("body_too_large", "malformed_body", "too_busy", "unknown_ruleset", "unknown_schema"),
    content={NDJSON: BYTES},
    scope=READ,
)
@verifications.response(200, Verdict, "What the audit found.")
@verifications.response(
    202,
    PendingVerification,
    "It takes longer: fetch it from Location.",
    headers=("Location",),
    links={"getVerification": {"id": "$response.body#/id"}},
)
def check() -> Response:
    """Verify a log as `GET /v1/games/{id}/log` gives it; the answer names the first fault.

    A fork is also compared with its origin, if that is a finished game here. The verdict comes with this answer as a
    rule. If that takes more than ten seconds, the answer is 202, and you fetch the verdict later. The log is forgotten
    once it is verified.
    """
    parts, player = app.backend, caller()
    request.max_content_length = parts.settings.max_log_bytes
    count("verifications", caller().id)
    body = read_body(request)
    if checked := check_at_once(parts, player, body):
        return json_response(_answer(checked))
    try:
        verification = app.verifications.enqueue(player, body)
    except LaneFull:
        raise Problem("too_busy", "too many logs wait; try again", LATER) from None
    found = app.verifications.wait(player, verification, app.wakeups.is_stopped)
    if found.checked:
        return json_response(_answer(found.checked))
    if found.status == "failed":
        raise Problem("too_busy", "the verification was interrupted; send the log again", LATER)
    response = json_response({"id": verification, "status": "pending"}, 202)
    response.headers["Location"] = url_for("verifications.fetch", id=verification)
    return response


@verifications.get("/<id>")
@verifications.operation("getVerification", problems=("no_such_verification", "unknown_ruleset", "unknown_schema"))
@verifications.response(200, FetchedVerification, "The verdict, or that it is still pending.", headers=("Retry-After",))
def fetch(id: str) -> Response:
    """A verification that takes longer. It is kept for ten minutes; send the log again if it failed."""
    found = app.verifications.fetch(caller(), id)
    if found is None:
        raise Problem("no_such_verification", "you have no such verification")
    verdict = _answer(found.checked) if found.checked else None
    response = json_response({"id": id, "status": found.status, "verdict": verdict})
    if found.status == "pending":
        response.headers["Retry-After"] = "1"
    return response


def _answer(checked: Checked) -> object:
    """The answer. Raises the problem that came of the log."""
    if checked.problem == "unknown_schema":
        raise Problem("unknown_schema", checked.detail)
    if checked.problem:
        raise Problem("unknown_ruleset", checked.detail)
    return {"status": "done", **(checked.answer or {})}
