"""What goes wrong: one kind of exception, told apart by its code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

NO_ANSWER = "no_answer"
"""The code when no answer came: the service cannot be reached, or the connection was lost."""
OTHER_SERVICE = "other_service"
"""The code of an answer that this service would not give."""
MAX_DETAIL_CHARACTERS = 200


class Problem(Exception):
    """A request has failed.

    `code`: why, a code of the API such as `stale_version`, or NO_ANSWER or OTHER_SERVICE. `detail`: the same in words.
    `status`: of the answer, 0 if none came. `pointers`: where in the body, such as `/3/card`. `retry_after`: in so many
    seconds the service accepts the request again, if it says so. `body`: all that the answer says. `target`: the path
    and query of the request.
    """

    def __init__(self, code: str, detail: str, status: int = 0, body: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.body = dict(body or {})
        self.pointers: list[str] = [str(error.get("pointer", "")) for error in self.body.get("errors", ())]
        self.retry_after: float | None = None
        self.target = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes the same problem again: a pool of processes hands it over so."""
        return type(self), (self.code, self.detail, self.status, self.body), self.__dict__


def problem_of(status: int, headers: Mapping[str, str], content: bytes) -> Problem:
    """The problem that an answer tells; one that is no problem+json comes from another service."""
    if "application/problem+json" in headers.get("content-type", ""):
        try:
            body = json.loads(content)
            problem = Problem(body["code"], body["detail"], status, body)
        except (ValueError, KeyError, TypeError, AttributeError):
            return other_service(status, content)
    else:
        problem = other_service(status, content)
    retry_after = headers.get("retry-after", "")
    problem.retry_after = float(retry_after) if retry_after.isdecimal() else None
    return problem


def other_service(status: int, content: bytes) -> Problem:
    """The problem of an answer that this service would not give."""
    text = " ".join(content.decode(errors="replace").split())[:MAX_DETAIL_CHARACTERS]
    return Problem(OTHER_SERVICE, f"another service answers {status}: {text}" if text else f"answers {status}", status)
