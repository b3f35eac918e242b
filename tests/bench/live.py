"""Live streams: the delay from an append to its receipt, and the memory of a stream, while intentions are posted.

`LIVE_STREAMS` and `LIVE_RATE` say how many streams, by default 2,000, and how many intentions a second, by default 200.
"""

import json
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import game as rules
from events import Group, IdempotencyKey, first_link
from service.backend import Backend, open_backend
from service.run.up import ROOT
from tests.bench.http import pick
from tests.bench.service import WEB, await_answer, new_account, process, server, settings
from tests.end_to_end.running import children
from tests.ports import free_port

STREAMS, RATE = int(os.environ.get("LIVE_STREAMS", "2000")), int(os.environ.get("LIVE_RATE", "200"))
SEATS = 2
SECONDS = 20
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def report() -> None:
    """Measure, check that each stream had every event once, and print the figures."""
    with ExitStack() as stack:
        url = stack.enter_context(server("everysec"))
        port = free_port()
        environ = {"REDIS_URL": url, "PORT": str(port), "WEB_WORKERS": "2"}
        web = stack.enter_context(process(environ, *WEB, "service.app:create_app()"))
        projector = stack.enter_context(process(environ, "-m", "service.commands.cli", "projector"))
        await_answer(f"http://127.0.0.1:{port}/healthz")
        workers = [pid for pid, _ in children(web.pid)]
        plan, versions = make_plan(open_backend(settings(url)), port)
        empty = sum(map(memory_kb, workers))
        load = stack.enter_context(_load(plan))
        assert load.stdin
        assert load.stdout
        began = time.perf_counter()
        assert load.stdout.readline() == "ready\n"
        opening = time.perf_counter() - began
        full = sum(map(memory_kb, workers))
        busy = {pid: cpu_seconds(pid) for pid in (*workers, projector.pid)}
        load.stdin.write("start\n")
        load.stdin.flush()
        result = json.loads(load.stdout.readline())
        busy = {pid: cpu_seconds(pid) - before for pid, before in busy.items()}
    _check(result["versions"], versions)
    _print(result, opening, (full - empty) / STREAMS, [busy[pid] for pid in workers], busy[projector.pid])


def _load(plan: dict[str, Any]) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.bench.live_load"]
    load = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert load.stdin
    load.stdin.write(json.dumps(plan) + "\n")
    load.stdin.flush()
    return load


def make_plan(parts: Backend, port: int) -> tuple[dict[str, Any], list[range]]:
    """What the load does, and the versions of the events that each stream must have then.

    All games have the same deal and the same intentions. They are posted in turn: one of each game, then the next.
    """
    games = STREAMS // SEATS
    moves = -(-SECONDS * RATE // games)
    opening, script, ends = play(moves)
    streams, posts, versions = [], [[] for _ in range(moves)], []
    for _ in range(games):
        players = [new_account(parts, f"seat {seat}", "human") for seat in range(SEATS)]
        game = append_game(parts, opening, [player.id for player, _ in players])
        for _, token in players:
            streams.append(_request("GET", f"/v1/games/{game}/events", token, "Accept: application/x-ndjson\r\n"))
        for number, (seat, body) in enumerate(script):
            posts[number].append(_request("POST", f"/v1/games/{game}/intentions", players[seat][1], body=body))
    sent = [request for lap in posts for request in lap][: SECONDS * RATE]
    for game in range(games):
        last = ends[len(range(game, len(sent), games))]
        versions += [range(len(opening) + 1, last + 1)] * SEATS
    return {"port": port, "rate": RATE, "streams": streams, "posts": sent}, versions


def play(moves: int) -> tuple[Sequence[Any], list[tuple[int, Any]], list[int]]:
    """The events of an opening, the first intentions after it, and the version after so many of them."""
    opening, rng = rules.new({"seats": SEATS}, seed=1), Random(1)
    state, script = rules.fold(opening), []
    ends = [state.version]
    for _ in range(moves):
        intention = rng.choice(rules.legal(state, rng.choice(rules.waiting_on(state))))
        state = rules.fold(rules.decide(state, intention), state)
        script.append((intention.seat, rules.body(intention)))
        ends.append(state.version)
    return opening, script, ends


def append_game(parts: Backend, opening: Sequence[Any], players: Sequence[str]) -> str:
    """The id of a new game with these players, stored at once."""
    game = f"l{secrets.token_hex(4)}"
    opened, *events = opening
    seated = [replace(event, player=players[event.seat]) if hasattr(event, "player") else event for event in events]
    groups = [Group(players[0], [replace(opened, game=game), *seated])]
    parts.log.append(game, groups, 0, first_link(game), IdempotencyKey("x:open", b""))
    return game


def _request(method: str, path: str, token: str, headers: str = "", body: Any = None) -> str:
    text = "" if body is None else json.dumps(body)
    sent = f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n" if text else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n{headers}{sent}\r\n"
    return head + text


def memory_kb(pid: int) -> int:
    """The memory of a process, shared pages by share."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1])


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def _check(found: list[list[int]], expected: list[range]) -> None:
    wrong = [(got, [*want]) for got, want in zip(found, expected, strict=True) if got != [*want]]
    assert not wrong, f"{len(wrong)} streams with gaps or repetitions, such as {wrong[0]}"


def _print(result: dict[str, Any], opening: float, kb: float, web: list[float], projector: float) -> None:
    seconds, kinds = result["seconds"], sum((Counter(each) for each in result["kinds"]), Counter())
    print(f"live: {STREAMS} streams opened in {opening:.1f} s, {kb:.0f} kB of the web processes a stream")
    print(f"live: {len(result['answers']) / seconds:.0f} intentions/s, {_quantiles(result['answers'])}")
    print(f"live: {len(result['delays'])} events received, from append to receipt {_quantiles(result['delays'])}")
    print(f"live: every stream had each event once, in order; other items: {dict(kinds)}")
    shares = ", ".join(f"{used / seconds:.0%}" for used in web)
    print(
        f"live: share of a core: web {shares}, projector {projector / seconds:.0%}, load {result['cpu'] / seconds:.0%}"
    )


def _quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    return f"p50 {pick(ordered, 0.5):.1f} ms, p99 {pick(ordered, 0.99):.1f} ms, most {ordered[-1]:.1f} ms"
