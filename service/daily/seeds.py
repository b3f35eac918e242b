"""The seeds of the days. All follow from one secret of the store: none is lost, or drawn again once it is promised."""

import hashlib
import hmac
from secrets import token_hex
from typing import NamedTuple

from game.daily import day_at
from game.shuffle import commitment
from service.backend import Backend

SECRET_BYTES = 32


class DailySecret(NamedTuple):
    """`first`: the first day that has a deal. `key`: SECRET_BYTES random bytes, from which the seeds follow."""

    first: str
    key: bytes


def read_secret(backend: Backend) -> DailySecret:
    """The secret of the store. The first process that asks draws it, and from that day on there are deals."""
    name = backend.keys.lobby("daily")
    found = backend.confirmed.get(name)
    if not isinstance(found, bytes):
        drawn = f"{day_at(backend.accounts.now_ms())} {token_hex(SECRET_BYTES)}"
        backend.confirmed.set(name, drawn, nx=True)
        found = backend.confirmed.get(name)
        assert isinstance(found, bytes)
    first, key = found.decode().split(" ")
    return DailySecret(first, bytes.fromhex(key))


def seed_of(secret: DailySecret, day: str) -> str:
    """The server seed of all tries of a day, hexadecimal: HMAC-SHA256 of the day. It tells of no other day's seed."""
    return hmac.digest(secret.key, day.encode(), hashlib.sha256).hex()


def commitment_of(secret: DailySecret, day: str) -> str:
    """What is published the day before: SHA-256 of the bytes of the day's seed, followed by the day, hexadecimal."""
    return commitment(seed_of(secret, day), day)
