"""Intentions a second through gunicorn, as a ratio to a bare Flask view with the same script, in alternating rounds."""

import json
import pickle
import secrets
import socket
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from redis import Redis

import game as rules
from events import Group, IdempotencyKey, RedisLog, first_link
from service.backend import Backend, open_backend
from store.keys import Keys
from tests.bench.service import everything, new_account, settings, web

CLIENTS = 8
ROUNDS = 5
Request = bytes


def report() -> None:
    """Print both rates with their p50 and p99, and the ratio."""
    for appendfsync in ("always", "everysec"):
        _report(appendfsync)


def _report(appendfsync: str) -> None:
    with everything(appendfsync) as (url, port), tempfile.TemporaryDirectory() as folder:
        parts = open_backend(settings(url))
        recorded, scripts = record()
        file = Path(folder, "recorded")
        file.write_bytes(pickle.dumps(recorded))
        players = [new_account(parts, f"seat {seat}", "human") for seat in (0, 1)]
        with web(url, "tests.bench.bare_view:create_app()", RECORDED=str(file)) as bare:
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(measure(port, our_requests(parts, scripts, players)))
                theirs.append(measure(bare, bare_requests(bare, scripts)))
    _print(f"service, appendfsync {appendfsync}", ours)
    _print(f"bare view, appendfsync {appendfsync}", theirs)
    ratio = statistics.median(o[0] / t[0] for o, t in zip(ours, theirs, strict=True))
    print(f"http ratio service / bare view, {appendfsync}: {ratio:.2f} (median of {ROUNDS} rounds, projector running)")


def record() -> tuple[dict[str, list], dict[str, list[tuple[int, dict]]]]:
    """For 8 games: keys and arguments of the append script per intention, and the script of intentions (seat, body)."""
    recorded, scripts = {}, {}
    log = RedisLog(Redis(), Keys(), time.time)  # it never connects
    for number in range(CLIENTS):
        id, rng = f"bench{number}", Random(number)
        recorded[id], scripts[id] = [], []
        log._append = partial(_note, recorded[id])
        state, head, events = rules.State(), first_link(id), rules.new({"seats": 2}, seed=number)
        while events:
            key = IdempotencyKey(f"abcdefgh:~{secrets.token_hex(8)}", secrets.token_bytes(32))
            made = log.append(id, [Group("abcdefgh", events)], state.version, head, key).entries
            state, head, events = rules.fold(events, state), made[-1].hash, []
            if waiting := rules.waiting_on(state):
                intention = rng.choice(rules.legal(state, rng.choice(waiting)))
                scripts[id].append((intention.seat, rules.body(intention)))
                events = rules.decide(state, intention)
    return recorded, scripts


def _note(calls: list, keys: list, args: list) -> list:
    """Note a call of the append script. The answer of one that has appended."""
    calls.append((keys, args))
    return [b"appended", 0, 0, 0]


def our_requests(parts: Backend, scripts: dict, players: list) -> list[list[Request]]:
    """Open the 8 games again with their seeds. Returns the requests that play them, by game."""
    found = []
    for number, script in enumerate(scripts.values()):
        id = f"r{secrets.token_hex(4)}"
        opened, *events = rules.new({"seats": 2}, seed=number)
        events = [replace(opened, game=id), *events]
        seated = [e.__class__(e.seat, players[e.seat][0].id) if hasattr(e, "player") else e for e in events]
        parts.log.append(id, [Group("abcdefgh", seated)], 0, first_link(id), IdempotencyKey("x:open", b""))
        found.append(
            [
                _request(f"/v1/games/{id}/intentions", body, f"Authorization: Bearer {players[seat][1]}\r\n")
                for seat, body in script
            ]
        )
    return found


def bare_requests(port: int, scripts: dict) -> list[list[Request]]:
    """The same for the bare view, on fresh keys, where the games' openings are appended first."""
    prefix = secrets.token_hex(3)
    measure(port, [[_request(f"/{prefix}/{id}/0", {}, "")] for id in scripts])
    return [
        [_request(f"/{prefix}/{id}/{index}", body, "") for index, (_, body) in enumerate(script, 1)]
        for id, script in scripts.items()
    ]


def _request(path: str, body: dict, header: str) -> Request:
    data = json.dumps(body).encode()
    kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return f"POST {path} HTTP/1.1\r\nHost: bench\r\n{header}{kind}\r\n".encode() + data


def measure(port: int, games: list[list[Request]]) -> tuple[float, list[float]]:
    """(requests a second, sorted latencies in ms) of one client a game, each sending its requests in order."""
    with ThreadPoolExecutor(len(games)) as pool:
        began = time.perf_counter()
        latencies = sorted(ms for each in pool.map(lambda game: _client(port, game), games) for ms in each)
        took = time.perf_counter() - began
    return len(latencies) / took, latencies


def _client(port: int, requests: list[Request]) -> list[float]:
    found = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for request in requests:
            began = time.perf_counter()
            connection.sendall(request)
            answer = connection.recv(65536)
            while b"\r\n\r\n" not in answer:
                answer += connection.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            while len(body) < size:
                body += connection.recv(65536)
            if not head.startswith(b"HTTP/1.1 201"):
                raise RuntimeError((head + body).decode())
            found.append((time.perf_counter() - began) * 1000)
    return found


def _print(name: str, rounds: list[tuple[float, list[float]]]) -> None:
    latencies = sorted(ms for _, each in rounds for ms in each)
    rate = statistics.median(r for r, _ in rounds)
    print(
        f"http {name}: {rate:.0f} intentions/s, p50 {pick(latencies, 0.5):.1f} ms, p99 {pick(latencies, 0.99):.1f} ms"
    )


def pick(ordered: list[float], share: float) -> float:
    """The quantile of sorted values."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def spread(ms: list[float]) -> str:
    """The median and the 99th percentile of times in ms."""
    ordered = sorted(ms)
    return f"p50 {pick(ordered, 0.5):.2f} ms, p99 {pick(ordered, 0.99):.2f} ms"
