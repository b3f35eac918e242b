"""Floods: how long another client waits while somebody sends all that the limits allow, as fast as it is answered."""

import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from service.api.web_page import digest
from service.backend import Backend, open_backend
from service.run.up import ROOT
from tests.bench import http
from tests.bench.service import new_account, process, server, settings, web
from tests.end_to_end.running import await_true
from tests.proxies import has_nginx, plain_nginx
from wonderful_client import Client

CONNECTIONS = 50
ROUNDS = 3
QUIET_SECONDS, FLOOD_SECONDS = 4.0, 5.0
ASK_SECONDS = 0.02
"""Between two requests of the client that is measured."""
ASKING_CONNECTIONS = 4
"""Of the client that is measured: so it asks both web processes."""
GAMES = 100
FLOODER, OTHER = "203.0.113.9", "198.51.100.7"
DEFAULTS = {"LIMITS": "", "TRUSTED_PROXIES": "127.0.0.1"}


class Scene(NamedTuple):
    """What is there: the address of a game under way and of a long one that is over."""

    playing: str
    over: str


def report(*wanted: str) -> None:
    """Print p50 and p99 of another client's views, quiet and during each flood."""
    with everything() as (url, port):
        parts = open_backend(settings(url))
        scene = make_scene(parts, url)
        for name in wanted or FLOODS:
            _report(name, parts, port, scene)


def _report(name: str, parts: Backend, port: int, scene: Scene) -> None:
    accounts, paths = FLOODS[name]
    _, token = new_account(parts, "Other")
    asked = request(scene.playing, token, OTHER)
    rounds = []
    for _ in range(ROUNDS):
        quiet = latencies(port, asked, QUIET_SECONDS)
        tokens = [new_account(parts, "Flood")[1] for _ in range(accounts)] or [""]
        requests = [
            request(path.format(**scene._asdict(), page=digest()), token, FLOODER, body)
            for path, body in paths
            for token in tokens
        ]
        with flood(port, requests) as statuses:
            during = latencies(port, asked, FLOOD_SECONDS)
        rounds.append((quiet, during, statuses))
    figures = [[http.pick(each, share) for each in row[:2] for share in (0.5, 0.99)] for row in rounds]
    q50, q99, f50, f99 = (statistics.median(column) for column in zip(*figures, strict=True))
    ratio = statistics.median(row[3] / row[1] for row in figures)
    print(
        f"flood {name}: p50 {q50:.1f} → {f50:.1f} ms, p99 {q99:.1f} → {f99:.1f} ms, {ratio:.1f}× "
        f"(from {min(row[3] / row[1] for row in figures):.1f} to {max(row[3] / row[1] for row in figures):.1f}); "
        f"{rounds[-1][2]}",
        flush=True,
    )


@contextmanager
def everything() -> Iterator[tuple[str, int]]:
    """(URL of the server, port of the web processes with the default limits), with a projector and a worker."""
    with ExitStack() as stack:
        url = stack.enter_context(server("everysec"))
        port = stack.enter_context(web(url, **DEFAULTS))
        for name in ("projector", "worker"):
            stack.enter_context(process({"REDIS_URL": url}, "-m", "service.commands.cli", name))
        yield url, stack.enter_context(plain_nginx(port)) if has_nginx() else port


def make_scene(parts: Backend, url: str) -> Scene:
    """Two players finish a game, and others are opened."""
    players = [new_account(parts, f"seat {seat}") for seat in (0, 1)]
    with web(url) as port, Client(f"http://127.0.0.1:{port}", players[0][1]) as client:
        _, scripts = http.record()
        games = http.our_requests(parts, scripts, players)
        http.measure(port, games)
        over = games[0][0].split(b" ")[1].decode().removesuffix("/intentions")
        await_true(lambda: client.ask("GET", over)["status"] == "finished")
        for number in range(GAMES):
            client.open_game(seats=3, name=f"table {number}")
        playing = client.open_game(seats=2, bots=["random"])["id"]
        client.start_game(playing)
        return Scene(f"/v1/games/{playing}", over)


def request(path: str, token: str, address: str, body: str = "") -> bytes:
    """A request as it is sent, from an address behind a proxy."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: bench", f"X-Forwarded-For: {address}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join((*lines, "", body)).encode()


@contextmanager
def flood(port: int, requests: Sequence[bytes], connections: int = CONNECTIONS) -> Iterator[dict[str, int]]:
    """Flood meanwhile. Gives the statuses, which are there in the end."""
    statuses: dict[str, int] = {}
    command = [sys.executable, "-m", "tests.bench.abuse.flooder", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        running.stdin.write(json.dumps([connections, [each.decode() for each in requests]]) + "\n")
        running.stdin.flush()
        yield statuses
        statuses |= json.loads(running.communicate()[0])


def latencies(port: int, asked: bytes, seconds: float) -> list[float]:
    """Sorted latencies, in ms, of a client that asks every ASK_SECONDS, over several connections in turn."""
    found, deadline = [], time.monotonic() + seconds
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(ASKING_CONNECTIONS)]
    while time.monotonic() < deadline:
        connection = connections[len(found) % len(connections)]
        began = time.perf_counter()
        connection.sendall(asked)
        answer = connection.recv(1 << 18)
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(1 << 18)
        head, _, body = answer.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        while len(body) < size:
            body += connection.recv(1 << 18)
        found.append((time.perf_counter() - began) * 1000)
        assert head.startswith(b"HTTP/1.1 200"), answer
        time.sleep(ASK_SECONDS)
    for connection in connections:
        connection.close()
    return sorted(found)


VIEW = ("{playing}", "")
PAGE = ("/", "/page/{page}/app.js", "/page/{page}/styles/page.css", "/page/{page}/language/en.json")
FLOODS: dict[str, tuple[int, list[tuple[str, str]]]] = {
    "views": (1, [VIEW]),
    "views, 5 accounts": (5, [VIEW]),
    "views, 20 accounts": (20, [VIEW]),
    "lists": (1, [("/v1/games?limit=100", "")]),
    "replays": (1, [("{over}/replay?limit=100", "")]),
    "events": (1, [("{over}/events?limit=1000", "")]),
    "catalogue": (1, [("/v1/catalogue", "")]),
    "inbox": (1, [("/v1/turns", "")]),
    "refused intentions": (1, [("{over}/intentions", '{"type": "ready"}')]),
    "anonymous": (0, [VIEW]),
    "page": (0, [(path, "") for path in PAGE]),
}
"""Name → accounts of the flood, and what they ask for: path and body."""
