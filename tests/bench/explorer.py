"""The explorer: what a finished game costs, and how long its pages take.

EXPLORER_GAMES: sizes of the store, `10000,100000` by default. The games are copies of some that strategies play, with
other players and times.
"""

import os
import statistics
import time
from random import Random
from typing import Any

from flask.testing import FlaskClient

from projections.explorer.facts import facts_of, pack_facts
from projections.explorer.store import Explorer, count_everything
from projections.record.generations import rate_everything
from projections.record.result import GameResult, result_of
from service.backend import Backend, open_backend
from tests.bench.service import server, settings
from tests.projections.record.copied_games import play_tournament
from tests.projections.record.results import START_MS
from tests.service.client import Service

SIZES = [int(size) for size in os.environ.get("EXPLORER_GAMES", "10000,100000").split(",")]
PLAYED, PLAYERS, AT_ONCE, REQUESTS = 24, 400, 256, 200
MINUTE_MS = 60_000
PAGES = {
    "cards, everything": "cards",
    "cards, first picks": "cards?place=1",
    "cards, strong people at four": "cards?seats=4&side=A&players=people&strength=high",
    "cards, a month": "cards?period=2026-11",
    "pairs, everything": "combinations",
    "pairs, one card": "combinations?card=zeppelin",
    "empires": "combinations?of=empires",
}


def report() -> None:
    with server("everysec") as url:
        parts = open_backend(settings(url))
        results = [result_of("g", entries) for entries in play_tournament(parts, PLAYED)]
        parts.redis.flushall()
        service, filled = Service(parts), 0
        token = service.new_player("Ada").token
        for size in SIZES:
            _fill(parts, results, filled, size)
            filled = size
            _pages(service, token, size)


def _fill(parts: Backend, results: list[GameResult], first: int, size: int) -> None:
    """Add games, let them be rated, and measure how they are counted."""
    packed = [len(pack_facts(facts_of(result))) / len(result.seats) for result in results]
    began = time.monotonic()
    for number in range(first, size):
        rng = Random(number)
        result = rng.choice(results)
        seats = [
            seat._replace(player=f"p{rng.randrange(PLAYERS):03}", kind="human") if rng.random() < 0.6 else seat
            for seat in result.seats
        ]
        ended_ms = START_MS + number * MINUTE_MS
        parts.record.add(result._replace(game=f"s{number:07}", ended_ms=ended_ms, seats=tuple(seats)))
    rate_everything(parts.record)
    bytes_a_seat = statistics.fmean(packed)
    print(f"{size} games: rated in {time.monotonic() - began:.0f} s, {bytes_a_seat:.0f} bytes of facts a seat")
    _count_some(parts, size)
    count_everything(parts.explorer, 0, 512)
    memory = sum(parts.redis.memory_usage(key) or 0 for key in parts.redis.scan_iter(match="*:cell:*", count=1000))
    cells = sum(1 for _ in parts.redis.scan_iter(match="*:cell:*", count=1000))
    print(f"{size} games: {cells} cells, {memory / 1e6:.1f} MB")


def _count_some(parts: Backend, size: int) -> None:
    """What it takes to count games, some at once: CPU of the worker, bytes and time of the store."""
    for at_once in (1, AT_ONCE):
        explorer = Explorer(parts.redis, parts.keys)
        before, cpu = _spent(parts), time.process_time()
        rounds = 10 if at_once == 1 else 2
        for _ in range(rounds):
            explorer.count(0, at_once)
        cpu, after = time.process_time() - cpu, _spent(parts)
        games = rounds * at_once
        written = (after["aof"] - before["aof"]) / games / 1000
        commands = (after["commands"] - before["commands"]) / games
        script = 1000 * (after["script"] - before["script"]) / rounds
        print(f"{size} games, {at_once} at once: {1000 * cpu / games:.1f} ms CPU, {written:.1f} kB of the AOF", end=" ")
        print(f"and {commands:.1f} commands a game, {script:.1f} ms of the store each time")


def _spent(parts: Backend) -> dict[str, float]:
    """What the server has done so far: bytes of its AOF, seconds in scripts, commands."""
    stats: Any = parts.redis.info("everything")
    script = stats.get("cmdstat_evalsha", {"usec": 0})["usec"]
    return {"aof": stats["aof_current_size"], "script": script / 1e6, "commands": stats["total_commands_processed"]}


def _pages(service: Service, token: str, size: int) -> None:
    client, headers = FlaskClient(service.app), {"Authorization": f"Bearer {token}"}
    for name, path in PAGES.items():
        fresh, kept, cpu = list[float](), list[float](), list[float]()
        for number in range(REQUESTS):
            if number % 4 == 0:
                service.parts.explorer._kept.clear()
            began, used = time.perf_counter(), time.process_time()
            answer = client.get(f"/v1/explorer/{path}", headers=headers)
            (fresh if number % 4 == 0 else kept).append((time.perf_counter() - began) * 1000)
            if number % 4 == 0:
                cpu.append((time.process_time() - used) * 1000)
            assert answer.status_code == 200, answer.text
        used_ms = statistics.median(cpu)
        print(f"{size} games, {name}: read anew {_spread(fresh)}, {used_ms:.1f} ms of CPU; kept {_spread(kept)}")


def _spread(spent: list[float]) -> str:
    cut = statistics.quantiles(spent, n=100)
    return f"p50 {cut[49]:.1f} ms, p99 {cut[98]:.1f} ms"
