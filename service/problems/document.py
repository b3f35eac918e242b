"""A problem as a JSON document (RFC 9457): the one form of every error."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.language.translations import translate
from service.problems.table import PROBLEMS

PROBLEM_MEDIA_TYPE = "application/problem+json"


def problem_type(code: str, root: str) -> str:
    """The address that explains the code. `root`: the path of the service on its host."""
    return f"{root}/problems/{code}"


def problem_document(
    code: str,
    detail: str,
    instance: str,
    request_id: str,
    language: str = "en",
    errors: Sequence[Mapping[str, str]] = (),
    status: int | None = None,
    more: Mapping[str, Any] | None = None,
    root: str = "",
) -> dict[str, Any]:
    """The document. `detail`: empty if `errors` says everything. `status`: if not that of PROBLEMS.

    `errors`: places in the body, as {pointer, detail}, or in the query, as {parameter, detail}. `language`: of
    SENTENCE_LANGUAGES. `more`: members that problems of this code have beside the others. `root`: the path of the
    service on its host.
    """
    faults = [{**error, "detail": translate(error["detail"], language)} for error in errors]
    words = [" ".join(filter(None, fault.values())) for fault in faults]
    document: dict[str, Any] = {
        "type": problem_type(code, root),
        "title": translate(PROBLEMS[code].title, language),
        "status": status or PROBLEMS[code].status,
        "code": code,
        "detail": translate(detail, language) if detail else "; ".join(words),
        "instance": instance,
        "request_id": request_id,
    }
    return document | ({"errors": faults} if faults else {}) | dict(more or {})
