"""Looks: what waits for players in their games, as this process last saw it.

The streams and polls of all players share them, so each game is looked at once for each change.
"""

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from projections.games import Games, Loaded
from service.accounts import Accounts, Player
from service.accounts.blocks import read_apart
from service.games.breathing import breathe
from service.games.inbox.standing import Standing, company_of_guest, standing
from service.games.viewers import seat_of

MAX_LOOKS = 20_000
"""Of all players together, about 500 bytes each."""


class Look(NamedTuple):
    """A game as a player finds it. `head`: the hash of its newest entry. `stands`: empty if nothing waits in it.

    `company`: whom an invited player would come to, as `company_of_guest` has them. Who blocks whom is in no look: it
    changes while the game stays as it is.
    """

    head: bytes
    seat: int | None
    stands: tuple[Standing, ...]
    company: frozenset[str] = frozenset()


class Looks:
    """The looks of this process, by player. The players who have not come for longest are forgotten first."""

    def __init__(self) -> None:
        self._of: LRUCache[str, _Kept] = LRUCache(MAX_LOOKS, getsizeof=lambda kept: max(1, len(kept.looks)))

    def at(
        self, games: Games, player: Player, wanted: Iterable[str], heads: Mapping[str, bytes] | None = None
    ) -> dict[str, Look | None]:
        """Each of these games as it is now, in their order; None for a game that does not exist.

        `heads`: of all games of the player's inbox, if they were just read; then only games that have changed are
        looked at. Of several streams and polls that begin at once, the first one looks and the others wait for it.
        """
        kept = self._of.get(player.id) or _Kept()
        self._of[player.id] = kept
        found: dict[str, Look | None] = {}
        with kept.lock:
            looked = 0
            for game in wanted:
                look = kept.looks.get(game)
                if look is None or heads is None or look.head != heads[game]:
                    loaded = games.load_sound(game, heads[game] if heads else None)
                    look = look_of(loaded, player) if loaded.version else None
                    looked += 1
                    breathe(looked)
                if look:
                    kept.looks[game] = look
                found[game] = look
            if heads is not None:
                kept.looks = {game: look for game, look in kept.looks.items() if game in heads}
        if len(kept.looks) <= MAX_LOOKS:
            self._of[player.id] = kept  # its size may have changed
        else:
            self._of.pop(player.id, None)
        return found


class _Kept:
    """The looks of a player, by game. `lock`: held by the one who brings them up to date."""

    def __init__(self) -> None:
        self.looks: dict[str, Look] = {}
        self.lock = Lock()


def look_of(loaded: Loaded, player: Player) -> Look:
    """A look at a game. It does not keep the state: a number stands for what an item looks like."""
    found = [each._replace(look=hash(each.look)) for each in standing(loaded, player)]
    return Look(loaded.head, seat_of(loaded.state, player), tuple(found), company_of_guest(loaded.state, player))


def without_blocked(accounts: Accounts, player: Player, looks: Mapping[str, Look | None]) -> dict[str, Look | None]:
    """The looks without invitations to those whom the player does not meet. One round trip if there are invitations."""
    company = frozenset[str]().union(*[look.company for look in looks.values() if look and look.stands])
    apart = read_apart(accounts, player.id, company).apart
    return {game: look._replace(stands=()) if look and look.company & apart else look for game, look in looks.items()}
