"""What is told of a game beside its log: who follows it, and the newest reactions. Redis keeps both for a while."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from service.games.live.present import Present, union
from service.games.live.reactions import Reaction, parse_reactions
from store.clock import store_clock
from store.keys import Keys

PRESENCE_SECONDS = 20
"""How long the store believes a web process that followers are there. A process says it again twice in that time."""


class Beside(NamedTuple):
    """`others`: who follows the game in other processes. `reactions`: the newest ones, oldest first."""

    others: Present = Present()
    reactions: tuple[Reaction, ...] = ()


class PresenceStore:
    """Presence and reactions on Redis. Each web process has a field of its own in the presence of a game.

    `now`: the clock of the store, in seconds since 1970.
    """

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] | None = None) -> None:
        self._redis = redis
        self._keys = keys
        self._now = now or store_clock(redis)
        self._process = token_hex(4).encode()

    def read(self, games: Sequence[str]) -> list[Beside]:
        """What the store has of games, in one round trip."""
        pipe = self._redis.pipeline(transaction=False)
        for game in games:
            pipe.hgetall(self._keys.presence(game))
            pipe.xrange(self._keys.reactions(game))
        found, now = pipe.execute(), self._now()
        return [
            Beside(self._others(present, now), parse_reactions(reactions))
            for present, reactions in zip(found[::2], found[1::2], strict=True)
        ]

    def store(self, here: Mapping[str, Present], changed: Iterable[str]) -> None:
        """Store who follows games in this process, for PRESENCE_SECONDS.

        `changed`: the games in which this has changed, so that all web processes are to read it again.
        """
        until, pipe = self._now() + PRESENCE_SECONDS, self._redis.pipeline(transaction=False)
        for game, followers in here.items():
            key = self._keys.presence(game)
            if followers == Present():
                pipe.hdel(key, self._process)
            else:
                parts = [until, sorted(followers.seats), sorted(followers.spectators)]
                pipe.hset(key, self._process, json.dumps(parts))
                pipe.expire(key, 2 * PRESENCE_SECONDS)
        for game in changed:
            pipe.publish(self._keys.tables, game)
        pipe.execute()

    def _others(self, stored: Mapping[bytes, Any], now: float) -> Present:
        return union([_parse(text, now) for process, text in stored.items() if process != self._process])


def _parse(text: Any, now: float) -> Present:
    """Who follows a game in another process; nobody if the process has not said so for too long."""
    until, seats, spectators = json.loads(text)
    return Present(frozenset(seats), frozenset(spectators)) if until > now else Present()
