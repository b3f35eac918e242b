"""Preconditions: a write that counts only if the caller's table has not changed (RFC 9110, If-Match)."""

from collections.abc import Collection

from flask import request
from werkzeug.http import parse_etags

from projections.games import Loaded
from service.api.errors import Problem

MAX_VERSION_DIGITS = 15


def read_if_match() -> Collection[int] | None:
    """The versions in If-Match, one of which must match; None without the header and for `*`.

    A weak tag such as `W/"17"` never matches (RFC 9110, 13.1.1), so it adds no version. Raises Problem 400.
    """
    header = request.headers.get("If-Match")
    tags = parse_etags(header and header.strip())
    if header is None or tags.star_tag:
        return None
    named = [tag or "" for tag in tags.as_set(include_weak=True)]
    if not named or not all(tag.isdecimal() and len(tag) <= MAX_VERSION_DIGITS for tag in named):
        raise Problem("bad_if_match", 'If-Match must be versions that you saw, such as "17" or "17", "18"; or *')
    return {int(tag) for tag in tags.as_set()}


def check_unchanged(loaded: Loaded, seat: int, versions: Collection[int] | None) -> None:
    """Raises Problem 412 when the seat, the round, the phase or the step has changed since each of the versions.

    What other seats do does not count: all seats act at once (R5).
    """
    if versions is None or any(loaded.changed_version[seat] <= version <= loaded.version for version in versions):
        return
    detail = "your seat, or the phase, has changed since the version in If-Match"
    if not versions:
        detail = "If-Match holds weak tags only, which never match: send the ETag as the service gave it to you"
    raise Problem("stale_version", detail, {"ETag": f'"{loaded.version}"'})


def check_newest(loaded: Loaded, versions: Collection[int] | None) -> None:
    """Raises Problem 412 when anything has happened in the game since each of the versions."""
    if versions is not None and loaded.version not in versions:
        detail = "the game has changed since the version in If-Match"
        raise Problem("stale_version", detail, {"ETag": f'"{loaded.version}"'})
