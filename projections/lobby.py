"""The lobby: the list of all games, open and past, page by page."""

import json
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import chain, product
from typing import Any, NamedTuple

from cachetools import LRUCache
from redis import Redis

from events.entry import canonical
from projections.games import Loaded
from projections.news import KEPT_SECONDS, MAX_NEWS, REMOVED, news_key, news_of, told_removed
from projections.summaries import (
    COUNTERS,
    SCHEMA,
    Summary,
    accounts_of,
    counter_index,
    forks_index,
    indexes,
    invited_index,
    list_index,
    pair_index,
    summary,
)
from store.keys import Keys

MAX_SCANNED_GAMES, SCANNED_AT_ONCE = 500, 100
"""How many summaries a page reads at most to find those that match: about 5 ms of CPU."""
MAX_INVITATIONS = 200
"""Of a player, that wait at the same time; older ones wait behind. Anybody can invite, and an item of the inbox takes
half a millisecond of CPU."""


class Page(NamedTuple):
    """Summaries, newest game first; `cursor`: where the next page begins, None when there is none.

    `looked_at`: how many games were read to find them.
    """

    games: list[Summary]
    cursor: str | None
    looked_at: int = 0


class Lobby:
    """The list of games on Redis."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._summaries = keys.lobby(f"summaries:{SCHEMA}")
        self._guards = keys.lobby("guards")
        self._imported = keys.lobby("imported")
        self._saved: LRUCache[str, Summary] = LRUCache(10_000)
        self._store = redis.register_script(files(__package__).joinpath("lobby.lua").read_text("utf-8"))

    def save(self, game: str, loaded: Loaded, restored: bool = False) -> bool:
        """Store the game's summary and its news, unless a newer one is stored or this process stored the same one last.

        An open or rewound game can return to an earlier summary while another projector stored a different one in
        between, so its summary is always stored. `restored`: news that are not stored are not new, either.
        """
        state = loaded.state
        made = summary(game, loaded, state.status == "finished" and self.is_imported(game))
        if made["status"] != "open" and not state.rewinds and self._saved.get(game) == made:
            return False
        more = {
            "indexes": [self._keys.lobby(name) for name in indexes(made)],
            "news": news_of(loaded),
            "readers": [news_key(self._keys, player) for player in accounts_of(made)],
            "removal": [REMOVED, loaded.touched_ms, loaded.opened_ms],
            "removed": [] if made["imported"] else [news_key(self._keys, each) for each in told_removed(state)],
            "restored": restored,
            "most": MAX_NEWS,
            "seconds": KEPT_SECONDS,
        }
        member = f"{loaded.opened_ms:013d}-{game}"
        args: list[Any] = [game, loaded.version, member, canonical(made), json.dumps(more)]
        stored = bool(self._store(keys=[self._summaries, self._guards], args=args))
        self._saved[game] = made
        return stored

    def page(
        self,
        status: str | None = None,
        player: str | None = None,
        mode: str | None = None,
        cursor: str | None = None,
        limit: int = 20,
        matches: Callable[[Summary], bool] | None = None,
        private: bool = False,
    ) -> Page:
        """Games that match all given filters, newest first, at most `limit`; `cursor` comes from the page before.

        `status`: also what the games are for `player`, of OUTCOMES. `private`: also the private games of `player`, who
        asks for them.
        `matches`: tells whether to list a summary; there is no index for it. After MAX_SCANNED_GAMES the page ends, so
        it may hold fewer games than `limit`, even none, although there is a next page.
        """
        names = [list_index(status, player, mode)]
        if private and player:
            names.append(list_index(status, player, mode, private=True))
        return self._page(names, cursor, limit, matches)

    def between(
        self,
        player: str,
        opponent: str,
        cursor: str | None = None,
        limit: int = 20,
        matches: Callable[[Summary], bool] | None = None,
        private: bool = False,
    ) -> Page:
        """The games of two players that match, as `page` gives them. `private`: one of the two asks."""
        names = [pair_index(player, opponent), *([pair_index(player, opponent, private=True)] if private else [])]
        return self._page(names, cursor, limit, matches)

    def forks(self, origin: str, viewer: str | None = None, cursor: str | None = None, limit: int = 20) -> Page:
        """The public forks of a game, and the private ones in which `viewer` plays, newest first."""
        names = [forks_index(origin), *([forks_index(origin, viewer)] if viewer else [])]
        return self._page(names, cursor, limit)

    def pending_games(self, player: str) -> list[str]:
        """The ids of all games in which something may wait for a player, in one round trip.

        Those to which they are invited, at most MAX_INVITATIONS, then those with a seat of theirs, open and under way,
        each newest first.
        """
        lists = product(("open", "playing"), (False, True))
        own = [list_index(status, player, None, private) for status, private in lists]
        pipe = self._redis.pipeline(transaction=False)
        pipe.zrevrangebylex(self._keys.lobby(invited_index(player)), "+", "-", 0, MAX_INVITATIONS)
        for name in own:
            pipe.zrevrangebylex(self._keys.lobby(name), "+", "-")
        members = [member.decode() for index in pipe.execute() for member in index]
        return list(dict.fromkeys(member.split("-", 1)[1] for member in members))

    def invitations(self, player: str) -> list[Summary]:
        """The open games to which a player is invited, newest first, at most MAX_INVITATIONS."""
        members = self._redis.zrevrangebylex(self._keys.lobby(invited_index(player)), "+", "-", 0, MAX_INVITATIONS)
        found = self._summaries_of([member.decode() for member in members])  # type: ignore[union-attr]
        return [summary for _, summary in found if summary]

    def _page(
        self, names: Sequence[str], cursor: str | None, limit: int, matches: Callable[[Summary], bool] | None = None
    ) -> Page:
        """A page of the games in these indexes, which have none in common."""
        start, most = f"({cursor}" if cursor else "+", MAX_SCANNED_GAMES if matches else limit
        pipe = self._redis.pipeline(transaction=False)
        for name in names:
            pipe.zrevrangebylex(self._keys.lobby(name), start, "-", 0, most + 1)
        index: Sequence[bytes] = sorted(chain.from_iterable(pipe.execute()), reverse=True)
        members, found = [member.decode() for member in index[:most]], list[Summary]()
        for looked_at, (member, listed) in enumerate(self._summaries_of(members), 1):
            if listed and (matches is None or matches(listed)):
                found.append(listed)
            if len(found) == limit and member != members[-1]:
                return Page(found, member, looked_at)
        return Page(found, members[-1] if len(index) > most else None, len(members))

    def _summaries_of(self, members: Sequence[str]) -> Iterator[tuple[str, Summary | None]]:
        """The members of an index, each with its summary, if one is stored."""
        for first in range(0, len(members), SCANNED_AT_ONCE):
            chunk = members[first : first + SCANNED_AT_ONCE]
            texts: Sequence[bytes | None] = self._redis.hmget(  # type: ignore[assignment]
                self._summaries, [member.split("-", 1)[1] for member in chunk]
            )
            for member, text in zip(chunk, texts, strict=True):
                yield member, json.loads(text) if text else None

    def statuses(self, games: Sequence[str]) -> dict[str, str]:
        """Game → its status, as the projector last stored it; games that it has not seen are left out."""
        found: dict[str, str] = {}
        for first in range(0, len(games), SCANNED_AT_ONCE):
            chunk = games[first : first + SCANNED_AT_ONCE]
            texts: Sequence[bytes | None] = self._redis.hmget(self._summaries, chunk)  # type: ignore[assignment]
            found |= {game: json.loads(text)["status"] for game, text in zip(chunk, texts, strict=True) if text}
        return found

    def read_counters(self, player: str) -> dict[str, int]:
        """How many games a player has, by COUNTERS; forks and imported games are not counted."""
        pipe = self._redis.pipeline(transaction=False)
        for counter in COUNTERS:
            pipe.zcard(self._keys.lobby(counter_index(counter, player)))
        return dict(zip(COUNTERS, pipe.execute(), strict=True))

    def mark_imported(self, game: str) -> None:
        """Mark a game as played on another server, before its log is stored; `rebuild` keeps the mark."""
        self._redis.sadd(self._imported, game)

    def unmark_imported(self, game: str) -> None:
        """Remove the mark: the log was not stored."""
        self._redis.srem(self._imported, game)

    def is_imported(self, game: str) -> bool:
        """Whether a game was played on another server."""
        return bool(self._redis.sismember(self._imported, game))

    def forget_saved(self) -> None:
        """Store each summary again, even the same one: the server may have lost what this process stored last."""
        self._saved.clear()

    def clear(self) -> None:
        """Drop all indexes and summaries; the guards first, so that a summary saved meanwhile is not lost.

        News stay, because clients hold positions among them.
        """
        self._saved.clear()
        self._redis.delete(self._guards, self._summaries)
        for name in ("games:*", "summaries*"):  # the summaries of every schema
            for key in self._redis.scan_iter(match=self._keys.lobby(name), count=1000):
                self._redis.delete(key)
