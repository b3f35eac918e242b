"""Proofs of work: a client finds a nonce for a challenge, so that many registrations cost it time.

A challenge is signed, so the service stores none. It is spent with its first use, and the more registrations there are,
the more bits it asks for.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from math import log2
from secrets import token_bytes, token_urlsafe
from typing import Any, NamedTuple

from redis import Redis

from store.clock import store_clock
from store.keys import Keys

CHALLENGE_SECONDS = 600
MIN_BITS, MAX_BITS = 16, 22
"""16 bits are about 65,000 hashes: a fraction of a second in a browser. Each bit more takes twice as long."""
MAX_CHALLENGE_CHARACTERS, MAX_NONCE_CHARACTERS = 128, 32
WINDOW_SECONDS = 3600
"""In which registrations are counted."""
_CHALLENGE = re.compile(r"([0-9]{1,2})\.([0-9]{1,12})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})")
_NONCE = re.compile(rf"[A-Za-z0-9]{{1,{MAX_NONCE_CHARACTERS}}}")


class Challenge(NamedTuple):
    """What a client works on. `bits`: leading zero bits of SHA-256 of `<text>.<nonce>`. `seconds`: while it is good."""

    text: str
    bits: int
    seconds: int


class Proofs:
    """Challenges and their proofs. `now`: the clock of the store, in seconds since 1970."""

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] | None = None) -> None:
        self._redis, self._keys, self._now = redis, keys, now or store_clock(redis)

    def count_registration(self) -> None:
        """Count a new account."""
        name = self._window(0)
        pipe = self._redis.pipeline(transaction=True)
        pipe.incr(name)
        pipe.expire(name, 2 * WINDOW_SECONDS)
        pipe.execute()

    def registrations(self) -> float:
        """How many accounts were made in the last WINDOW_SECONDS, about."""
        found: Any = self._redis.mget(self._window(0), self._window(1))
        current, previous = (int(number or 0) for number in found)
        return current + previous * (1 - self._now() % WINDOW_SECONDS / WINDOW_SECONDS)

    def challenge(self, quota: int) -> Challenge:
        """A new challenge; harder, the more registrations there are beyond the quota."""
        bits, expires = bits_for(self.registrations(), quota), int(self._now()) + CHALLENGE_SECONDS
        text = f"{bits}.{expires}.{token_urlsafe(12)}"
        return Challenge(f"{text}.{self._sign(text)}", bits, CHALLENGE_SECONDS)

    def is_valid(self, challenge: str, nonce: str) -> bool:
        """Whether a nonce solves a challenge of ours that has not expired. It may be spent."""
        found = _CHALLENGE.fullmatch(challenge)
        if not found or not _NONCE.fullmatch(nonce):
            return False
        text, signature = challenge.rpartition(".")[0], found[4]
        if not hmac.compare_digest(signature, self._sign(text)) or int(found[2]) < self._now():
            return False
        return leading_zero_bits(sha256(f"{challenge}.{nonce}".encode()).digest()) >= int(found[1])

    def spend(self, challenge: str, key: str | None) -> bool:
        """Spend a challenge: whether it was unspent, or was spent by the same request, under its idempotency key."""
        name = self._keys.lobby(f"spent-proof:{sha256(challenge.encode()).hexdigest()}")
        by = sha256((key if key is not None else token_urlsafe(16)).encode()).hexdigest()
        pipe = self._redis.pipeline(transaction=True)
        pipe.set(name, by, nx=True, ex=2 * CHALLENGE_SECONDS)
        pipe.get(name)
        return bool(pipe.execute()[1] == by.encode())

    def _sign(self, text: str) -> str:
        return urlsafe_b64encode(hmac.digest(self._key(), text.encode(), "sha256")).decode().rstrip("=")

    def _key(self) -> bytes:
        """The secret of all processes; the first one makes it."""
        name = self._keys.lobby("proof-secret")
        self._redis.set(name, token_bytes(32), nx=True)
        stored: Any = self._redis.get(name)
        return bytes(stored)

    def _window(self, back: int) -> str:
        return self._keys.lobby(f"registered:{int(self._now()) // WINDOW_SECONDS - back}")


def bits_for(registrations: float, quota: int) -> int:
    """How hard a proof is: one bit more for each doubling of the registrations beyond the quota.

    >>> bits_for(10, 1000), bits_for(2000, 1000), bits_for(16_000, 1000)
    (16, 17, 20)
    """
    return min(MAX_BITS, MIN_BITS + max(0, int(log2(max(1.0, registrations / max(1, quota))))))


def leading_zero_bits(digest: bytes) -> int:
    """How many bits before the first that is 1."""
    return len(digest) * 8 - int.from_bytes(digest).bit_length()
