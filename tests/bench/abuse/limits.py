"""Limits: who is refused, and what the limits cost who meets none. `floods.py` measures how others fare."""

import socket
import statistics
import time
from collections import Counter

import httpx

from service.backend import open_backend
from tests.bench import http
from tests.bench.service import new_account, server, settings, web

DEFAULTS = {"LIMITS": ""}
REGISTRATIONS, SLOW_BODIES = 150, 300


def report() -> None:
    """Print refusals, and the cost of the limits as a ratio."""
    with server("everysec") as url:
        with web(url, **DEFAULTS) as port:
            _report_registrations(port)
            _report_slow_bodies(port)
        _report_cost(url)


def _report_registrations(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        began = time.perf_counter()
        statuses = Counter(client.post("/v1/players", json={"name": "Flood"}).status_code for _ in range(REGISTRATIONS))
        took = time.perf_counter() - began
    print(f"abuse registrations: {REGISTRATIONS} from one address in {took:.1f} s: {dict(statuses)}")


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
