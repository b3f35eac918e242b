"""Games as the pictures and the measurements of the page need them, played through the API."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from service.commands.demo import choose_intention
from tests.end_to_end.running import ALL_LANES, up
from wonderful_client import Client, Problem

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
        self.client = Client(url)
        self.account: Json = self.client.register_player(name=name)
        self._rng = Random(name)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The body of an answer. Raises Problem if the service refuses."""
        return self.client.ask(method, path, **body)

    def open_game(self, **options: Any) -> str:
        """The id of a new game."""
        return str(self.client.open_game(**options)["id"])

    def start_game(self, **options: Any) -> str:
        """The id of a new game that has started."""
        game = self.open_game(**options)
        self.client.start_game(game)
        return game

    def play(self, game: str, until: Callable[[Json], object] = lambda view: False) -> Json:
        """Play until the own view fulfils the condition and something can be done, or the game is over; the view."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (view := self.client.get_game(game))["status"] == "playing":
            legal = self.client.list_legal(game)
            if (
                legal and until(view) and until(view := self.client.get_game(game))
            ):  # the first may be older than `legal`
                break
            if legal:
                try:
                    self.client.act(game, choose_intention(view, legal, self._rng), if_match=view["version"])
                except Problem as problem:
                    if problem.code != "stale_version":  # what is legal may follow a newer view
                        raise
                deadline = time.monotonic() + PATIENCE_SECONDS
            else:
                self.client.list_events(game, after=view["version"], wait=5)
                assert time.monotonic() < deadline, f"nobody moves in {game}"
        return view
