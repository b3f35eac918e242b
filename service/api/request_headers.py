"""Headers of a request that say what it is to do: If-Match, Idempotency-Key."""

from collections.abc import Collection
from hashlib import sha256
from secrets import token_hex
from typing import Any

from flask import request
from werkzeug.http import parse_etags

from events import IdempotencyKey
from events.entry import canonical
from game.message import Message
from projections.games import Loaded
from service.accounts import Player
from service.api.errors import Problem

MAX_VERSION_DIGITS = 15
MAX_KEY_CHARACTERS = 128
MIN_SECRET_KEY_CHARACTERS = 16
"""Of the key of a registration: it alone protects the token."""


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


def client_key(min_characters: int = 1) -> str | None:
    """The key that the client sent, if it sent one. Raises Problem 400."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not min_characters <= len(key) <= MAX_KEY_CHARACTERS:
        raise Problem(
            "bad_idempotency_key",
            Message(
                "Idempotency-Key must have {least} to {most} characters", least=min_characters, most=MAX_KEY_CHARACTERS
            ),
        )
    return key


def request_key(player: Player, body: Any) -> IdempotencyKey:
    """The idempotency entry of this request: under the client's key, or under a random one that nobody else uses.

    Raises Problem 400.
    """
    key = client_key()
    return IdempotencyKey(f"{player.id}:{key if key is not None else '~' + token_hex(8)}", request_digest(body))


def request_digest(body: Any) -> bytes:
    """SHA-256 of method, path and body, however the client formatted the body."""
    return sha256(canonical([request.method, request.path, body]).encode()).digest()
