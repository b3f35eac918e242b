"""Verifications: is an exported log what it says, line by line and rule by rule?"""

import json
from io import BytesIO
from typing import Any

from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from events.export import UnknownSchema
from projections.archive import held_against
from projections.verification import UnknownRuleset, Verdict, verify
from service.answers import verifications as answers
from service.auth import SECURITY, authenticate
from service.bodies import Resources
from service.errors import Problem
from service.here import here

verifications = Resources("verifications", __name__, url_prefix="/v1/verifications", description="Audit.")
verifications.before_request(authenticate)


@verifications.post("")
@verifications.response(200, answers.Verdict)
@verifications.doc(
    security=SECURITY,
    requestBody={"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
)
def check() -> Response:
    """Verify a log as `GET /v1/games/{id}/log` gives it; the first fault is named. Nothing is stored.

    A fork is held against its origin, too, if that is a finished game here.
    """
    limit = here().settings.max_log_bytes
    request.max_content_length = limit
    if request.content_encoding:
        raise Problem(415, "encoded_body", "send the log as it is, without Content-Encoding")
    body = request.get_data(cache=False)
    if request.content_length is None and len(body) >= limit:
        raise RequestEntityTooLarge  # sent in pieces: werkzeug cuts it there
    try:
        verdict, compared = held_against(verify(BytesIO(body)), BytesIO(body), here().log)
    except UnknownSchema as unknown:
        raise Problem(422, "unknown_schema", unknown.fault) from None
    except UnknownRuleset as unknown:
        raise Problem(422, "unknown_ruleset", str(unknown)) from None
    return Response(
        json.dumps(_told(verdict, compared)), content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _told(verdict: Verdict, compared: bool) -> dict[str, Any]:
    told = verdict._asdict() | {"ok": verdict.ok, "fault": verdict.fault and verdict.fault._asdict()}
    told["compared"] = compared
    loaded = here().games.load(verdict.game) if verdict.ok else None
    if loaded is None or not loaded.version:
        return told | {"here": "unknown"}
    return told | {"here": "same" if loaded.head.hex() == verdict.head else "another"}
