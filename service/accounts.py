"""Players: who they are, and the tokens that prove it. Tokens are stored hashed."""

from collections.abc import Iterable
from hashlib import sha256
from secrets import token_urlsafe
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, TTLCache
from redis import Redis

from events import Keys
from service.ids import new_id


class Player(NamedTuple):
    """An account. `kind`: human or bot."""

    id: str
    name: str
    kind: str


class Accounts:
    """The accounts on Redis; names and proven tokens are kept in memory for a while."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._players: LRUCache[str, Player] = LRUCache(10_000)
        self._tokens: TTLCache[bytes, Player] = TTLCache(10_000, ttl=60)
        self._lock = Lock()

    def register(self, name: str, kind: str) -> tuple[Player, str]:
        """A new player and its token, which is not kept in the clear and cannot be shown again."""
        token = token_urlsafe(32)
        while True:
            player = Player(new_id(), name, kind)
            if self._redis.hsetnx(self._key(player.id), "name", name):
                break
        pipe = self._redis.pipeline(transaction=True)
        pipe.hset(self._key(player.id), "kind", kind)
        pipe.set(self._token_key(_hashed(token)), player.id)
        if kind == "bot":
            pipe.sadd(self._named(name), player.id)
        pipe.execute()
        return player, token

    def bots_called(self, name: str) -> list[Player]:
        """The bot account with this id, or those of this name, whatever its case; nobody's name hides an id."""
        ids = {id.decode() for id in self._redis.smembers(self._named(name))}  # type: ignore[union-attr]
        found = sorted(player for player in self.by_ids({name, *ids}).values() if player.kind == "bot")
        return [player for player in found if player.id == name] or found

    def by_token(self, token: str) -> Player | None:
        """The player whom a token proves."""
        hashed = _hashed(token)
        with self._lock:
            known = self._tokens.get(hashed)
        if known:
            return known
        id = self._redis.get(self._token_key(hashed))
        player = self.by_id(id.decode()) if isinstance(id, bytes) else None
        if player:
            with self._lock:
                self._tokens[hashed] = player
        return player

    def by_id(self, id: str) -> Player | None:
        """The player with this id; accounts do not change, so one that was read is kept."""
        return self.by_ids([id]).get(id)

    def by_ids(self, ids: Iterable[str]) -> dict[str, Player]:
        """The players among these ids."""
        with self._lock:
            found = {id: self._players[id] for id in set(ids) if id in self._players}
        missing = [id for id in ids if id not in found]
        if missing:
            pipe = self._redis.pipeline(transaction=False)
            for id in missing:
                pipe.hmget(self._key(id), "name", "kind")
            for id, (name, kind) in zip(missing, pipe.execute(), strict=True):
                if name and kind:
                    found[id] = Player(id, name.decode(), kind.decode())
            with self._lock:
                self._players.update({id: found[id] for id in missing if id in found})
        return found

    def _key(self, id: str) -> str:
        return self._keys.lobby(f"player:{id}")

    def _named(self, name: str) -> str:
        return self._keys.lobby(f"bots:{name.casefold()}")

    def _token_key(self, hashed: bytes) -> str:
        return self._keys.lobby(f"token:{hashed.hex()}")


def _hashed(token: str) -> bytes:
    return sha256(token.encode()).digest()
