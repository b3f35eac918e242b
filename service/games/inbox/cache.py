"""What waits for players in their games, as this process last found it.

The streams and polls of all players share the cache, so a game is read once for each change.
"""

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from projections.games import Games, Loaded
from service.accounts import Accounts, Player
from service.accounts.blocks import read_apart
from service.games.inbox.pending_items import PendingItem, company_of_guest, pending_items
from service.games.viewers import seat_of
from service.games.yielding import yield_every

MAX_CACHED_GAMES = 20_000
"""Of all players together, about 500 bytes each."""


class PendingInGame(NamedTuple):
    """What waits for a player in a game. `head`: the hash of the game's newest entry. `items`: empty if nothing waits.

    `company`: whom an invited player would come to, as `company_of_guest` has them. Who blocks whom is not kept: it
    changes while the game stays as it is.
    """

    head: bytes
    seat: int | None
    items: tuple[PendingItem, ...]
    company: frozenset[str] = frozenset()


class PendingItemsCache:
    """What waits, by player and game. The players who have not come for longest are forgotten first."""

    def __init__(self) -> None:
        self._of: LRUCache[str, _Kept] = LRUCache(MAX_CACHED_GAMES, getsizeof=lambda kept: max(1, len(kept.games)))

    def at(
        self, games: Games, player: Player, wanted: Iterable[str], heads: Mapping[str, bytes] | None = None
    ) -> dict[str, PendingInGame | None]:
        """What waits in each of these games now, in their order; None for a game that does not exist.

        `heads`: of all games of the player's inbox, if they were just read; then only games that have changed are read.
        Of several streams and polls that begin at once, the first one reads and the others wait for it.
        """
        kept = self._of.get(player.id) or _Kept()
        self._of[player.id] = kept
        found: dict[str, PendingInGame | None] = {}
        with kept.lock:
            read = 0
            for game in wanted:
                pending = kept.games.get(game)
                if pending is None or heads is None or pending.head != heads[game]:
                    loaded = games.load_sound(game, heads[game] if heads else None)
                    pending = pending_in_game(loaded, player) if loaded.version else None
                    read += 1
                    yield_every(read)
                if pending:
                    kept.games[game] = pending
                found[game] = pending
            if heads is not None:
                kept.games = {game: pending for game, pending in kept.games.items() if game in heads}
        if len(kept.games) <= MAX_CACHED_GAMES:
            self._of[player.id] = kept  # its size may have changed
        else:
            self._of.pop(player.id, None)
        return found


class _Kept:
    """What waits for a player, by game. `lock`: held by the one who brings it up to date."""

    def __init__(self) -> None:
        self.games: dict[str, PendingInGame] = {}
        self.lock = Lock()


def pending_in_game(loaded: Loaded, player: Player) -> PendingInGame:
    """What waits for a player in a game, without its state: a number stands for the content of an item."""
    items = [each._replace(content=hash(each.content)) for each in pending_items(loaded, player)]
    return PendingInGame(
        loaded.head, seat_of(loaded.state, player), tuple(items), company_of_guest(loaded.state, player)
    )


def without_blocked(
    accounts: Accounts, player: Player, games: Mapping[str, PendingInGame | None]
) -> dict[str, PendingInGame | None]:
    """What waits, without invitations to those whom the player does not meet. One round trip if there are any."""
    company = frozenset[str]().union(*[pending.company for pending in games.values() if pending and pending.items])
    apart = read_apart(accounts, player.id, company).apart
    return {
        game: pending._replace(items=()) if pending and pending.company & apart else pending
        for game, pending in games.items()
    }
