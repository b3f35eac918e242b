"""Preconditions: a write that counts only if the caller's table has not changed (RFC 9110, If-Match)."""

from flask import request

from projections.games import Loaded
from service.api.errors import Problem

MAX_VERSION_DIGITS = 15


def read_if_match() -> int | None:
    """The version in the request's If-Match, if there is one. Raises Problem 400."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not text.isdecimal() or len(text) > MAX_VERSION_DIGITS:
        raise Problem("bad_if_match", 'If-Match must be the version you saw: "17"')
    return int(text)


def check_unchanged(loaded: Loaded, seat: int, version: int | None) -> None:
    """Raises Problem 412 when the seat, the round, the phase or the step has changed since `version`.

    What other seats do does not count: all seats act at once (R5).
    """
    if version is None or loaded.changed_version[seat] <= version <= loaded.version:
        return
    detail = "your seat, or the phase, has changed since the version in If-Match"
    raise Problem("stale_version", detail, {"ETag": f'"{loaded.version}"'})
