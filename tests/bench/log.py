"""The cost of the log: appends against a bare XADD, bytes, verifying, rebuilding, replaying."""

import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from redis import Redis

import game as rules
from events import Group, IdempotencyKey, RedisLog, first_link
from game.shuffle import commitment
from projections.audit import verify
from projections.lobby import Lobby
from projections.rebuild import every_game, rebuild
from projections.transfer import export_lines
from service.backend import Backend, open_backend
from service.commands.log_files import read_lines
from service.jobs.bot_turns import play_bots
from service.jobs.scores import score_game
from store.server import connect
from tests.bench.http import pick
from tests.bench.service import new_account, server, settings, web
from wonderful_client import Client

GAMES = 60
APPENDS = 600
FRAMES = 300


def report() -> None:
    """Print everything; appends under both kinds of sync, the rest with the safe one."""
    for appendfsync in ("always", "everysec"):
        with server(appendfsync) as url:
            _appends(connect(url), open_backend(settings(url)), appendfsync)
    with server("always") as url, tempfile.TemporaryDirectory() as folder:
        parts = open_backend(settings(url))
        player, token = new_account(parts, "Bench", "human")
        games = [_played(parts, player.id, number) for number in range(GAMES)]
        _sizes(parts, games)
        _verify(parts, games, Path(folder))
        _rebuild(parts)
        with web(url) as port:
            _replay(parts, games, port, token)


def _appends(redis: Redis, parts: Backend, appendfsync: str) -> None:
    """One event an append: the log's script against XADD of the same fields, one client, in turns."""
    log, event = RedisLog(redis, parts.keys), rules.new({"seats": 2})[2]
    heads: dict[str, tuple[int, bytes]] = {}

    def append(number: int) -> None:
        game = f"append{number % 8}"
        version, head = heads.get(game, (0, first_link(game)))
        made = log.append(game, [Group("abcdefgh", [event])], version, head, IdempotencyKey(f"a:{number}", b"d" * 32))
        heads[game] = made.last, made.entries[-1].hash

    fields = {"name": "seat_taken", "seat": 1, "group": 3, "actor": "abcdefgh", "ms": 1795234774306}
    fields |= {"data": '{"player":"player-1"}', "salt": b"", "hash": b"h" * 32}

    def bare(number: int) -> None:
        redis.xadd(f"bare{number % 8}", fields)

    found: dict[str, list[float]] = {"append": [], "bare": []}
    for start in range(0, APPENDS, 50):
        for name, act in (("append", append), ("bare", bare)):
            found[name] += [_millis(act, number) for number in range(start, start + 50)]
    ours, theirs = statistics.median(found["append"]), statistics.median(found["bare"])
    print(f"log append, {appendfsync}: {ours:.3f} ms, bare XADD {theirs:.3f} ms, ratio {ours / theirs:.2f} (medians)")


def _played(parts: Backend, player: str, number: int) -> str:
    """A finished 4-seat game of bots: seats 0 and 1 greedy, the others random, so that they differ."""
    game, seed = f"log{number:05d}", secrets.token_hex(32)
    options = {"seats": 4, "bots": ["greedy", "greedy", "greedy", "random"]}
    opened = rules.open(options, player, game, commitment(seed, game))
    parts.log.append(game, [Group(player, opened)], 0, first_link(game), IdempotencyKey(f"{player}:open", b""))
    loaded = parts.games.load(game)
    started = [Group(player, rules.start(loaded.state, None, seed))]
    parts.log.append(game, started, loaded.version, loaded.head, IdempotencyKey(f"{player}:start", b""))
    play_bots(parts, game)
    score_game(parts, game)
    return game


def _sizes(parts: Backend, games: list[str]) -> None:
    streams = [(parts.redis.memory_usage(parts.keys.stream(game), samples=0), parts.games.load(game)) for game in games]
    sizes = sorted(size / 1000 for size, _ in streams)
    each = statistics.median(size / loaded.version for size, loaded in streams)
    middle, largest = statistics.median(sizes), sizes[-1]
    print(f"log of bots alone: median {middle:.1f} kB, largest {largest:.1f} kB, {each:.0f} bytes an event")


def _verify(parts: Backend, games: list[str], folder: Path) -> None:
    files = []
    for game in games:
        files.append(folder / game)
        lines = export_lines(parts.games.load(game).state, parts.log.read(game))
        files[-1].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    alone = sorted(_millis(_verified, file) for file in files)
    events = statistics.mean(parts.games.load(game).version for game in games)
    middle, last = pick(alone, 0.5), pick(alone, 0.99)
    print(f"verify a 4-seat game of {events:.0f} events: median {middle:.1f} ms, p99 {last:.1f} ms")
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_verified, files[:4]))
        began = time.perf_counter()
        list(pool.map(_verified, files, chunksize=4))
        took = time.perf_counter() - began
    print(f"verify in bulk on 2 cores: {len(files) / took:.0f} games/s, {sum(alone) / 1000 / took:.2f} times one core")


def _verified(file: Path) -> None:
    fault = verify(read_lines(file)).fault
    assert fault is None, fault


def _rebuild(parts: Backend) -> None:
    lobby = Lobby(parts.redis, parts.keys)
    lobby.clear()
    games = every_game(parts.redis, parts.keys)
    began = time.perf_counter()
    events = sum(count for _, count in rebuild(games, parts.log, parts.snapshots, lobby))
    took = time.perf_counter() - began
    print(f"rebuild, one process: {len(games) / took:.0f} games/s, {events / took:.0f} events/s")


def _replay(parts: Backend, games: list[str], port: int, token: str) -> None:
    """A frame at any version over HTTP: of games asked for the first time, and of one that is stepped through."""
    rng, last = Random(1), {game: parts.games.load(game).version for game in games}
    with Client(f"http://127.0.0.1:{port}", token) as client:

        def frame(game: str) -> None:
            version = rng.randint(1, last[game])
            assert len(client.get_replay(game, from_=version, to=version)) == 1

        cold = sorted(_millis(frame, game) for game in games)
        warm = sorted(_millis(frame, games[0]) for _ in range(FRAMES))
    for name, found in (("first time", cold), ("stepping through one", warm)):
        print(f"replay frame, {name}: p50 {pick(found, 0.5):.1f} ms, p99 {pick(found, 0.99):.1f} ms")


def _millis(act: Callable[[Any], None], argument: Any) -> float:
    began = time.perf_counter()
    act(argument)
    return (time.perf_counter() - began) * 1000
