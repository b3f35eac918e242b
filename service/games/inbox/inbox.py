"""The inbox of a player, as one connection reads it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import time
from typing import Any

from projections.games import Loaded
from service.accounts import Player
from service.backend import Backend
from service.games.inbox.items import Item, make_item, position_of
from service.games.inbox.standing import Standing, standing
from service.games.viewers import may_see, seat_of

MAX_NEWS_AT_ONCE = 100


class Inbox:
    """What waits for a player, the news since a position, and what was delivered, so that nothing comes twice.

    `after`: the id of the newest item that the client has, or the position in it. Without one, the news of the past
    are left out. The client may have died before it acted, so all that still waits comes again. `now_ms`: the time,
    in ms since 1970.
    """

    def __init__(
        self,
        backend: Backend,
        player: Player,
        after: str | None = None,
        now_ms: Callable[[], float] = lambda: time() * 1000,
    ) -> None:
        newest, position = backend.news.newest_position(player.id), position_of(after)
        self.position = newest if position is None else min(position, newest)
        """That of the newest news that were delivered."""
        self.has_more = False
        """Whether more news are stored than the last call delivered."""
        self._backend = backend
        self._player = player
        self._now_ms = now_ms
        self._heads: dict[str, bytes] = {}  # of each game when it was looked at
        self._delivered: dict[str, dict[str, Any]] = {}  # by game what stands, by kind what it looked like
        self._next_ms: dict[str, int] = {}  # by game when something begins to stand

    def new_items(self, games: Iterable[str] | None = None) -> Iterator[Item]:
        """News, and what is new in these games and in those whose time has come; without an argument in all games."""
        yield from self._news()
        now_ms = self._now_ms()
        due = {game for game, ms in self._next_ms.items() if ms <= now_ms}
        if games is None:
            heads = self._changed_heads(due)
            games = heads
        else:
            games, heads = sorted({*games, *due}), {}
        for game in games:
            loaded = self._backend.games.load(game, heads.get(game))
            if loaded.version:
                yield from self._new_standing(game, loaded, now_ms)
            else:
                self._forget(game)

    def seconds_to_next(self) -> float:
        """Seconds until something begins to stand although nothing happens; infinite if nothing does."""
        next_ms = min(self._next_ms.values(), default=None)
        return float("inf") if next_ms is None else max(0.0, (next_ms - self._now_ms()) / 1000)

    def _news(self) -> Iterator[Item]:
        """The next news, each with the position after which to go on."""
        found = self._backend.news.read(self._player.id, self.position, MAX_NEWS_AT_ONCE)
        self.has_more = len(found) == MAX_NEWS_AT_ONCE
        for each in found:
            state = self._backend.games.load(each.game).state
            self.position = each.position
            if state.version and may_see(state, self._player):
                seat = seat_of(state, self._player)
                yield make_item(each.kind, each.position, state, seat, None, self._backend.accounts)

    def _changed_heads(self, due: set[str]) -> dict[str, bytes]:
        """The heads of all games that have changed since they were looked at, and of those that are `due`."""
        heads = self._backend.log.heads(self._backend.lobby.pending_games(self._player.id))
        for game in {*self._heads} - {*heads}:
            self._forget(game)
        return {game: head for game, head in heads.items() if game in due or self._heads.get(game) != head}

    def _forget(self, game: str) -> None:
        """Nothing waits for the player in the game any more."""
        for known in (self._heads, self._delivered, self._next_ms):
            known.pop(game, None)

    def _new_standing(self, game: str, loaded: Loaded, now_ms: float) -> Iterator[Item]:
        """What began to stand in a game, or looks different, since the game was looked at."""
        found = standing(loaded, self._player)
        stands = [each for each in found if each.from_ms <= now_ms < each.until_ms]
        before = self._delivered.get(game, {})
        self._remember(game, loaded, found, stands, now_ms)
        seat = seat_of(loaded.state, self._player)
        for each in stands:
            if each.kind not in before or before[each.kind] != each.look:
                accounts = self._backend.accounts
                yield make_item(each.kind, self.position, loaded.state, seat, each.deadline_ms, accounts)

    def _remember(
        self, game: str, loaded: Loaded, found: Sequence[Standing], stands: Sequence[Standing], now_ms: float
    ) -> None:
        """What no longer stands is forgotten: after an undo the same look is news again."""
        self._heads[game] = loaded.head
        self._delivered[game] = {each.kind: each.look for each in stands}
        later = [each.from_ms for each in found if each.from_ms > now_ms]
        if later:
            self._next_ms[game] = min(later)
        else:
            self._next_ms.pop(game, None)
