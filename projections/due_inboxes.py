"""Due inboxes: of which players with webhooks a game must be compared with what they were told.

A due inbox is a player and a game. It stands in the store until a worker has made the messages, so none gets lost with
a process or with the queues.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from events import Keys

MARKED_AT_ONCE = 20
APART_MS = 50
"""Between the games of a player that are marked together, after the first MARKED_AT_ONCE: others come in between."""


class DueInbox(NamedTuple):
    """`taken_ms`: the time, in ms since 1970, until which the worker that took it has it."""

    player: str
    game: str
    taken_ms: float

    @property
    def member(self) -> str:
        return f"{self.player}-{self.game}"


class DueInboxes:
    """The due inboxes on Redis, by the time at which they are due. Times are in ms since 1970."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self.players_key = keys.lobby("webhooked")
        self.key = keys.lobby("inboxes")
        self._take = redis.register_script(files(__package__).joinpath("take_inboxes.lua").read_text("utf-8"))
        self._settle = redis.register_script(files(__package__).joinpath("settle_inbox.lua").read_text("utf-8"))

    def mark(self, player: str, games: Iterable[str], now_ms: float) -> None:
        """Mark these games of a player as due: a few now, the others one after the other.

        A worker takes what has been due longest. One request of a player with a thousand games shall not stand before
        everybody else's turns.
        """
        if members := {
            f"{player}-{game}": now_ms + APART_MS * max(0, at + 1 - MARKED_AT_ONCE) for at, game in enumerate(games)
        }:
            self._redis.zadd(self.key, members)

    def take(self, now_ms: float, until_ms: float, limit: int) -> list[DueInbox]:
        """What is due, the longest first. Each is due again at `until_ms`, unless `settle` comes before."""
        members: Any = self._take(keys=[self.key], args=[now_ms, until_ms, limit])
        pairs = [member.decode().split("-", 1) for member in members]
        return [DueInbox(player, game, until_ms) for player, game in pairs]

    def first_due_ms(self) -> float:
        """When the next inbox is due; infinite if none is."""
        rows: Any = self._redis.zrange(self.key, 0, 0, withscores=True)
        return float(rows[0][1]) if rows else float("inf")

    def settle(self, done: DueInbox, next_ms: float | None) -> None:
        """Note that an inbox was compared, unless it has been marked since. `next_ms`: when it is due again."""
        self._settle(keys=[self.key], args=[done.member, done.taken_ms, "" if next_ms is None else next_ms])
