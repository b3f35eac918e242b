"""Intentions on a single server and on a cluster of three primaries, each with a replica, in turns in one run.

SHARDS_SECONDS (2) is how long each measures, SHARDS_RUNS (3) how often.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex
from statistics import median
from typing import NamedTuple

import game as rules
from events import Group, IdempotencyKey, first_link
from projections.games import Loaded
from service.backend import Backend, open_backend
from service.games.intentions import decide_intentions
from service.games.write import Decided, write
from service.settings import read_settings
from tests.bench.http import pick
from tests.bench.service import server
from tests.running_cluster import RunningCluster, running_cluster

SECONDS = float(os.environ.get("SHARDS_SECONDS", "2"))
RUNS = int(os.environ.get("SHARDS_RUNS", "3"))
PROCESSES = 3
GAMES = 24
"""Of each process: they fall on all primaries."""


class Store(NamedTuple):
    """Where to play. `jobs`: the server of the job queues. `confirms`: as with REPLICAS_ACK=1."""

    name: str
    url: str
    jobs: str
    confirms: bool = False

    def settings(self, prefix: str) -> dict[str, str]:
        """The variables of a process on this store."""
        urls = {"REDIS_URL": self.url, "RQ_REDIS_URL": self.jobs}
        return urls | {"KEY_PREFIX": prefix, "REPLICAS_ACK": str(int(self.confirms)), "STORE_SECONDS": "10"}


def report() -> None:
    """Print intentions a second of three processes, and how long one alone takes to decide and append an intention."""
    with _stores() as stores:
        rates: dict[str, list[float]] = {store.name: [] for store in stores}
        times: dict[str, list[float]] = {store.name: [] for store in stores}
        with ProcessPoolExecutor(PROCESSES) as pool:
            for _ in range(RUNS):
                for store in stores:
                    rates[store.name].append(sum(map(len, pool.map(play_for_a_while, [store] * PROCESSES))) / SECONDS)
                    times[store.name] += play_for_a_while(store)
    first = stores[0].name
    print(f"intentions: {PROCESSES} processes, and one alone; medians of {RUNS} runs of {SECONDS:g} s, in turns")
    for name, found in rates.items():
        rate, alone = median(found), sorted(times[name])
        print(
            f"{name}: {rate:.0f} intentions/s ({rate / median(rates[first]):.2f} of {first}); "
            f"alone p50 {pick(alone, 0.5):.2f} ms, p99 {pick(alone, 0.99):.2f} ms"
        )


def play_for_a_while(store: Store) -> list[float]:
    """Play games by random legal intentions for SECONDS; how long the service took to decide and append each, in ms."""
    backend = open_backend(read_settings(store.settings(f"bench-{token_hex(4)}:")))
    assert backend.watch.look() is None, backend.watch.error
    rng, found = Random(1), list[float]()
    games = [_begin_game(backend, f"game{each}", each) for each in range(GAMES)]
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        at = len(found) % GAMES
        state = games[at]
        seat = rng.choice(rules.waiting_on(state))
        body, key = rules.body(rng.choice(rules.legal(state, seat))), IdempotencyKey(f"a:{len(found)}", b"d" * 32)
        began = time.perf_counter()
        written = write(backend.games, state.id, key, partial(_decide, seat, body))
        found.append((time.perf_counter() - began) * 1000)
        games[at] = written.state if rules.waiting_on(written.state) else _begin_game(backend, f"{state.id}n", at)
    backend.close()
    return found


def _begin_game(backend: Backend, game: str, seed: int) -> rules.State:
    """A new game of two seats, with its log in the store."""
    events = [
        replace(event, game=game) if hasattr(event, "game") else event for event in rules.new({"seats": 2}, seed=seed)
    ]
    backend.log.append(game, [Group("service", events)], 0, first_link(game), IdempotencyKey("a:begin", b"d" * 32))
    return backend.games.load(game).state


def _decide(seat: int, body: object, loaded: Loaded) -> Decided:
    return decide_intentions(loaded.state, seat, body, "abcdefgh")


@contextmanager
def _stores() -> Iterator[list[Store]]:
    """A server and a cluster for each kind of sync."""
    with tempfile.TemporaryDirectory() as name, server("everysec") as everysec, server("always") as always:
        folder = Path(name)
        with running_cluster(folder / "everysec") as lazy, running_cluster(folder / "always") as eager:
            _sync_always(eager)
            yield [
                Store("a server, everysec", everysec, everysec),
                Store("three primaries, everysec", lazy.url, everysec),
                Store("three primaries, everysec, confirmed", lazy.url, everysec, confirms=True),
                Store("a server, always", always, always),
                Store("three primaries, always", eager.url, always),
                Store("three primaries, always, confirmed", eager.url, always, confirms=True),
            ]


def _sync_always(cluster: RunningCluster) -> None:
    for member in cluster.members:
        with closing(member.redis) as redis:
            redis.config_set("appendfsync", "always")
