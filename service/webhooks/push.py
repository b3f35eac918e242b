"""Web push (RFC 8030, 8291, 8292): messages to the phones and browsers of players, an extra of the program.

The library pywebpush encrypts and signs. Our own sender sends, so the same guards hold as for all webhooks.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from importlib.util import find_spec

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from redis import Redis

from service.webhooks.endpoints import Webhook
from service.webhooks.outbox import OutboxMessage
from service.webhooks.sentences import sentence_of, title_of
from service.webhooks.shapes import Outgoing
from store.keys import Keys

TOKEN_SECONDS = 12 * 3600
"""How long the proof of who sends holds; RFC 8292 allows a day."""
KEPT_SECONDS = 86_400
"""How long the push service keeps a message for a phone that is off."""
GONE = (404, 410)
"""Statuses by which a push service says that a subscription has ended."""
URGENT = ("your_turn", "clock_low")
PUBLIC_KEY_BYTES, AUTH_BYTES = 65, 16


def is_installed() -> bool:
    """Whether the extra `push` is installed."""
    return find_spec("pywebpush") is not None


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point of the curve P-256, and 16 bytes, both in base64url."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decode(p256dh))
        return len(_decode(p256dh)) == PUBLIC_KEY_BYTES and len(_decode(auth)) == AUTH_BYTES
    except ValueError:
        return False


def private_key(redis: Redis, keys: Keys) -> str:
    """The service's key for web push (VAPID), PEM. It is made once and kept, because subscriptions hold on to it."""
    name = keys.lobby("vapid")
    if stored := redis.get(name):
        return stored.decode()  # type: ignore[union-attr]
    made = generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    redis.set(name, made, nx=True)
    return private_key(redis, keys)


@lru_cache
def public_key(pem: str) -> str:
    """The public part as browsers want it: the point in base64url."""
    key = load_pem_private_key(pem.encode(), None).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def pushed(webhook: Webhook, origin: str, message: OutboxMessage, pem: str, contact: str, now_ms: int) -> Outgoing:
    """The message, encrypted for the subscription.

    `origin`: of the subscription's address. `contact`: a URL by which push services can reach the operator.
    """
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    texts = {"title": title_of(message, webhook.language), "text": sentence_of(message, webhook.language)}
    p256dh, auth = webhook.keys or ("", "")
    pusher = WebPusher({"endpoint": webhook.url, "keys": {"p256dh": p256dh, "auth": auth}})
    encoded = pusher.encode(json.dumps(message.item | texts).encode(), content_encoding="aes128gcm")
    claims = {"sub": contact, "aud": origin, "exp": now_ms // 1000 + TOKEN_SECONDS}
    headers: dict[str, str] = dict(Vapid02.from_pem(pem.encode()).sign(claims))
    headers |= {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT_SECONDS)}
    headers["Urgency"] = "high" if message.item["type"] in URGENT else "normal"
    return Outgoing(headers, bytes(encoded["body"]))


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
