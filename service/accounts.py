"""Accounts of players, and their access tokens. Redis holds only a hash of each token."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, TTLCache
from redis import Redis

from events import Keys
from service.ids import new_id

MAX_CACHED_PLAYERS = 10_000
MAX_CACHED_TOKENS = 10_000
CACHED_TOKEN_SECONDS = 60
REPEATABLE_SECONDS = 3600
"""How long a registration can be repeated under the same key: time for a client with a bad network to try again."""


class RegistrationKeyReused(Exception):
    """The key was used before, for another registration."""


class Player(NamedTuple):
    """An account. `kind`: human or bot."""

    id: str
    name: str
    kind: str


class Accounts:
    """The accounts in Redis. Players and valid tokens are cached in this process; all methods are thread-safe."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._players: LRUCache[str, Player] = LRUCache(MAX_CACHED_PLAYERS)
        self._tokens: TTLCache[bytes, Player] = TTLCache(MAX_CACHED_TOKENS, CACHED_TOKEN_SECONDS)
        self._lock = Lock()

    def register(self, name: str, kind: str) -> tuple[Player, str]:
        """Create an account. Returns the player and the token, which cannot be read from the store later."""
        player, token = Player(self._reserve_id(name), name, kind), token_urlsafe(32)
        self._store(player, token)
        return player, token

    def register_once(self, name: str, kind: str, key: str, digest: bytes) -> tuple[Player, str, bool]:
        """Create an account under a key, once: for an hour, the same request gets the same account and token again.

        `digest`: SHA-256 of the request. Returns player, token, and whether it is a repetition. Raises
        RegistrationKeyReused.

        Nobody is logged in yet, so the key alone tells a client from a stranger: it must be as hard to guess as a
        password. The token follows from the key and a random nonce (HMAC-SHA256). The store holds the nonce and a hash
        of the key, so it tells the token to nobody without the key, and the key is worth nothing once the nonce has
        expired.
        """
        entry = self._keys.lobby(f"registered:{sha256(key.encode()).hexdigest()}")
        stored: bytes | None = self._redis.get(entry)  # type: ignore[assignment]
        if stored is None:
            player_id, nonce = self._reserve_id(name), token_hex(32)
            if not self._redis.set(entry, f"{player_id} {nonce} {digest.hex()}", nx=True, ex=REPEATABLE_SECONDS):
                self._redis.delete(self._player_key(player_id))  # the same request was faster on another connection
                return self.register_once(name, kind, key, digest)
        else:
            player_id, nonce, first_digest = stored.decode().split(" ")
            if first_digest != digest.hex():
                raise RegistrationKeyReused
        player, token = Player(player_id, name, kind), _derive_token(nonce, key)
        if stored is None or self.by_id(player_id) is None:  # the first request may have died half-way
            self._store(player, token)
        return player, token, stored is not None

    def _reserve_id(self, name: str) -> str:
        """The id of a new account, which nobody else gets. The account exists once it has a kind."""
        while True:
            player_id = new_id()
            if self._redis.hsetnx(self._player_key(player_id), "name", name):
                return player_id

    def _store(self, player: Player, token: str) -> None:
        pipe = self._redis.pipeline(transaction=True)
        pipe.hset(self._player_key(player.id), mapping={"name": player.name, "kind": player.kind})
        pipe.set(self._token_key(_hash_token(token)), player.id)
        if player.kind == "bot":
            pipe.sadd(self._bot_name_key(player.name), player.id)
        pipe.execute()

    def find_bots(self, name_or_id: str) -> list[Player]:
        """The bot with this id; if there is none, the bots with this name (case ignored), ordered by id.

        The id comes first, so that nobody can take over a bot's invitations by choosing its id as a name.
        """
        members = self._redis.smembers(self._bot_name_key(name_or_id))
        ids = {member.decode() for member in members}  # type: ignore[union-attr]
        bots = sorted(player for player in self.by_ids({name_or_id, *ids}).values() if player.kind == "bot")
        return [bot for bot in bots if bot.id == name_or_id] or bots

    def by_token(self, token: str) -> Player | None:
        """The player that a token belongs to; None for an unknown token."""
        token_hash = _hash_token(token)
        with self._lock:
            cached = self._tokens.get(token_hash)
        if cached:
            return cached
        player_id = self._redis.get(self._token_key(token_hash))
        player = self.by_id(player_id.decode()) if isinstance(player_id, bytes) else None
        if player:
            with self._lock:
                self._tokens[token_hash] = player
        return player

    def by_id(self, player_id: str) -> Player | None:
        """The player with this id; None if there is none."""
        return self.by_ids([player_id]).get(player_id)

    def by_ids(self, player_ids: Iterable[str]) -> dict[str, Player]:
        """Id → player; ids without an account are left out. An account never changes, so a cached one is current."""
        with self._lock:
            found = {each: self._players[each] for each in set(player_ids) if each in self._players}
        missing = [each for each in player_ids if each not in found]
        if missing:
            pipe = self._redis.pipeline(transaction=False)
            for each in missing:
                pipe.hmget(self._player_key(each), "name", "kind")
            for each, (name, kind) in zip(missing, pipe.execute(), strict=True):
                if name and kind:
                    found[each] = Player(each, name.decode(), kind.decode())
            with self._lock:
                self._players.update({each: found[each] for each in missing if each in found})
        return found

    def _player_key(self, player_id: str) -> str:
        return self._keys.lobby(f"player:{player_id}")

    def _bot_name_key(self, name: str) -> str:
        return self._keys.lobby(f"bots:{name.casefold()}")

    def _token_key(self, token_hash: bytes) -> str:
        return self._keys.lobby(f"token:{token_hash.hex()}")


def _hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _derive_token(nonce: str, key: str) -> str:
    """The token of a registration under a key; 32 bytes, as a random token has."""
    return urlsafe_b64encode(hmac.digest(bytes.fromhex(nonce), key.encode(), "sha256")).decode().rstrip("=")
