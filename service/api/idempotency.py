"""Idempotency keys: a request sent again under the same key happens once."""

from hashlib import sha256
from secrets import token_hex
from typing import Any

from flask import request

from events import IdempotencyKey
from events.codec import canonical
from game.message import Message
from service.accounts import Player
from service.api.bodies import nested_too_deeply
from service.api.errors import Problem

MAX_KEY_CHARACTERS = 128
MIN_SECRET_KEY_CHARACTERS = 16
"""Of the key of a registration: it alone protects the token."""


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
    """SHA-256 of method, path and body, however the client formatted the body. Raises Problem 400."""
    try:
        return sha256(canonical([request.method, request.path, body]).encode()).digest()
    except RecursionError:  # writing JSON needs more stack than reading it
        raise nested_too_deeply() from None
