"""Games as the pictures and the measurements of the page need them, played through the API."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from service.commands.demo import choose_intention
from tests.end_to_end.running import ALL_LANES, up

Json = dict[str, Any]
PATIENCE_SECONDS = 120.0


@contextmanager
def a_service() -> Iterator[str]:
    """The address of a service: the one that SERVICE names, or a new one."""
    if named := os.environ.get("SERVICE"):
        yield named
        return
    with TemporaryDirectory() as folder, up(Path(folder), **ALL_LANES) as running:
        yield running.url


class Person:
    """A registered player of a service, who moves by a simple strategy. `account`: the answer to the registration."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=60)
        self.account: Json = self.ask("POST", "/v1/players", name=name)
        self.http.headers["Authorization"] = f"Bearer {self.account['token']}"
        self._rng = Random(name)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The body of an answer. Raises AssertionError if the service refuses."""
        answer = self.http.request(method, path, json=body if method != "GET" else None)
        assert answer.status_code < 400, answer.text
        return answer.json()

    def open_game(self, **options: Any) -> str:
        """The id of a new game."""
        return str(self.ask("POST", "/v1/games", **options)["id"])

    def start_game(self, **options: Any) -> str:
        """The id of a new game that has started."""
        game = self.open_game(**options)
        self.ask("POST", f"/v1/games/{game}/start")
        return game

    def play(self, game: str, until: Callable[[Json], object] = lambda view: False) -> Json:
        """Play until the own view fulfils the condition and something can be done, or the game is over; the view."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (view := self.ask("GET", f"/v1/games/{game}"))["status"] == "playing":
            legal = self.ask("GET", f"/v1/games/{game}/legal")
            if legal and until(view):
                break
            if legal:
                chosen, unchanged = choose_intention(view, legal, self._rng), {"If-Match": f'"{view["version"]}"'}
                answer = self.http.post(f"/v1/games/{game}/intentions", json=chosen, headers=unchanged)
                assert answer.status_code in (201, 412), answer.text  # 412: what is legal may follow a newer view
                deadline = time.monotonic() + PATIENCE_SECONDS
            else:
                self.ask("GET", f"/v1/games/{game}/events?after={view['version']}&wait=5")
                assert time.monotonic() < deadline, f"nobody moves in {game}"
        return dict(view)
