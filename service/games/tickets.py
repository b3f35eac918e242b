"""Tickets: each lets a client that cannot send headers begin one stream. Redis holds only a hash of each."""

from hashlib import sha256
from secrets import token_urlsafe

from redis import Redis

from service.accounts import Access
from store.keys import Keys

TICKET_SECONDS = 30


class Tickets:
    """The tickets of all players. A ticket is a random text, from which nothing else follows."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    def issue(self, access: Access) -> str:
        """A new ticket that stands for the token of a request, for TICKET_SECONDS."""
        ticket = token_urlsafe(32)
        value = f"{access.player.id} {access.token_hash.hex()}"
        self._redis.set(self._key(ticket), value, ex=TICKET_SECONDS)
        return ticket

    def redeem(self, ticket: str) -> bytes | None:
        """The hash of the token that it stands for, once; None if it is unknown, used or expired."""
        value = self._redis.getdel(self._key(ticket))
        token_hash = value.decode().partition(" ")[2] if isinstance(value, bytes) else ""
        return bytes.fromhex(token_hash) or None

    def _key(self, ticket: str) -> str:
        return self._keys.lobby(f"ticket:{sha256(ticket.encode()).hexdigest()}")
