"""Signatures of messages: Standard Webhooks 1.0.0, symmetric."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Sequence
from secrets import token_bytes

PREFIX = "whsec_"
SECRET_BYTES = 32
Headers = dict[str, str]


def new_secret() -> str:
    """A random secret: `whsec_` and 32 bytes in base64."""
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def sign(message_id: str, seconds: int, body: bytes, secrets: Sequence[str]) -> Headers:
    """The headers of a message, with a signature by each secret. `seconds`: since 1970, when it is sent."""
    signed = b".".join((message_id.encode(), str(seconds).encode(), body))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{_signature(signed, secret)}" for secret in secrets),
    }


def _signature(signed: bytes, secret: str) -> str:
    return b64encode(hmac.digest(b64decode(secret.removeprefix(PREFIX)), signed, "sha256")).decode()
