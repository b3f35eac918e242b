"""A service with 100,000 archived games: its memory, lists and restart, and live views while old games are read."""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from service.backend import Backend, open_backend
from service.jobs.archiving import open_archiver
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from tests.bench.service import web
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Service, id_of
from wonderful_client import Client

GAMES = 60
"""Archived games that are played, of two people and two bots."""
MANY = 100_000
"""Games in all: the others are copies in the store, with all lists, but without files."""
READS_A_SECOND = 50
"""How often old games are read while live games are viewed."""
VIEWS = 1_000
VIEWS_A_SECOND = 50


def report() -> None:
    """Print everything."""
    with tempfile.TemporaryDirectory() as folder:
        data, files = Path(folder, "data"), Path(folder, "archive")
        files.mkdir()
        running = ensure_server(data, "no")
        try:
            environ = {"REDIS_URL": running.url, "ALLOW_VOLATILE": "1", "ARCHIVE_URL": f"file:{files}"} | HIGH_LIMITS
            parts = open_backend(read_settings(environ))
            parts.watch.look()
            service = Service(parts)
            archiver = open_archiver(parts)
            games, player = _play(service)
            live, live_token = _live_game(service)
            print("old games in the store:")
            _views(environ, games, player, live, live_token)
            for game in games:
                archiver.archive(game)
            before = _memory(parts)
            _copy(parts, games)
            used = _memory(parts) - before
            each = f"{used / MANY / 1000:.1f} kB each with its lists"
            print(f"{MANY:,} archived games: {used / 1e6:.0f} MB of memory, {each}")
            _lists(environ, player)
            print("old games in the archive:")
            _views(environ, games, player, live, live_token)
            parts.redis.bgrewriteaof()
            while any(parts.redis.info("persistence")[f"aof_rewrite_{what}"] for what in ("in_progress", "scheduled")):
                time.sleep(0.1)
            service.end()
            parts.close()
        finally:
            stop_server(running)
        began = time.perf_counter()
        running = ensure_server(data, "no")
        print(f"its server starts in {time.perf_counter() - began:.1f} s")
        stop_server(running)


def _play(service: Service) -> tuple[list[str], str]:
    """Finished games, and the token of one of their players."""
    games, players = list[str](), [service.new_player(f"Player {at}") for at in range(20)]
    for number in range(GAMES):
        pair = random.Random(number).sample(players, 2)
        path = service.seat_and_start(*pair, bots=["greedy", "random"])
        service.play(path, pair, seed=number)
        service.project(path)
        games.append(id_of(path))
    return games, players[0].token


def _live_game(service: Service) -> tuple[str, str]:
    path, callers = service.start_game(2)
    service.play(path, callers, until="construction")
    service.project(path)
    return path, callers[0].token


def _copy(parts: Backend, games: Sequence[str]) -> None:
    """Add copies of archived games to the store, with the marks, summaries and lists of each."""
    loaded = {game: parts.games.load(game) for game in games}
    kinds = {game: {kind: parts.redis.dump(parts.keys.owned(game, kind)) for kind in ("g", "s")} for game in games}
    pipe = parts.redis.pipeline(transaction=False)
    for number in range(MANY - GAMES):
        game, copy = games[number % GAMES], f"old{number:06d}"
        at = loaded[game]
        parts.lobby.save(copy, at._replace(opened_ms=at.opened_ms - number), restored=True)
        for kind, content in kinds[game].items():
            if content:
                pipe.restore(parts.keys.owned(copy, kind), 0, content)
        pipe.hset(parts.keys.archived(parts.keys.partition(copy)), copy, 5000)
        if number % 1000 == 999:
            pipe.execute()
    pipe.execute()


def _memory(parts: Backend) -> int:
    return int(parts.redis.info("memory")["used_memory"])


def _lists(environ: dict[str, str], token: str) -> None:
    with _client(environ, token) as client:
        for asked in ({"status": "finished"}, {"player": "me"}, {"player": "me", "status": "finished"}):
            taken, page = list[float](), None
            while len(taken) < 200 and (page is None or page.next):
                began = time.perf_counter()
                page = client.next_page(page) if page else client.list_games(**asked)
                taken.append(1000 * (time.perf_counter() - began))
            print(f"GET /v1/games?{urlencode(asked)}: {_spread(taken)} ms, over {len(taken)} pages")


def _views(environ: dict[str, str], games: Sequence[str], token: str, live: str, live_token: str) -> None:
    """How long a view of a live game takes: alone, and while old games are read."""
    with _client(environ, live_token) as client:
        for _ in range(3):
            alone = [_one_view(client, live) for _ in range(VIEWS)]
            with _reading(client.connection.url, games, token) as reads:
                beside = [_one_view(client, live) for _ in range(VIEWS)]
            print(f"views alone: {_spread(alone)} ms; beside {reads.value:,} reads: {_spread(beside)} ms")


def _one_view(client: Client, live: str) -> float:
    time.sleep(1 / VIEWS_A_SECOND)
    began = time.perf_counter()
    client.fetch(live)
    return 1000 * (time.perf_counter() - began)


@contextmanager
def _reading(url: str, games: Sequence[str], token: str) -> Iterator["Synchronized[int]"]:
    """Two clients of another process read old games, READS_A_SECOND in all; how many they have read."""
    context = get_context("spawn")
    count = context.Value("i")
    process = context.Process(target=_read_on, args=(url, games, token, count), daemon=True)
    process.start()
    while not count.value and process.is_alive():
        time.sleep(0.01)
    try:
        yield count
    finally:
        process.kill()
        process.join()


def _read_on(url: str, games: Sequence[str], token: str, count: "Synchronized[int]") -> None:
    threads = [Thread(target=_read, args=(url, games, token, count, number)) for number in range(2)]
    for thread in threads:
        thread.start()


def _read(url: str, games: Sequence[str], token: str, count: "Synchronized[int]", number: int) -> None:
    rng, begun = random.Random(number), time.monotonic()
    with Client(url, token, patience=0) as client:
        for done in range(1_000_000):
            time.sleep(max(0.0, begun + done * 2 / READS_A_SECOND - time.monotonic()))
            path = rng.choice(("", "/events?limit=100", "/replay?from=200&limit=20", "/log"))
            client.fetch(f"/v1/games/{rng.choice(games)}{path}")
            with count.get_lock():
                count.value += 1


@contextmanager
def _client(environ: dict[str, str], token: str) -> Iterator[Client]:
    """A client of two web processes, which asks once."""
    others: Any = {name: value for name, value in environ.items() if name != "REDIS_URL"}
    with web(environ["REDIS_URL"], **others) as port, Client(f"http://127.0.0.1:{port}", token, patience=0) as client:
        yield client


def _spread(taken: Sequence[float]) -> str:
    """The median and the 99th percentile."""
    found = sorted(taken)
    return f"{found[len(found) // 2]:.1f} (p99 {found[int(len(found) * 0.99)]:.1f})"
