"""News of each player: which of their games started and which are over, and from which table the host removed them, in
the order in which the lobby learned it.

What waits for a player follows from the games as they stand. News pass, so they are stored, each at a position of its
own: a client that was away goes on after the last position it knows.
"""

from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

import game as rules
from projections.games import Loaded
from store.keys import Keys

STARTED, FINISHED = "started", "finished"
"""`finished`: also a game that was abandoned."""
REMOVED = "removed"
"""The host removed the player from an open game. A second time the news move to the newest position."""
MAX_REMOVED = 20
"""The most removed players of a game who have its news: those removed last."""
WEBHOOK_DISABLED = "webhook_disabled"
"""A webhook of the player failed for days; the game is that of its oldest message."""
MAX_NEWS = 1000
"""The most that are kept for a player: the newest ones."""
KEPT_SECONDS = 60 * 86_400
"""A player's news are dropped when none came for this time."""


class News(NamedTuple):
    """`position`: 1.. and about the time in ms since 1970; later news of a player have higher ones."""

    position: int
    kind: str
    game: str


class NewsStore:
    """The news of all players on Redis. `projections.lobby` stores them together with the summary that tells them."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._add = redis.register_script(files(__package__).joinpath("add_news.lua").read_text("utf-8"))

    def read(self, player: str, after: int, limit: int) -> list[News]:
        """The news after a position, oldest first, at most `limit`."""
        key = news_key(self._keys, player)
        rows: Any = self._redis.zrangebyscore(key, f"({after}", "+inf", 0, limit, withscores=True)
        found = [(score, member.decode().partition("-")) for member, score in rows]
        return [News(int(score), kind, game) for score, (kind, _, game) in found]

    def add(self, player: str, kind: str, game: str, now_ms: float) -> None:
        """Add news that no game tells. The same news of a game move to the newest position."""
        key = news_key(self._keys, player)
        self._add(keys=[key], args=[f"{kind}-{game}", int(now_ms), MAX_NEWS, KEPT_SECONDS])

    def newest_position(self, player: str) -> int:
        """The position of the player's newest news; 0 without any."""
        rows: Any = self._redis.zrange(news_key(self._keys, player), 0, 0, desc=True, withscores=True)
        return int(rows[0][1]) if rows else 0


def news_key(keys: Keys, player: str) -> str:
    """A sorted set: `<kind>-<game>` by position."""
    return keys.lobby(f"news:{player}")


def told_removed(state: rules.State) -> tuple[str, ...]:
    """The accounts that have the news that they were removed from a game."""
    return state.removed[-MAX_REMOVED:]


def news_of(loaded: Loaded) -> list[tuple[str, int, int]]:
    """What has happened to a game so far, for all who have a seat.

    Each is a kind, the earliest position if it is new, and the one if it is old. A game has each kind once at most.
    When it started is not known later, so an old start counts from the opening.
    """
    started = (STARTED, loaded.touched_ms, loaded.opened_ms)
    finished = (FINISHED, loaded.touched_ms, loaded.touched_ms)
    is_over = loaded.state.status in ("finished", "abandoned")
    return [started] * (loaded.state.round > 0) + [finished] * is_over
