"""Delays: from append to snapshot, and from a human's last intention to the bots' answer; and the size of a game."""

import time
from random import Random

import game as rules
from service.backend import Backend, open_backend
from service.commands.demo import choose_intention
from tests.bench.http import pick
from tests.bench.service import everything, settings
from wonderful_client import Client

GAMES = 3
HURRY = 0.0005  # seconds between two looks


def report() -> None:
    """Play 4-seat games of one HTTP player and three greedy bots, and print the delays."""
    with everything() as (url, port):
        parts = open_backend(settings(url))
        snapshots, answers, sizes = [], [], []
        for number in range(GAMES):
            game = _play(parts, port, Random(number), snapshots, answers)
            sizes.append(_size(parts, game))
    _print("append -> snapshot visible", snapshots)
    _print("a human's last word -> the bots have answered", answers)
    for events, stream, keys in sizes:
        sizes_in_kb = f"stream {stream / 1000:.1f} kB, idempotency entries {keys / 1000:.1f} kB"
        print(f"finished 4-seat game: {events} events, {sizes_in_kb}")


def _play(parts: Backend, port: int, rng: Random, snapshots: list[float], answers: list[float]) -> str:
    with Client(f"http://127.0.0.1:{port}") as client:
        client.register_player(name="Bench")
        id = client.open_game(seats=4, bots=["greedy"] * 3)["id"]
        client.start_game(id)
        while (view := client.get_game(id))["status"] == "playing":
            legal = client.list_legal(id)
            if not legal:
                time.sleep(HURRY)
                continue
            alone = view["waiting_on"] == [0]
            answer = client.act(id, choose_intention(view, legal, rng))
            began, version = time.perf_counter(), answer["version"]
            stored = _await(lambda version=version: _snapshot(parts, id) >= version)
            snapshots.append((stored - began) * 1000)
            if alone and any(event["seat"] is None for event in answer["events"]):
                done = _await(lambda: _bots_done(parts, id))
                answers.append((done - began) * 1000)
    return id


def _snapshot(parts: Backend, game: str) -> int:
    return int(parts.redis.hget(parts.keys.snapshot(game), "version") or 0)


def _bots_done(parts: Backend, game: str) -> bool:
    loaded = parts.games.load(game)
    state = loaded.state
    return state.status != "playing" or (state.phase != "finished" and not rules.bots_due(state, loaded.clocks))


def _await(condition) -> float:
    while not condition():
        time.sleep(HURRY)
    return time.perf_counter()


def _size(parts: Backend, game: str) -> tuple[int, int, int]:
    """(events, bytes of the stream, bytes of the idempotency entries)."""
    return (
        parts.redis.xlen(parts.keys.stream(game)),
        parts.redis.memory_usage(parts.keys.stream(game), samples=0),
        parts.redis.memory_usage(parts.keys.idempotency(game), samples=0),
    )


def _print(name: str, values: list[float]) -> None:
    ordered = sorted(values)
    print(f"{name}: p50 {pick(ordered, 0.5):.1f} ms, p99 {pick(ordered, 0.99):.1f} ms ({len(ordered)} times)")
