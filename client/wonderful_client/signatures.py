"""The signatures of webhooks, by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

MAX_AGE_SECONDS = 300
"""A message from longer ago, or from so far ahead, may be repeated by a stranger."""


class BadSignature(Exception):
    """A message that the service has not sent, or not now."""


def sign(secret: str, message: str, timestamp: str, body: bytes) -> str:
    """The signature of a message: its id, its timestamp and its body. `secret`: `whsec_` and base64.

    Raises ValueError for a secret that is none: with an empty one, anybody could sign.

    >>> sign("whsec_c2VjcmV0", "msg_1", "1700000000", b"{}")
    'v1,A5oIrJxXPB/PkULSoVu0e4khvPiqpF9vljmhkSKg0FI='
    """
    try:
        key = base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("this is no secret of a webhook: it is empty, or no base64")
    digest = hmac.new(key, f"{message}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def verify(secret: str, headers: Mapping[str, str], body: bytes, now: float | None = None) -> Any:
    """The JSON of a webhook's message whose signature is good.

    `headers`, `body`: as they came, byte by byte. `now`: seconds since 1970, by default those of this host. Drop a
    message whose `webhook-id` you have had: a message may come twice. Raises BadSignature, and ValueError for a
    secret that is none.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures, age = (
            given["webhook-signature"].split(),
            abs((time.time() if now is None else now) - int(timestamp)),
        )
    except (KeyError, ValueError) as error:
        raise BadSignature(f"the message has no good header {error}") from None
    if age > MAX_AGE_SECONDS:
        raise BadSignature(f"the message is {age:.0f} seconds old, or the clock of this host is wrong")
    expected = sign(secret, message, timestamp, body).encode()
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
        raise BadSignature("no signature of the message is made with this secret")
    return json.loads(body)
