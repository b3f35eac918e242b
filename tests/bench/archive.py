"""What the archive saves and costs: bytes of a game, memory in the store, time to read, to archive and to restart."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median

from redis import Redis

from events.packing import opened, unpacked
from projections.archiving import Archiver
from service.backend import Backend, open_backend
from service.jobs.archiving import open_archiver
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from store.keys import split_key
from tests.bench.service import server, web
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Service, id_of
from wonderful_client import Client

GAMES = 60
COPIES = 667
"""Of each game, for the restarts: 40,020 games."""
MANY_GAMES = 100_000
"""Archived games among which a round looks for others."""
PATHS = ("", "?at=200", "/replay?from=200&limit=20", "/events?limit=100", "/log")


def report() -> None:
    """Print everything. At the tables are two people and two bots."""
    with server("everysec") as url, tempfile.TemporaryDirectory() as folder:
        environ = {"REDIS_URL": url, "ALLOW_VOLATILE": "1", "ARCHIVE_URL": f"file:{folder}"} | HIGH_LIMITS
        parts = open_backend(read_settings(environ))
        parts.watch.look()
        service = Service(parts)
        games, token = _play(service)
        archiver = open_archiver(parts)
        _memory(parts, "before")
        before = _times(environ, token, games)
        _restarts(parts, games, "in the store")
        _archive(parts, archiver, games)
        _memory(parts, "after")
        after = _times(environ, token, games)
        for path in PATHS:
            print(
                f"GET …{path or ' (view)'}: {before[path]:.1f} ms from the store, {after[path]:.1f} ms from the archive"
            )
        _restarts(parts, games, "in the archive")
        _find(parts, archiver)
        service.end()


def _play(service: Service) -> tuple[list[str], str]:
    """Finished games, and the token of somebody who may see them."""
    parts, games, token = service.parts, list[str](), service.new_player().token
    for number in range(GAMES):
        game, callers = service.start_game(2, bots=["greedy", "random"])
        service.play(game, callers, seed=number)
        service.project(game)
        parts.milestones.keep_up(id_of(game), parts.games.load(id_of(game)).state)
        games.append(id_of(game))
    print(f"{GAMES} games of four seats, median {median(parts.games.load(game).version for game in games):.0f} events")
    return games, token


def _memory(parts: Backend, when: str) -> None:
    """Memory by kind of key, for a game."""
    sizes: Counter[str] = Counter()
    for key in parts.redis.scan_iter(count=1000):
        name = key.decode()
        if name.startswith("{p"):
            kind = split_key("", name).kind
        elif name.startswith("{lobby}:"):
            kind = "lists: " + name.removeprefix("{lobby}:").split(":")[0]
        else:
            kind = "other"
        sizes[kind] += parts.redis.memory_usage(key, samples=0) or 0
    print(f"bytes of a game in the store {when}:")
    for kind, size in sizes.most_common():
        if size / GAMES >= 20:
            print(f"  {kind:24} {size / GAMES:8.0f}")


def _archive(parts: Backend, archiver: Archiver, games: Sequence[str]) -> None:
    began = time.perf_counter()
    sizes = [archiver.archive(game) for game in games]
    print(f"archived {len(games) / (time.perf_counter() - began):.1f} games/s, one process, each verified")
    print(f"a file: median {median(sizes)} bytes, {min(sizes)} to {max(sizes)}")
    assert parts.archive
    files = [*Path(str(parts.archive.files)).glob("??/*.zst")]
    packed = [file.read_bytes() for file in files]
    print(f"to open one: {_cpu_ms(opened, packed):.2f} ms of CPU")
    print(f"to unpack its entries: {_cpu_ms(lambda each: unpacked(opened(each)), packed):.1f} ms of CPU")


def _cpu_ms(act: Callable[[bytes], object], packed: Sequence[bytes]) -> float:
    found = []
    for each in packed:
        began = time.process_time()
        act(each)
        found.append(1000 * (time.process_time() - began))
    return median(found)


def _times(environ: dict[str, str], token: str, games: Sequence[str]) -> dict[str, float]:
    """By path, the median time of the first answer about a game, in ms: each time by a new web process."""
    found = {}
    url = environ["REDIS_URL"]
    for path in PATHS:
        others = {name: value for name, value in environ.items() if name != "REDIS_URL"} | {"WEB_WORKERS": "1"}
        with web(url, **others) as port, Client(f"http://127.0.0.1:{port}", token, patience=0) as client:
            client.list_games()
            taken = []
            for game in games:
                began = time.perf_counter()
                client.fetch(f"/v1/games/{game}{path}")
                taken.append(1000 * (time.perf_counter() - began))
            found[path] = median(taken)
    return found


def _restarts(parts: Backend, games: Sequence[str], where: str) -> None:
    """How long an embedded server takes to start with many such games, and how much memory it has then."""
    kinds = ("g", "s", "m", "i")
    with tempfile.TemporaryDirectory() as folder:
        running = ensure_server(Path(folder), "no")
        with closing(Redis.from_url(running.url)) as redis:
            for game in games:
                kept = {kind: parts.redis.dump(parts.keys.owned(game, kind)) for kind in kinds}
                pipe = redis.pipeline(transaction=False)
                for copy in range(COPIES):
                    for kind, content in kept.items():
                        if content:
                            pipe.restore(parts.keys.owned(f"{game}{copy}", kind), 0, content)
                pipe.execute()
            used = redis.info("memory")["used_memory"]
            _await_rewrite(redis)  # that of a server that has grown
            redis.bgrewriteaof()
            _await_rewrite(redis)
        size = sum(file.stat().st_size for file in Path(folder).rglob("*.aof")) + sum(
            file.stat().st_size for file in Path(folder).rglob("*.rdb")
        )
        stop_server(running)
        began = time.perf_counter()
        running = ensure_server(Path(folder), "no")
        took = time.perf_counter() - began
        stop_server(running)
    count = len(games) * COPIES
    print(f"{count} games {where}: {used / 1e6:.0f} MB of memory, {size / 1e6:.0f} MB of disk, start in {took:.2f} s")


def _await_rewrite(redis: Redis) -> None:
    while any(redis.info("persistence")[f"aof_rewrite_{what}"] for what in ("in_progress", "scheduled")):
        time.sleep(0.1)


def _find(parts: Backend, archiver: Archiver) -> None:
    """How long a round looks for games among many that are archived."""
    pipe = parts.redis.pipeline(transaction=False)
    for number in range(MANY_GAMES):
        game = f"m{number:07d}"
        pipe.xadd(parts.keys.stream(game), {"name": "game_scored", "ms": 1}, id="600-0")
        pipe.hset(parts.keys.snapshot(game), mapping={"stamp": "archived", "version": 600})
        if number % 1000 == 999:
            pipe.execute()
    began, cpu, longest, last = time.perf_counter(), time.process_time(), 0.0, time.perf_counter()
    for _ in archiver.candidates(1e15):
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    took, used = time.perf_counter() - began, time.process_time() - cpu
    print(
        f"a look through {MANY_GAMES} games: {took:.1f} s, {used:.1f} s of CPU, a page {1000 * longest:.0f} ms at most"
    )
