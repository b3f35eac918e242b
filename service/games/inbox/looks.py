"""Looks: what waits for players in their games, as this process last saw it.

The streams and polls of all players share them, so each game is looked at once for each change.
"""

from typing import NamedTuple

from cachetools import LRUCache

from projections.games import Loaded
from service.accounts import Player
from service.games.inbox.standing import Standing, standing
from service.games.viewers import seat_of

MAX_LOOKS = 20_000
"""Of all players together, about 500 bytes each."""


class Look(NamedTuple):
    """A game as a player finds it. `head`: the hash of its newest entry. `stands`: empty if nothing waits in it."""

    head: bytes
    seat: int | None
    stands: tuple[Standing, ...]


class Looks:
    """The looks of this process, by player. The players who have not come for longest are forgotten first."""

    def __init__(self) -> None:
        self._of: LRUCache[str, dict[str, Look]] = LRUCache(MAX_LOOKS, getsizeof=_size)

    def of(self, player: Player) -> dict[str, Look]:
        """The looks of a player, by game: a copy of the stored ones, to be brought up to date and stored again."""
        return {**self._of.get(player.id, {})}

    def store(self, player: Player, looks: dict[str, Look]) -> None:
        """Let the next stream or poll of the player begin with these."""
        if _size(looks) <= MAX_LOOKS:
            self._of[player.id] = looks


def look_of(loaded: Loaded, player: Player) -> Look:
    """A look at a game. It does not keep the state: a number stands for what an item looks like."""
    found = [each._replace(look=hash(each.look)) for each in standing(loaded, player)]
    return Look(loaded.head, seat_of(loaded.state, player), tuple(found))


def _size(looks: dict[str, Look]) -> int:
    return max(1, len(looks))
