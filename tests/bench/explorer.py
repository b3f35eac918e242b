"""The explorer: what a finished game costs, and how long its pages take.

EXPLORER_GAMES: sizes of the store, `10000,100000` by default. The games are copies of some that strategies play, with
other players and times.
"""

import gc
import os
import time
from random import Random
from typing import Any

from flask.testing import FlaskClient

from game.cards import SIDES
from projections.explorer.facts import facts_of, pack_facts
from projections.explorer.store import START, Explorer, count_everything
from projections.record.result import GameResult, result_of
from service.backend import Backend, open_backend
from tests.bench.http import spread
from tests.bench.service import server, settings
from tests.projections.record.copied_games import play_tournament
from tests.projections.record.results import START_MS
from tests.service.client import Service

SIZES = [int(size) for size in os.environ.get("EXPLORER_GAMES", "10000,100000").split(",")]
PLAYED, AT_ONCE, REQUESTS = 24, 256, 150
MONTHS, MONTH_MS = 3, 30 * 86_400_000
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
    """Let games wait, as if they had been rated, with strengths by chance; and measure how they are counted."""
    rng, start = Random(first), f"{parts.keys.lobby('record')}:0:{START}"
    packed = [_packed(result, rng) for result in results for _ in range(8)]
    pipe = parts.redis.pipeline(transaction=False)
    for number in range(first, size):
        seats, facts = rng.choice(packed)
        pipe.hset(f"{start}facts", f"s{number:07}", facts)
        pipe.hset(f"{start}waiting", f"s{number:07}", "".join(rng.choices("lmh", k=seats)))
        if number % 1000 == 999:
            pipe.execute()
    pipe.execute()
    _count_some(parts, size)
    began = time.process_time()
    count_everything(parts.explorer, 0, 1024)
    cells = [*parts.redis.scan_iter(match="*:cell:*", count=1000)]
    memory = sum(parts.redis.memory_usage(key) or 0 for key in cells)
    cpu = time.process_time() - began
    print(f"{size} games: counted with {cpu:.0f} s of CPU; {len(cells)} cells, {memory / 1e6:.1f} MB")


def _packed(result: GameResult, rng: Random) -> tuple[int, bytes]:
    """A copy of a game with other kinds of players, on one of the sides: its seats, and its facts."""
    seats = [seat._replace(kind="human" if rng.random() < 0.6 else "strategy") for seat in result.seats]
    ended_ms = START_MS + rng.randrange(MONTHS) * MONTH_MS
    return len(seats), pack_facts(
        facts_of(result._replace(side=rng.choice(SIDES), ended_ms=ended_ms, seats=tuple(seats)))
    )


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
        store = 1000 * (after["cpu"] - before["cpu"]) / rounds
        print(f"{size} games, {at_once} at once: {1000 * cpu / games:.1f} ms CPU, {written:.1f} kB of the AOF", end=" ")
        script = 1000 * (after["scripts"] - before["scripts"]) / (after["calls"] - before["calls"])
        print(
            f"and {commands:.1f} commands a game; {store:.1f} ms of the store's CPU each time, {script:.1f} ms a script"
        )


def _spent(parts: Backend) -> dict[str, float]:
    """What the server has done so far: bytes of its AOF, seconds of CPU, commands."""
    stats: Any = parts.redis.info("everything")
    cpu = stats["used_cpu_user"] + stats["used_cpu_sys"]
    scripts = stats.get("cmdstat_evalsha", {"usec": 0, "calls": 0})
    done = {"aof": stats["aof_current_size"], "cpu": cpu, "commands": stats["total_commands_processed"]}
    return done | {"scripts": scripts["usec"] / 1e6, "calls": scripts["calls"]}


def _pages(service: Service, token: str, size: int) -> None:
    """Pages whose sums are read anew, and those whose sums the process keeps; milliseconds, and those of CPU."""
    client, headers = FlaskClient(service.app), {"Authorization": f"Bearer {token}"}
    gc.collect()
    gc.freeze()  # as web processes do once they have started
    for name, path in PAGES.items():
        for how in ("read anew", "kept"):
            spent, used = list[float](), list[float]()
            for _ in range(REQUESTS):
                if how == "read anew":
                    service.parts.explorer._kept.clear()
                began, cpu = time.perf_counter(), time.process_time()
                answer = client.get(f"/v1/explorer/{path}", headers=headers)
                used.append((time.process_time() - cpu) * 1000)
                spent.append((time.perf_counter() - began) * 1000)
                assert answer.status_code == 200, answer.text
            print(f"{size} games, {name}, {how}: {spread(spent)}; CPU {spread(used)}; {len(answer.data)} bytes")
