"""A client that follows a game by its events, and never asks for a view."""

from collections.abc import Mapping
from contextlib import suppress
from secrets import token_urlsafe
from time import sleep
from typing import Any

import httpx

from wonderful_client import Json
from wonderful_client.fold import fold

WAIT_SECONDS = 25
"""How long the service may hold an answer."""
PAUSES_SECONDS = (1, 2, 4)
"""Before a request is repeated: its answer got lost, or the service is busy."""
BUSY = 503


class Service:
    """The service, for a new account. `player`: its id. `catalogue`: the cards, downloaded once."""

    def __init__(self, http: httpx.Client, name: str) -> None:
        self._http = http
        account = http.post("/v1/players", json={"name": name}).raise_for_status().json()
        self.player: str = account["id"]
        http.headers["Authorization"] = f"Bearer {account['token']}"
        self.catalogue: Json = self.ask("GET", "/v1/catalogue")

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **body: Any) -> Any:
        """The body of the answer. The key makes it safe to repeat a POST.

        Raises httpx.HTTPStatusError if the service refuses, httpx.TransportError if it cannot be reached.
        """
        key = {"Idempotency-Key": token_urlsafe(16)} if method == "POST" else {}
        request = self._http.build_request(method, path, headers={**(headers or {}), **key}, **body)
        for pause_seconds in PAUSES_SECONDS:
            with suppress(httpx.TransportError):
                if (answer := self._http.send(request)).status_code != BUSY:
                    return answer.raise_for_status().json()
            sleep(pause_seconds)
        return self._http.send(request).raise_for_status().json()

    def open_game(self, *bots: str) -> str:
        """The address of a new game against these bots."""
        opened = self.ask("POST", "/v1/games", json={"seats": 1 + len(bots), "bots": bots})
        return f"/v1/games/{opened['id']}"


class Game:
    """A game under way, as far as its events are known here. `names`: of the players, by id."""

    def __init__(self, service: Service, address: str, names: Mapping[str, str]) -> None:
        self._service = service
        self._address = address
        self._names = names
        self.events: list[Json] = []

    def view(self) -> Json:
        """The view after the known events."""
        return fold(self.events, self._service.player, self._service.catalogue, self._names)

    def read(self, wait_seconds: int = 0) -> None:
        """Get the next events, 500 at most. If there are none yet, the service waits for the first one."""
        query = f"after={len(self.events)}&wait={wait_seconds}"
        self.events += self._service.ask("GET", f"{self._address}/events?{query}")

    def act(self, intentions: list[Json]) -> None:
        """Send intentions: all of them happen, or none. The answer holds their events."""
        events = self._service.ask("POST", f"{self._address}/intentions", json=intentions)["events"]
        if events[0]["version"] == len(self.events) + 1:
            self.events += events
        else:  # others have acted since: read their events and these
            self.read()
