"""What waits for a player over all games: turns, invitations, ends. The same for streams and for long polls."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import game as rules
from service.accounts import Player
from service.backend import Backend
from service.tables import named, people, seat_of
from service.wake import Waiter

KEEP_ALIVE = 10.0
"""Seconds after which a stream that has nothing to tell says so, and looks for what a lost notice may have told."""


class Item(NamedTuple):
    """`kind`: turn, invitation or end. `id`: `<game>-<version>`."""

    kind: str
    id: str
    data: dict[str, Any]


class Desk:
    """What was told to a player already, so that the same is not told twice.

    `_told`: what waits, by game, as it looked then; `_playing`: the games whose end is to be told.
    """

    def __init__(self, parts: Backend, player: Player, told: str | None = None) -> None:
        self._parts = parts
        self._player = player
        self._told: dict[str, Any] = {}
        self._playing: set[str] = set()
        self._skipped = told

    def news(self, games: set[str] | None = None) -> Iterator[Item]:
        """What is to be told of these games, or of all."""
        for game in self._all() if games is None else sorted(games):
            item = self._item(game)
            if item and item.id != self._skipped:
                yield item

    def _all(self) -> list[str]:
        lobby, player = self._parts.lobby, self._player.id
        found, cursor = [summary["id"] for summary in lobby.invitations(player)], None
        while True:
            page = lobby.page("playing", player, cursor=cursor, limit=100)
            found += [summary["id"] for summary in page.games]
            if (cursor := page.cursor) is None:
                return [*found, *sorted({*self._told, *self._playing} - {*found})]

    def _item(self, game: str) -> Item | None:
        """What is new of a game since it was told of."""
        state = self._parts.games.load(game).state
        seat = seat_of(state, self._player)
        look: Any = None
        if state.status == "open":
            kind, look = "invitation", state.seats
            wanted = self._player.id in state.options.invited and None in [seat.player for seat in state.seats]
            wanted = wanted and seat is None
        elif state.status == "playing":
            kind, look = "turn", (state.since, state.seats[seat] if seat is not None else None)
            wanted = seat is not None and seat in rules.waiting_on(state)
        else:
            kind, wanted = "end", game in self._playing
        (self._playing.add if kind == "turn" and seat is not None else self._playing.discard)(game)
        if not wanted:
            self._told.pop(game, None)  # it may be wanted again just as it was, after an undo
            return None
        if kind != "end" and self._told.get(game) == look:
            return None
        self._told[game] = look
        return Item(kind, f"{game}-{state.version}", self._data(kind, state, seat))

    def _data(self, kind: str, state: rules.State, seat: int | None) -> dict[str, Any]:
        view = named(rules.view(state, seat), people(state, self._parts.accounts))
        data = {"type": kind, "game": state.id, "version": state.version, "seat": seat, "view": view}
        if kind == "turn":
            data["legal"] = [rules.body(intention) for intention in rules.legal(state, seat or 0)]
        return data


def told(desk: Desk, waiter: Waiter) -> Iterator[Item | None]:
    """Everything that waits, then whatever comes, for ever; None when it is time for a sign of life."""
    yield from desk.news()
    while True:
        if waiter.wait(KEEP_ALIVE):
            yield from desk.news(waiter.take())
        else:
            yield None
            yield from desk.news()
