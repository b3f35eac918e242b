"""A client whose connection breaks all the time misses nothing of its inbox, while every process is killed once."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from itertools import islice

import httpx

from tests.amounts import amounts
from tests.end_to_end.running import Json, OwnService, PersistentPlayer, await_true

ITEMS_A_CONNECTION = 3


class Reader:
    """Reads a stream of items, cuts the connection after a few, stays away for a moment, and goes on.

    It is no client of the library, which keeps a connection for as long as it can.
    """

    def __init__(self, service: OwnService, player: PersistentPlayer) -> None:
        self.items: list[Json] = []
        self._url = f"{service.url}/v1/turns"
        self._headers = {**player.connection.headers, "Accept": "application/x-ndjson"}
        self._stopped = threading.Event()
        self._position = str(player.list_turns().after)
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def news(self) -> list[tuple[str, str]]:
        return [(item["type"], item["game"]) for item in self.items if item["type"] in ("started", "finished")]

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _read(self) -> None:
        while not self._stopped.wait(0.1):
            last_id = self.items[-1]["id"] if self.items else self._position
            try:
                with httpx.stream(
                    "GET", self._url, headers={**self._headers, "Last-Event-ID": last_id}, timeout=60
                ) as answer:
                    answer.raise_for_status()
                    self.items += islice(self._lines(answer), ITEMS_A_CONNECTION)
            except httpx.HTTPError:
                continue

    def _lines(self, answer: httpx.Response) -> Iterator[Json]:
        began = time.monotonic()
        for line in answer.iter_lines():
            if line:
                yield json.loads(line)
            if self._stopped.is_set() or time.monotonic() > began + 1:
                return


def kill(service: OwnService, kind: str) -> None:
    """Kill the processes of a kind; the supervisor starts them again."""
    for pid in service.processes(kind):
        os.kill(pid, signal.SIGKILL)


@amounts("games", 3, 12)
def test_no_news_are_lost_or_doubled_while_everything_breaks(own_service: OwnService, games: int):
    player = PersistentPlayer(own_service.url, "Ada")
    reader, expected = Reader(own_service, player), []
    for number in range(games):
        game = player.open_game(seats=1)["id"]
        player.start_game(game)
        player.leave_seat(game)
        expected += [(kind, game) for kind in ("started", "finished")]
        kill_at, is_whole = divmod((number + 1) * 3, games)
        if not is_whole:
            kill(own_service, ("projector", "web workers", "server")[kill_at - 1])
    try:
        await_true(lambda: {*expected} <= {*reader.news()}, own_service.output)
    finally:
        reader.stop()
        player.close()
    found = reader.news()
    assert sorted(found) == sorted(expected)
    for _, game in expected[::2]:
        assert found.index(("started", game)) < found.index(("finished", game))
