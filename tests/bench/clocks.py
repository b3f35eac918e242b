"""Clocks: what running ones cost, how exactly time is up, and whether all that are due at a restart are done once."""

import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import game as rules
from events import Group, IdempotencyKey, RedisLog, first_link
from game.shuffle import commitment
from projections.effects import Effect
from projections.feed import Feed
from projections.games import with_entries, without_events
from projections.projector import Projector, follow
from service.backend import Backend, open_backend
from store.server import connect_blocking
from tests.bench.service import process, server, settings

SEED = "07" * 32
RUNNING, EXPIRING, DUE = 100_000, 200, 10_000
"""Clocks that run, that expire one after another, and that are due when a projector starts."""
ACCOUNTS = 50
"""Accounts behind the clocks that are due when a projector starts."""


def report() -> None:
    with server() as url:
        cost_of_running_clocks(open_backend(settings(url)))
    with server() as url:
        errors_of_expiries(url)
    with server() as url:
        after_a_restart(url)


def cost_of_running_clocks(parts: Backend, seconds: float = 10) -> None:
    """Print what a second of an idle projector costs with RUNNING clocks and without, and one look at all of them."""
    for clocks in (0, RUNNING):
        _store_timers(parts, clocks)
        before, cpu, scheduled = _commands(parts), time.process_time(), list[Effect]()
        with _projector(parts, partial(_note, scheduled)) as run:
            run(seconds)
        cpu, calls = time.process_time() - cpu, _commands(parts) - before
        assert not scheduled
        per_second = {name: round(count / seconds, 1) for name, count in calls.most_common(4)}
        print(f"clocks {clocks} running: {cpu / seconds * 1000:.1f} ms of CPU a second in the projector, {per_second}")
    began = time.perf_counter()
    texts = [text for p in range(parts.keys.count) for text in parts.redis.hvals(parts.keys.timed(p))]  # type: ignore[union-attr]
    print(f"clocks {len(texts)}: reading all of them takes {(time.perf_counter() - began) * 1000:.0f} ms")


def _note(scheduled: list[Effect], effect: Effect) -> float:
    scheduled.append(effect)
    return 0.0


def _store_timers(parts: Backend, count: int) -> None:
    later_ms, pipe = int(time.time() * 1000) + 3_600_000, parts.redis.pipeline(transaction=False)
    for number in range(count):
        game = f"clock{number}"
        effect, partition = Effect("clock", game, 9, later_ms + number), parts.keys.partition(game)
        pipe.hset(parts.keys.timed(partition), game, effect.stored)
        pipe.zadd(parts.keys.timers(partition), {game: effect.after_ms})
    pipe.execute()


def _commands(parts: Backend) -> Counter[str]:
    """How often the server was asked for each command so far."""
    stats: dict[str, Any] = parts.redis.info("commandstats")  # type: ignore[assignment]
    return Counter({name.removeprefix("cmdstat_"): row["calls"] for name, row in stats.items()})


@contextmanager
def _projector(parts: Backend, enqueue: Callable[[Effect], float]) -> Iterator[Callable[[float], None]]:
    """A projector in this process; what is given runs it for so many seconds."""
    blocking = connect_blocking(parts.settings.redis_url or "")
    feed = Feed(parts.redis, blocking, parts.keys, "bench")
    projector = Projector(parts.games, parts.snapshots, parts.lobby, enqueue, now=parts.clock)

    def run(seconds: float) -> None:
        end = time.monotonic() + seconds
        follow(projector, feed, 5.0, lambda: time.monotonic() >= end)

    yield run
    blocking.close()


def start_game(log: RedisLog, game: str, seconds: int, player: str = "ann") -> None:
    """Open and start a game of two players on a clock; whoever is late once is taken over."""
    clock = {"kind": "per_phase", "seconds": seconds, "misses": 1}
    opened = rules.open({"seats": 2, "clock": clock}, player, game, commitment(SEED, game))
    joined = rules.join(rules.fold(opened), "bob")
    started = rules.start(rules.fold([*opened, *joined]), 0, SEED)
    groups = [Group(player, opened), Group("bob", joined), Group(player, started)]
    log.append(game, groups, 0, first_link(game), IdempotencyKey("bench", b""))


@contextmanager
def _workers(url: str, count: int, *others: str) -> Iterator[None]:
    with ExitStack() as stack:
        for name in [*others, *["worker"] * count]:
            stack.enter_context(process({"REDIS_URL": url}, "-m", "service.commands.cli", name))
        yield


def errors_of_expiries(url: str, seconds: float = 20) -> None:
    """Print how long after its deadline a clock's expiry is in the log, on a service that does nothing else."""
    parts, games = open_backend(settings(url)), [f"late{number}" for number in range(EXPIRING)]
    with _workers(url, 1, "projector"):
        time.sleep(3)
        for game in games:
            start_game(parts.log, game, 3)
            time.sleep(seconds / EXPIRING)
        time.sleep(5)
    errors = sorted(_error_ms(parts, game) for game in games)
    p50, p99 = statistics.median(errors), errors[int(len(errors) * 0.99)]
    print(f"clocks {EXPIRING} expire in {seconds:.0f} s: error p50 {p50:.0f} ms, p99 {p99} ms, most {errors[-1]} ms")


def _error_ms(parts: Backend, game: str) -> int:
    entries = parts.log.read(game)
    first = next(at for at, entry in enumerate(entries) if entry.name == "time_expired")
    clocks = with_entries(without_events(game), entries[:first]).clocks
    return max(entries[first].ms - (clock.deadline_ms or 0) for clock in clocks.seats if clock)


def after_a_restart(url: str, workers: int = 2) -> None:
    """Print how long a projector and its workers take for clocks that ran out while none of them was there."""
    parts, past = open_backend(settings(url)), partial(RedisLog, now=lambda: time.time() - 3600)
    log = past(parts.redis, parts.keys)
    games = [f"due{number}" for number in range(DUE // 2)]  # with two clocks each
    for number, game in enumerate(games):
        start_game(log, game, 60, f"ann{number % ACCOUNTS}")
    began = time.perf_counter()
    with _projector(parts, lambda effect: 60.0) as run:
        while parts.redis.zcard("{p0}:timers") == 0 or _stored(parts) < len(games):
            run(1)
    print(f"clocks {DUE} due: {time.perf_counter() - began:.0f} s to project their {len(games)} games first")
    with _workers(url, workers, "projector"):
        began, at = time.perf_counter(), 0
        while at < len(games):
            while at < len(games) and _is_expired(parts, games[at]):
                at += 1
            time.sleep(0.05)
        took = time.perf_counter() - began
        time.sleep(6)  # a sweep, which must find nothing
    counts = Counter(
        (game, entry.seat) for game in games for entry in parts.log.read(game) if entry.name == "time_expired"
    )
    once = sum(count == 1 for count in counts.values())
    print(
        f"clocks {DUE} due: all done in {took:.1f} s by {workers} workers and a projector on {os.cpu_count()} cores; "
        f"{len(counts)} seats expired, {once} of them once; {_stored(parts)} games have a timer"
    )


def _stored(parts: Backend) -> int:
    return sum(parts.redis.zcard(parts.keys.timers(p)) for p in range(parts.keys.count))  # type: ignore[misc]


def _is_expired(parts: Backend, game: str) -> bool:
    return any(entry.name == "time_expired" for entry in parts.log.read(game))
