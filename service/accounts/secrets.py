"""Secrets that a request makes: random ones, or those that the same request gets again."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

from service import ids
from service.accounts.players import Player
from service.accounts.stored_token import new_secret
from service.ids import CODE_ALPHABET

CODE_CHARACTERS, GROUP_CHARACTERS = 25, 5
"""Of recovery codes: 123 bits, in groups that can be typed."""
REPEATABLE_SECONDS = 3600
"""How long a request that makes secrets can be repeated under its key: time for a client with a bad network to try
again."""


class Secrets(NamedTuple):
    """A new token, and a new recovery code. The store keeps only hashes, so nobody sees them again."""

    token: str
    recovery_code: str


class Granted(NamedTuple):
    """An account with its new secrets. `repeated`: the same request has granted them before."""

    player: Player
    secrets: Secrets
    repeated: bool = False


class KeyUsed(Exception):
    """The idempotency key was used before, for another request."""


def random_secrets() -> Secrets:
    """New secrets."""
    return Secrets(new_secret(), new_code())


def derived_secrets(nonce: str, key: str) -> Secrets:
    """The secrets of a request under a key, the same each time you ask (HMAC-SHA256).

    The store keeps the nonce and a hash of the key, so it tells the secrets to nobody without the key; and the key is
    worth nothing once the nonce has expired.
    """
    token = urlsafe_b64encode(hmac.digest(bytes.fromhex(nonce), key.encode(), "sha256")).decode().rstrip("=")
    number = int.from_bytes(hmac.digest(bytes.fromhex(nonce), b"recovery:" + key.encode(), "sha256"))
    letters = []
    for _ in range(CODE_CHARACTERS):
        number, letter = divmod(number, len(CODE_ALPHABET))
        letters.append(CODE_ALPHABET[letter])
    return Secrets(token, _grouped("".join(letters)))


def entry_text(player: str, nonce: str, digest: bytes) -> str:
    """What is stored under a key. `digest`: SHA-256 of the request."""
    return f"{player} {nonce} {digest.hex()}"


def parse_entry(text: bytes, digest: bytes) -> tuple[str, str]:
    """Account and nonce of the first request under a key. Raises KeyUsed if that was another request."""
    player, nonce, first_digest = text.decode().split(" ")
    if first_digest != digest.hex():
        raise KeyUsed
    return player, nonce


def new_code() -> str:
    """A random recovery code."""
    return _grouped(ids.new_code(CODE_CHARACTERS))


def hash_code(code: str) -> str:
    """What the store knows of a recovery code; case, blanks and dashes do not count."""
    return sha256("".join(code.replace("-", " ").split()).upper().encode()).hexdigest()


def hash_key(key: str) -> str:
    """What the store knows of an idempotency key."""
    return sha256(key.encode()).hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[at : at + GROUP_CHARACTERS] for at in range(0, CODE_CHARACTERS, GROUP_CHARACTERS))
