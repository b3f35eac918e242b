"""What a token is: as the store holds it, and as a request carries it."""

import json
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import NamedTuple

READ, PLAY, BOT, ADMIN, OPERATOR = "read", "play", "bot", "admin", "operator"
ACCOUNT_SCOPES = (READ, PLAY, BOT, ADMIN)
"""`read`: GET requests and streams. `play`: everything at tables. `bot`: decisions of strategies, and webhooks.
`admin`: the account itself."""
SCOPES = (*ACCOUNT_SCOPES, OPERATOR)
"""`operator`: acts on games and accounts of others. Only the accounts of OPERATORS can use it, and no token has it by
itself."""
ANY = "any"
"""As the scope of an operation: every token will do."""
FIRST_TOKEN_NAME = "first token"


class StoredToken(NamedTuple):
    """A token in the store. `created_ms`, `expires_ms`: ms since 1970; None: not known, never. `hash`: SHA-256, hex.

    `previous`: the hash before the last rotation, which holds until `previous_until_ms`.
    """

    name: str
    scopes: Sequence[str]
    created_ms: int | None
    hash: str
    expires_ms: int | None = None
    previous: str | None = None
    previous_until_ms: int | None = None

    def to_text(self) -> str:
        return json.dumps(self._asdict())

    def until_ms(self, token_hash: str) -> float:
        """Until when a secret with this hash is good, in ms since 1970; infinite if it does not expire."""
        expires_ms = float("inf") if self.expires_ms is None else self.expires_ms
        if token_hash == self.hash:
            return expires_ms
        return min(expires_ms, self.previous_until_ms or 0) if token_hash == self.previous else 0


def parse_token(text: bytes) -> StoredToken:
    """The token that `to_text` wrote."""
    return StoredToken(**json.loads(text))


def new_secret() -> str:
    """A random token, 256 bits."""
    return token_urlsafe(32)


def id_of_token(token_hash: bytes) -> str:
    """The id of a token: the same each time you ask, and it tells nothing of the secret."""
    return token_hash.hex()[:8]
