"""Due inboxes: of which players with webhooks a game must be compared with what they were told.

A due inbox is a player and a game. It stands in the store until a worker has made the messages, so none gets lost with
a process or with the queues. Players take turns, so that the many games of one delay no other.
"""

from collections.abc import Iterable
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys

MARKED_AT_ONCE = 1000
"""Games in one call of the script: less than a millisecond."""


class DueInbox(NamedTuple):
    """`taken_ms`: the time, in ms since 1970, until which the worker that took it has it."""

    player: str
    game: str
    taken_ms: float


class DueInboxes:
    """The due inboxes on Redis, which `due_inboxes.lua` keeps. Times are in ms since 1970."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self.players_key = keys.lobby("webhooked")
        self.key = keys.lobby("due-inboxes")
        self._script = redis.register_script(files(__package__).joinpath("due_inboxes.lua").read_text("utf-8"))

    def mark(self, player: str, games: Iterable[str], now_ms: float) -> None:
        """Mark these games of a player as due."""
        left = iter(games)
        while marked := [*islice(left, MARKED_AT_ONCE)]:
            self._do("mark", player, now_ms, *marked)

    def take(self, now_ms: float, until_ms: float, limit: int) -> list[DueInbox]:
        """One due inbox of each player whose turn it is, who have waited longest first; at most `limit`.

        Each is due again at `until_ms`, unless `settle` comes before.
        """
        found = [each.decode() for each in self._do("take", now_ms, until_ms, limit)]
        return [DueInbox(player, game, until_ms) for player, game in zip(found[::2], found[1::2], strict=True)]

    def first_due_ms(self) -> float:
        """When the next inbox is due; infinite if none is."""
        rows: Any = self._redis.zrange(self.key, 0, 0, withscores=True)
        return float(rows[0][1]) if rows else float("inf")

    def settle(self, done: DueInbox, next_ms: float | None) -> None:
        """Note that an inbox was compared, unless it has been marked since. `next_ms`: when it is due again."""
        self._do("settle", done.player, done.game, done.taken_ms, "" if next_ms is None else next_ms)

    def _do(self, *args: Any) -> Any:
        return self._script(keys=[self.key], args=args)
