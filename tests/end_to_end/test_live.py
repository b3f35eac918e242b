"""Live streams of a running service: idle sockets, clients that do not read, and what the log keeps secret."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from service.run.embedded_redis import ensure_server, stop_server
from tests.end_to_end.running import PersistentPlayer, Running, await_true, is_ready
from tests.high_limits import HIGH_LIMITS
from tests.isolation import GUNICORN, environment
from tests.ports import free_port
from tests.service.client import pick_intention

NDJSON = "application/x-ndjson"
Json = dict[str, Any]


@contextmanager
def seated(url: str) -> Iterator[tuple[str, list[PersistentPlayer]]]:
    """A game under way and its players."""
    players = [PersistentPlayer(url, name) for name in ("Ada", "Ben")]
    game = players[0].open_game(seats=2)["id"]
    players[1].take_seat(game)
    players[0].start_game(game)
    yield game, players
    for player in players:
        player.close()


def play_on(game: str, players: list[PersistentPlayer], rng: Random, rounds: int) -> int:
    """Play so many intentions, one after the other. Returns the version of the game then."""
    for _ in range(rounds):
        player = rng.choice(players)
        if legal := player.list_legal(game):
            player.act(game, pick_intention(legal, rng))
    return int(players[0].get_game(game)["version"])


@contextmanager
def follow(url: str, player: PersistentPlayer, game: str, after: int | None = None) -> Iterator[Iterator[Json]]:
    """The items of one live stream, with its end: the library would go on with another one."""
    headers = player.connection.headers | {"Accept": NDJSON} | ({} if after is None else {"Last-Event-ID": str(after)})
    with httpx.stream("GET", f"{url}/v1/games/{game}/events", headers=headers, timeout=60) as answer:
        assert answer.status_code == 200
        yield (json.loads(line) for line in answer.iter_lines() if line)


def chain(items: Iterator[Json], upto: int) -> list[int]:
    """The versions of the events up to this one."""
    found: list[int] = []
    while not found or found[-1] < upto:
        item = next(items)
        if item["type"] == "event":
            found.append(item["version"])
    return found


class NeverReading:
    """A client that asks for a stream and takes almost nothing of it until it is told to."""

    def __init__(self, url: str, player: PersistentPlayer, path: str) -> None:
        address = urlsplit(url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((address.hostname, address.port))
        authorization = player.connection.headers["Authorization"]
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {authorization}\r\nAccept: {NDJSON}\r\n\r\n"
        self.socket.sendall(head.encode())

    def read_all(self) -> bytes:
        """All that the service sends, to the end of the stream."""
        self.socket.settimeout(60)
        found = b""
        with self.socket:
            while not found.endswith(b"\r\n0\r\n\r\n") and (piece := self.socket.recv(65536)):
                found += piece
        return found


@pytest.fixture
def short_send_time(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of two web processes that disconnect a client which takes nothing for a second, and their output."""
    server, output = ensure_server(tmp_path / "data", "everysec"), tmp_path / "output"
    port = free_port()
    environ = environment(**HIGH_LIMITS, REDIS_URL=server.url, PORT=str(port), WEB_WORKERS="2")
    with output.open("wb") as file:
        app = "tests.end_to_end.short_send_time:create_app_with_short_send_time()"
        web = subprocess.Popen([*GUNICORN, app], env=environ, cwd=tmp_path, stdout=file, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    await_true(lambda: is_ready(url), output)
    yield url, output
    web.terminate()
    web.wait(timeout=100)
    stop_server(server)


def test_a_stream_lives_on_beside_a_thousand_idle_sockets(running: Running):
    address = urlsplit(running.url)
    with seated(running.url) as (game, players), ExitStack() as stack, follow(running.url, players[0], game) as items:
        first = next(items)["version"]
        for _ in range(1000):
            stack.enter_context(socket.create_connection((address.hostname, address.port)))
        last = play_on(game, players, Random(1), 20)
        assert chain(items, last) == [*range(first + 1, last + 1)]


def test_a_client_that_reads_again_after_a_while_is_told_that_it_was_cut_off(running: Running):
    with seated(running.url) as (game, players):
        lazy = NeverReading(running.url, players[0], f"/v1/games/{game}/events?include=view,legal")
        play_on(game, players, Random(2), 150)
        received = lazy.read_all()
        ends = [json.loads(line) for line in received.split(b"\r\n") if line.startswith(b'{"type": "end"')]
        assert [end["reason"] for end in ends] == ["slow"], received[-300:]
        last = play_on(game, players, Random(3), 2)
        with follow(running.url, players[0], game, after=ends[0]["version"]) as items:
            assert chain(items, last) == [*range(ends[0]["version"] + 1, last + 1)]


@pytest.mark.verify
def test_a_client_that_never_reads_is_disconnected(short_send_time: tuple[str, Path]):
    url, output = short_send_time
    with seated(url) as (game, players):
        dead = NeverReading(url, players[0], f"/v1/games/{game}/events?include=view,legal")

        def seats() -> list[int]:
            found: list[int] = players[1].get_table(game)["presence"]["seats"]
            return found

        await_true(lambda: seats() == [0])
        play_on(game, players, Random(2), 150)
        await_true(lambda: seats() == [])
        time.sleep(2)  # twice the patience of this service
        assert not dead.read_all().endswith(b"0\r\n\r\n"), "the stream breaks off"
        assert b"Traceback" not in output.read_bytes(), "that is no error of the service"


def test_the_access_log_does_not_hold_a_ticket(running: Running):
    with seated(running.url) as (_, [player, _]):
        ticket = player.create_ticket()["ticket"]
    name = f"request-{time.time_ns()}"
    answer = httpx.get(f"{running.url}/v1/turns?ticket={ticket}", headers={"X-Request-Id": name}, timeout=60)
    assert answer.status_code == 200
    await_true(lambda: name in running.output.read_text(errors="replace"))
    assert ticket not in running.output.read_text(errors="replace")
