"""Limits under floods: who is refused, how others fare meanwhile, and what the limits cost who meets none."""

import socket
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx

from service.backend import open_backend
from tests.bench import http
from tests.bench.service import new_account, server, settings, web

DEFAULTS = {"LIMITS": ""}
FLOOD_SECONDS, FLOOD_CLIENTS = 6, 8
REGISTRATIONS, SLOW_BODIES = 150, 300


def report() -> None:
    """Print refusals under floods, and the cost of the limits as a ratio."""
    with server("everysec") as url:
        with web(url, **DEFAULTS) as port:
            _report_registrations(port)
            _report_requests(url, port)
            _report_slow_bodies(port)
        _report_cost(url)


def _report_registrations(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        began = time.perf_counter()
        statuses = Counter(client.post("/v1/players", json={"name": "Flood"}).status_code for _ in range(REGISTRATIONS))
        took = time.perf_counter() - began
    print(f"abuse registrations: {REGISTRATIONS} from one address in {took:.1f} s: {dict(statuses)}")


def _report_requests(url: str, port: int) -> None:
    parts = open_backend(settings(url))
    _, stranger = new_account(parts, "Stranger")
    _, other = new_account(parts, "Other")
    quiet = _latencies(port, other, seconds=2)
    ended, statuses = threading.Event(), Counter[int]()
    with ThreadPoolExecutor(FLOOD_CLIENTS) as pool:
        floods = [pool.submit(_flood, port, stranger, ended) for _ in range(FLOOD_CLIENTS)]
        during = _latencies(port, other, FLOOD_SECONDS)
        ended.set()
        for flood in floods:
            statuses += flood.result()
    print(f"abuse requests: one token, {FLOOD_CLIENTS} connections, {FLOOD_SECONDS} s: {dict(statuses)}")
    print(
        f"abuse requests: another account's p50 {http.pick(during, 0.5):.1f} ms, p99 {http.pick(during, 0.99):.1f} ms"
    )
    print(f"abuse requests: when it is quiet p50 {http.pick(quiet, 0.5):.1f} ms, p99 {http.pick(quiet, 0.99):.1f} ms")


def _flood(port: int, token: str, ended: threading.Event) -> Counter[int]:
    """The statuses of requests as fast as they go."""
    statuses = Counter[int]()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {token}"}) as client:
        while not ended.is_set():
            statuses[client.get("/v1/games").status_code] += 1
    return statuses


def _latencies(port: int, token: str, seconds: float) -> list[float]:
    """Sorted latencies, in ms, of a client that asks 20 times a second."""
    found, deadline = [], time.monotonic() + seconds
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {token}"}) as client:
        while time.monotonic() < deadline:
            began = time.perf_counter()
            assert client.get("/v1/games").status_code == 200
            found.append((time.perf_counter() - began) * 1000)
            time.sleep(0.05)
    return sorted(found)


def _report_slow_bodies(port: int) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    connections = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(SLOW_BODIES)]
    began = time.perf_counter()
    for connection in connections:
        connection.sendall(head)
    alive = httpx.get(f"http://127.0.0.1:{port}/healthz").elapsed.total_seconds() * 1000
    answers = Counter(connection.recv(65_536)[9:12].decode() for connection in connections)
    took = time.perf_counter() - began
    for connection in connections:
        connection.close()
    print(f"abuse slow bodies: {SLOW_BODIES} half bodies: {dict(answers)} after {took:.1f} s; /healthz {alive:.0f} ms")


def _report_cost(url: str) -> None:
    """Compare the requests of `tests.bench.http` with the default limits and without any, in alternating rounds."""
    parts = open_backend(settings(url))
    _, scripts = http.record()
    players = [new_account(parts, f"seat {seat}") for seat in (0, 1)]
    with web(url, **DEFAULTS) as limited, web(url, LIMITS="none") as free:
        ratios = []
        for number in range(http.ROUNDS + 2):
            order = (limited, free) if number % 2 else (free, limited)
            rates = {port: http.measure(port, http.our_requests(parts, scripts, players))[0] for port in order}
            ratios.append(rates[limited] / rates[free])
    warm = ratios[1:]
    print(
        f"abuse cost of limits: {statistics.median(warm):.3f} of the rate without limits "
        f"(intentions, median of {len(warm)} rounds, from {min(warm):.3f} to {max(warm):.3f}); none was refused"
    )
