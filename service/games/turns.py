"""Turns: what waits for a player over all games. Streams and long polls read the same items."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import game as rules
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import legal_bodies, seat_of, view_for
from service.games.wakeups import Waiter

KEEP_ALIVE_SECONDS = 10.0
"""A stream without news sends a sign of life that often, and looks for changes whose notice got lost."""


class Item(NamedTuple):
    """`kind`: turn, invitation or end. `id`: `<game>-<version>`, which is also in `data`.

    The data of every kind has the same fields.
    """

    kind: str
    id: str
    data: dict[str, Any]


class Inbox:
    """What waits for a player, and what was delivered already, so that nothing is delivered twice.

    `_delivered`: what waits, by game, as it looked when it was delivered. `_playing`: games whose end is still to be
    delivered. `last_id`: the newest item that the client received before it connected. It may have died before it
    acted, so a turn that still waits comes again; but if the game of this item has ended since, its end comes, too.
    """

    def __init__(self, backend: Backend, player: Player, last_id: str | None = None) -> None:
        self._backend = backend
        self._player = player
        self._delivered: dict[str, Any] = {}
        self._playing: set[str] = {last_id.rpartition("-")[0]} if last_id else set()
        self._last_id = last_id

    def new_items(self, games: set[str] | None = None) -> Iterator[Item]:
        """The new items of these games; without an argument of all games of the player."""
        for game in self._all_games() if games is None else sorted(games):
            if item := self._new_item(game):
                yield item

    def _all_games(self) -> list[str]:
        lobby, player = self._backend.lobby, self._player.id
        found, cursor = [summary["id"] for summary in lobby.invitations(player)], None
        while True:
            page = lobby.page("playing", player, cursor=cursor, limit=100)
            found += [summary["id"] for summary in page.games]
            if (cursor := page.cursor) is None:
                return [*found, *sorted({*self._delivered, *self._playing} - {*found})]

    def _new_item(self, game: str) -> Item | None:
        """What is new in a game since its last item."""
        state = self._backend.games.load(game).state
        seat, item_id = seat_of(state, self._player), f"{game}-{state.version}"
        players = [other.player for other in state.seats]
        look: Any = None
        if state.status == "open":
            kind, look = "invitation", state.seats
            waits = self._player.id in state.options.invited and None in players and seat is None
        elif state.status == "playing":
            kind, look = "turn", (state.since, state.seats[seat] if seat is not None else None)
            waits = seat is not None and seat in rules.waiting_on(state)
        else:
            kind = "end"
            waits = game in self._playing and item_id != self._last_id and self._player.id in players
        if kind == "turn" and seat is not None:
            self._playing.add(game)
        else:
            self._playing.discard(game)
        if not waits:
            self._delivered.pop(game, None)  # after an undo the same look is news again
            return None
        if kind != "end" and self._delivered.get(game) == look:
            return None
        self._delivered[game] = look
        return self._item(kind, item_id, state, seat)

    def _item(self, kind: str, item_id: str, state: rules.State, seat: int | None) -> Item:
        view = view_for(state, seat, self._backend.accounts)
        legal = legal_bodies(state, seat)
        data = {"id": item_id, "type": kind, "game": state.id, "version": state.version, "seat": seat}
        return Item(kind, item_id, data | {"view": view, "legal": legal})


def follow_inbox(inbox: Inbox, waiter: Waiter) -> Iterator[Item | None]:
    """Everything that waits, then everything that comes, without end; None when a sign of life is due."""
    yield from inbox.new_items()
    while True:
        if waiter.wait(KEEP_ALIVE_SECONDS):
            yield from inbox.new_items(waiter.take())
        else:
            yield None
            yield from inbox.new_items()
