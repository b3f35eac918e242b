"""Appends on a single server and on a cluster of three primaries, each with a replica, in turns in one run.

SHARDS_SECONDS (2) is how long each measures, SHARDS_RUNS (3) how often.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from secrets import token_hex
from statistics import median
from typing import NamedTuple

import game as rules
from events import Group, IdempotencyKey, Keys, RedisLog, first_link
from events.cluster import Cluster
from events.server import connect
from tests.bench.http import pick
from tests.bench.service import server
from tests.running_cluster import RunningCluster, running_cluster

SECONDS = float(os.environ.get("SHARDS_SECONDS", "2"))
RUNS = int(os.environ.get("SHARDS_RUNS", "3"))
PROCESSES = 3
GAMES = 24
"""Of each process: they fall on all primaries."""


class Store(NamedTuple):
    """Where to append. `confirms`: as with REPLICAS_ACK=1."""

    name: str
    url: str
    confirms: bool = False


def report() -> None:
    """Print appends a second of three processes, and how long an append of one alone takes."""
    with _stores() as stores:
        rates: dict[str, list[float]] = {store.name: [] for store in stores}
        times: dict[str, list[float]] = {store.name: [] for store in stores}
        with ProcessPoolExecutor(PROCESSES) as pool:
            for _ in range(RUNS):
                for store in stores:
                    rates[store.name].append(sum(map(len, pool.map(append_for_a_while, [store] * PROCESSES))) / SECONDS)
                    times[store.name] += append_for_a_while(store)
    first = stores[0].name
    print(f"appends: {PROCESSES} processes, and one alone; medians of {RUNS} runs of {SECONDS:g} s, in turns")
    for name, found in rates.items():
        rate, alone = median(found), sorted(times[name])
        print(
            f"{name}: {rate:.0f} appends/s ({rate / median(rates[first]):.2f} of {first}); "
            f"one append p50 {pick(alone, 0.5):.2f} ms, p99 {pick(alone, 0.99):.2f} ms"
        )


def append_for_a_while(store: Store) -> list[float]:
    """Append to games in turns for SECONDS; how long each append took, in ms."""
    event, keys, number = rules.new({"seats": 2})[2], Keys(f"bench-{token_hex(4)}:"), count()
    with connect(store.url) as client:
        confirmed = client.confirmed() if store.confirms and isinstance(client, Cluster) else None
        log = RedisLog(client, keys, confirmed=confirmed)
        heads = {f"game{each}": (0, first_link(f"game{each}")) for each in range(GAMES)}
        found, until = list[float](), time.perf_counter() + SECONDS
        while (began := time.perf_counter()) < until:
            game = f"game{next(number) % GAMES}"
            version, head = heads[game]
            key = IdempotencyKey(f"a:{version}", b"d" * 32)
            made = log.append(game, [Group("abcdefgh", [event])], version, head, key)
            heads[game] = made.last, made.entries[-1].hash
            found.append((time.perf_counter() - began) * 1000)
    return found


@contextmanager
def _stores() -> Iterator[list[Store]]:
    """A server and a cluster for each kind of sync."""
    with tempfile.TemporaryDirectory() as name, server("everysec") as everysec, server("always") as always:
        folder = Path(name)
        with running_cluster(folder / "everysec") as lazy, running_cluster(folder / "always") as eager:
            _sync_always(eager)
            yield [
                Store("a server, everysec", everysec),
                Store("three primaries, everysec", lazy.url),
                Store("three primaries, everysec, confirmed", lazy.url, confirms=True),
                Store("a server, always", always),
                Store("three primaries, always", eager.url),
                Store("three primaries, always, confirmed", eager.url, confirms=True),
            ]


def _sync_always(cluster: RunningCluster) -> None:
    for member in cluster.members:
        with closing(member.redis) as redis:
            redis.config_set("appendfsync", "always")
