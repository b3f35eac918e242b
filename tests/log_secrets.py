"""What no log of the service may show: by its shape, and by its value if a test or a store knows it."""

import re
from collections.abc import Iterable
from pathlib import Path

from redis import Redis

from service.ids import CODE_ALPHABET

SHAPES = {
    "a token or a ticket": r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])",
    "a recovery code": rf"(?<![\w-])[{CODE_ALPHABET}]{{5}}(?:-[{CODE_ALPHABET}]{{5}}){{4}}(?![\w-])",
    "an invite code": r"/(?:join|codes|qr)/\w",
    "a secret of a webhook": r"whsec_[\w+/]",
    "a signature": r"v1,[\w+/]{43}=",
    "a seed or a salt": r"(?<![\w-])(?<!trace )(?<!\"trace\": \")(?<!hash )(?<!found )"
    r"(?:[0-9a-f]{32}|[0-9a-f]{64})(?![\w-])",
    "a private key": "PRIVATE KEY",
    "a password": r"://[^\s/@]*:[^\s/@*]+@",
}
"""What it is → how it looks. All secrets that the service makes are there."""


def secrets_in(log: str, known: Iterable[str] = ()) -> list[str]:
    """What a log shows of all that it must not show. `known`: secrets beside those that have a shape."""
    found = [f"{what}: {match[0]}" for what, shape in SHAPES.items() for match in re.finditer(shape, log)]
    return found + [secret for secret in known if secret in log]


def assert_no_secret(log: Path, known: Iterable[str] = ()) -> None:
    """Raises AssertionError with what the log of a run shows."""
    found = secrets_in(log.read_text(errors="replace"), known)
    assert not found, f"{log} shows {found[:10]}"


def stored_secrets(store: "Redis[bytes]") -> set[str]:
    """What a store holds in plain: seeds and salts of games, invite codes, secrets of webhooks, keys."""
    found: set[str] = set()
    for key in store.scan_iter(count=1000):
        if re.search(rb"\{p\d+\}:(?:seed|code):", key) or key.endswith((b"}:proof-secret", b"}:vapid")):
            value = store.get(key) or b""
            found |= {value.hex(), value.decode(errors="replace")}
        elif re.search(rb"\}:g:", key):
            for _, row in store.xrange(key):
                if b"data" not in row:  # it is archived
                    continue
                found |= {row[b"salt"].hex(), *re.findall(r'"server_seed":"([^"]+)"', row[b"data"].decode())}
        elif re.search(rb"\}:webhooks:", key):
            found |= {*re.findall(r"whsec_[\w+/=]+", str(store.hgetall(key)))}
    return found - {""}
