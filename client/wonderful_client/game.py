"""A game that is followed by its events: the view at every version, without asking for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .conversation import Flow, Item, Json, Request, ask, build, read_list, read_object, stream
from .drivers import flow, items
from .fold import fold
from .operations import live_request

MAX_PAGE_EVENTS = 1000


class GameFlows:
    """A game as far as its events are known here.

    `events`: all of them, from version 1 on, as your account got them. The end of a game changes none of those that
    are known (`read_again`). `version`: how many there are.

    `catalogue`: all cards, after the first `read`. `names`: of the players, by id, as they were called when they came.

    >>> opened = client.open_game(seats=2, bots=["greedy"])
    >>> started = client.start_game(opened["id"])
    >>> game = Game(client, opened["id"])
    >>> events = game.read()
    >>> game.view() == started
    True
    >>> events = game.act({"type": "draft", "card": game.view()["hand"][0]})
    >>> game.view()["picked"] == started["hand"][0], game.view(started["version"])["picked"]
    (True, None)
    """

    connection: Any

    def __init__(self, game: str) -> None:
        self.id = game
        self.events: list[Json] = []
        self.names: dict[str, str] = {}
        self._player = ""
        self.catalogue: Json = {}

    @property
    def version(self) -> int:
        return len(self.events)

    def view(self, version: int | None = None) -> Json:
        """The view after the known events, or at an earlier version, as `get_game` gives it.

        Who has resigned since sees an earlier version as a spectator does. Raises LookupError before the first `read`
        and for a version that is not known, and ValueError for an event that is newer than this library: update it, or
        ask for the view.
        """
        if not self.events:
            raise LookupError("no events are known yet: read() them first")
        if version is not None and not 1 <= version <= self.version:
            raise LookupError(f"version {version} is not known: there are 1 to {self.version}")
        return fold(self.events, self._player, self.catalogue, self.names, version)

    @flow
    def read(self, wait: int = 0) -> Flow[list[Json]]:
        """Get all new events. If there are none yet, the service waits for the first one, `wait` seconds at most."""
        return (yield from self._read(wait))

    @flow
    def read_again(self) -> Flow[list[Json]]:
        """Get all events anew: those of a finished game show all cards."""
        self.events = []
        return (yield from self._read(0))

    @flow
    def act(self, /, intentions: Json | Sequence[Json], **fields: Any) -> Flow[list[Json]]:
        """Send an intention or a list. Returns the new events, also those of others before."""
        return (yield from self._write("intentions", (self.id, intentions), fields))

    @flow
    def undo(self, /, version: int | None = None, **fields: Any) -> Flow[list[Json]]:
        """Take back your newest intention; the one at `version`, if you name it. Returns the new events."""
        body = {} if version is None else {"version": version}
        return (yield from self._write("undo", (self.id, body), fields))

    @items
    def follow(self) -> Flow[None]:
        """The view now, and again after whatever happens, until the game is over; also after what you `act` meanwhile.

        >>> next(game.follow())["phase"]  # doctest: +SKIP
        'draft'
        """
        shown = -1

        def show() -> Flow[None]:
            nonlocal shown
            while shown != self.version:  # the caller, or another task, may have acted meanwhile
                shown = self.version
                yield Item(self.view())

        def request_after() -> Request:
            return live_request(self.id, self.version)

        def take(item: Json) -> Flow[None]:
            nonlocal shown
            if item["type"] == "resync" and not self._is_rewound(item["version"]):
                self.events, shown = [], -1  # the service has lost some of them, and went on in another way
                yield from self._read(0)
            elif item["type"] == "event" and item["version"] > self.version:
                event = {name: value for name, value in item.items() if name != "type"}
                if self._add([event]):
                    yield from self._learn_names([event])
                else:
                    yield from self._read(0)
            yield from show()

        yield from self._read(0)
        yield from show()
        yield from stream(request_after, take, self.connection.patience)

    def _is_rewound(self, version: int) -> bool:
        """Whether a rewind led to this version: then a `resync` follows that holds nothing new."""
        return any(event["name"] == "rewound" for event in self.events[version - 1 : version])

    def _write(self, path: str, values: tuple[Any, ...], fields: Json) -> Flow[list[Json]]:
        before = self.version
        answer = yield from self._ask("POST", f"/v1/games/{{id}}/{path}", values, fields)
        if not self._add(read_object(answer)["events"]):
            yield from self._read(0)  # others have acted since
        return self.events[before:]

    def _read(self, wait: int) -> Flow[list[Json]]:
        if not self.catalogue:
            self.catalogue = read_object((yield from self._ask("GET", "/v1/catalogue")))
            me = read_object((yield from self._ask("GET", "/v1/players/me")))
            self._player, self.names[me["id"]] = me["id"], me["name"]
        before = self.version
        while True:
            query = {"after": self.version, "wait": wait or None, "limit": MAX_PAGE_EVENTS}
            page = read_list((yield from self._ask("GET", "/v1/games/{id}/events", (self.id,), query)))
            self._add(page)
            if len(page) < MAX_PAGE_EVENTS:
                break
            wait = 0
        yield from self._learn_names(self.events[before:])
        return self.events[before:]

    def _add(self, events: Sequence[Json]) -> bool:
        """Add those that follow the known events. Whether the first one does: another task may have added it."""
        follows = bool(events) and events[0]["version"] == self.version + 1
        for event in events:
            if event["version"] == self.version + 1:
                self.events.append(event)
        return follows

    def _learn_names(self, events: Sequence[Json]) -> Flow[None]:
        """Ask for the names of the players who take a seat in these events."""
        for event in events:
            player = event["data"].get("player", ":") if event["name"] == "seat_taken" else ":"
            if ":" not in player and player not in self.names:  # a strategy is called bot:<name>
                found = read_object((yield from self._ask("GET", "/v1/players/{id}", (player,))))
                self.names[player] = found["name"]

    def _ask(self, method: str, path: str, values: tuple[Any, ...] = (), fields: Json | None = None) -> Flow[Any]:
        return (yield from ask(build(method, path, values, fields), self.connection.patience))
