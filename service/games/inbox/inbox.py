"""The inbox of a player, as one connection reads it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from projections.games import Loaded
from service.accounts import Player
from service.backend import Backend
from service.games.inbox.cache import PendingInGame, PendingItemsCache, pending_in_game, without_blocked
from service.games.inbox.items import Item, make_item, position_of
from service.games.inbox.news import state_of_news
from service.games.inbox.pending_items import NEVER_MS, PendingItem
from service.games.viewers import seat_of
from service.games.yielding import yield_every

MAX_NEWS_AT_ONCE = 100
URGENT = frozenset({"your_turn", "clock_low", "rewind_proposed", "pause_asked"})
"""What others at the table wait for."""
Rank = tuple[bool, int, str, str]
"""Where an item stands among all that wait: what is urgent first, then by deadline."""
RANK_PATTERN = "^[01]-[0-9]{1,16}-[a-z0-9]{1,40}-[a-z_]{1,40}$"


class Page(NamedTuple):
    """Items of an inbox. `rank`: that of the last one if more wait after it."""

    items: list[Item]
    rank: Rank | None = None


class Inbox:
    """What waits for a player, the news since a position, and what was delivered, so that nothing comes twice.

    `after`: the id of the newest item that the client has, or the position in it. Without one, the news of the past
    are left out. The client may have died before it acted, so all that still waits comes again. `now_ms`: the
    clock of the store, in ms since 1970. `cache`: that of the process.
    """

    def __init__(
        self,
        backend: Backend,
        player: Player,
        after: str | None = None,
        now_ms: Callable[[], float] | None = None,
        cache: PendingItemsCache | None = None,
    ) -> None:
        newest, position = backend.news.newest_position(player.id), position_of(after)
        self.position = newest if position is None else min(position, newest)
        """That of the newest news that were delivered."""
        self.has_more = False
        """Whether more news are stored than the last call delivered."""
        self.games = 0
        """How many games there were when all of them were last read."""
        self._backend = backend
        self._player = player
        self._now_ms = now_ms or (lambda: backend.clock() * 1000)
        self._cache = cache or PendingItemsCache()
        self._heads: dict[str, bytes] = {}  # of each game when it was read
        self._delivered: dict[str, dict[str, Any]] = {}  # by game what waits, by kind its content
        self._next_ms: dict[str, int] = {}  # by game when something begins to wait

    def new_items(self, games: Iterable[str] | None = None) -> Iterator[Item]:
        """News, and what is new in these games and in those whose time has come; without an argument in all games."""
        yield from self._news(MAX_NEWS_AT_ONCE)
        now_ms = self._now_ms()
        due = {game for game, ms in self._next_ms.items() if ms <= now_ms}
        found = self._changed_games(due) if games is None else self._pending_in(sorted({*games, *due}))
        for at, (game, pending) in enumerate(found.items(), 1):
            yield_every(at)
            if pending:
                yield from self._new_in_game(game, pending, now_ms)
            else:
                self._forget(game)

    def page(self, limit: int, after: Rank | None = None) -> Page:
        """The next news, and of all that waits what comes first after a rank; at most `limit` items together."""
        items = [*self._news(limit)]
        now_ms, waiting = self._now_ms(), list[tuple[Rank, str, PendingInGame, PendingItem]]()
        for game, pending in self._changed_games(set()).items():
            if pending:
                waiting += [(_rank(game, each), game, pending, each) for each in self._remember(game, pending, now_ms)]
        waiting = sorted(each for each in waiting if after is None or each[0] > after)
        shown, moved = waiting[: limit - len(items)], set[str]()
        for at, (_, game, pending, each) in enumerate(shown, 1):
            loaded, newer = self._newest(game, pending)
            if newer is pending:
                items.append(self._item(loaded, pending, each))
            elif game not in moved:
                moved.add(game)
                items += [self._item(loaded, newer, other) for other in self._remember(game, newer, now_ms)]
            yield_every(at)
        if len(shown) == len(waiting):
            return Page(items)
        return Page(items, shown[-1][0] if shown else after)

    def seconds_to_next(self) -> float:
        """Seconds until something begins to wait although nothing happens; infinite if nothing does."""
        next_ms = min(self._next_ms.values(), default=None)
        return float("inf") if next_ms is None else max(0.0, (next_ms - self._now_ms()) / 1000)

    def _news(self, most: int) -> Iterator[Item]:
        """The next news, each with the position after which to go on."""
        found = self._backend.news.read(self._player.id, self.position, most)
        self.has_more = len(found) == most
        for at, each in enumerate(found, 1):
            state = state_of_news(self._backend, each, self._player)
            self.position = each.position
            if state:
                seat = seat_of(state, self._player)
                yield make_item(each.kind, each.position, state, seat, None, self._backend.accounts)
            yield_every(at)

    def _changed_games(self, due: set[str]) -> dict[str, PendingInGame | None]:
        """What waits in all games that have changed since they were read, and in those that are `due`.

        In the order of the inbox.
        """
        heads = self._backend.log.heads(self._backend.lobby.pending_games(self._player.id))
        self.games = len(heads)
        for game in {*self._heads} - {*heads}:
            self._forget(game)
        wanted = [game for game, head in heads.items() if game in due or self._heads.get(game) != head]
        return self._pending_in(wanted, heads)

    def _pending_in(
        self, wanted: Iterable[str], heads: Mapping[str, bytes] | None = None
    ) -> dict[str, PendingInGame | None]:
        """What waits in these games, as `PendingItemsCache.at` has it, without what a block makes impossible."""
        found = self._cache.at(self._backend.games, self._player, wanted, heads)
        return without_blocked(self._backend.accounts, self._player, found)

    def _forget(self, game: str) -> None:
        """Nothing waits for the player in the game any more."""
        for known in (self._heads, self._delivered, self._next_ms):
            known.pop(game, None)

    def _new_in_game(self, game: str, pending: PendingInGame, now_ms: float) -> Iterator[Item]:
        """What began to wait in a game, or has changed, since the game was read."""
        before = self._delivered.get(game, {})

        def is_new(each: PendingItem) -> bool:
            return each.kind not in before or before[each.kind] != each.content

        if any(map(is_new, self._remember(game, pending, now_ms))):
            loaded, pending = self._newest(game, pending)
            for each in filter(is_new, self._remember(game, pending, now_ms)):
                yield self._item(loaded, pending, each)

    def _newest(self, game: str, pending: PendingInGame) -> tuple[Loaded, PendingInGame]:
        """The game, and what waits in it, read again if the game has moved on."""
        loaded = self._backend.games.load(game, pending.head)
        if loaded.head == pending.head:
            return loaded, pending
        newer = without_blocked(self._backend.accounts, self._player, {game: pending_in_game(loaded, self._player)})[
            game
        ]
        return loaded, newer or pending

    def _item(self, loaded: Loaded, pending: PendingInGame, each: PendingItem) -> Item:
        accounts = self._backend.accounts
        return make_item(each.kind, self.position, loaded.state, pending.seat, each.deadline_ms, accounts)

    def _remember(self, game: str, pending: PendingInGame, now_ms: float) -> list[PendingItem]:
        """What waits in a game now. What no longer waits is forgotten: after an undo the same item is news again."""
        waiting = [each for each in pending.items if each.from_ms <= now_ms < each.until_ms]
        self._heads[game] = pending.head
        self._delivered[game] = {each.kind: each.content for each in waiting}
        later = [each.from_ms for each in pending.items if each.from_ms > now_ms]
        if later:
            self._next_ms[game] = min(later)
        else:
            self._next_ms.pop(game, None)
        return waiting


def rank_text(rank: Rank) -> str:
    """A rank as clients get it. Inverse of `rank_of`."""
    others, deadline_ms, game, kind = rank
    return f"{int(others)}-{deadline_ms}-{game}-{kind}"


def rank_of(text: str) -> Rank:
    """The rank in a text of the form RANK_PATTERN."""
    others, deadline_ms, game, kind = text.split("-")
    return others == "1", int(deadline_ms), game, kind


def _rank(game: str, each: PendingItem) -> Rank:
    return each.kind not in URGENT, NEVER_MS if each.deadline_ms is None else each.deadline_ms, game, each.kind
