"""Kills processes of the service at random moments, says which broken connections that explains, and reports."""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from statistics import median
from typing import NamedTuple

import httpx

from service.jobs.lanes import LANES
from tests.end_to_end.running import NO_TLS, OwnService, await_true
from tests.end_to_end.soak import RecordingPlayer

LANE_SHARES = {"quick": 12, "slow": 8}
SHARES = {"server": 24, "web workers": 20, "web": 6, "projector": 14} | {
    f"worker --lane {lane}": LANE_SHARES.get(lane, 4) for lane in LANES
}
"""The kinds of processes, as `OwnService.processes` names them, and how often each is killed, compared to others."""
WEB = ("web workers", "web")
LONG_OUTAGE_SECONDS = 1.0
"""How long the store is kept down after every other kill of it, beginning with the first."""


class Kill(NamedTuple):
    """When a process was killed, and when the next one could be; in seconds of `time.monotonic()`."""

    kind: str
    died: float
    back: float


def victims(times: int, rng: Random) -> list[str]:
    """The kinds to kill, in random order: the server, each other one if `times` allows it, and more by SHARES."""
    first, *others = SHARES
    kinds = [first, *rng.sample(others, len(others))]
    kinds += rng.choices([*SHARES], [*SHARES.values()], k=max(0, times - len(kinds)))
    return rng.sample(kinds[:times], times)


def kill_all(
    running: OwnService, kinds: Sequence[str], rng: Random, over: threading.Event, tell: Callable[[list[Kill]], None]
) -> list[Kill]:
    """Kill a process of each of these kinds, one after the other; each must run again. Sets `over` at the end."""
    kills: list[Kill] = []
    try:
        for kind in kinds:
            over.wait(rng.choice([rng.uniform(0, 0.3), rng.uniform(0.3, 1), rng.uniform(0.5, 2)]))
            if over.is_set():
                break
            outages = sum(kill.kind == "server" for kill in kills)
            seconds = LONG_OUTAGE_SECONDS if kind == "server" and outages % 2 == 0 else 0.0
            kills.append(kill(running, kind, rng, seconds))
            tell(kills)
    finally:
        over.set()
    return kills


def kill(running: OwnService, kind: str, rng: Random, down_seconds: float = 0.0) -> Kill:
    """Kill one process of a kind, and for so long each one that follows it.

    For the store and the web it returns once another process runs, for the web server once it answers.
    """
    before: set[int] = set()
    while not before:
        await_true(lambda: running.processes(kind), running.output)
        died = time.monotonic()
        before.update(killed(running, kind, rng))
    while time.monotonic() < died + down_seconds:
        before.update(killed(running, kind, rng))
        time.sleep(0.02)
    if kind in ("server", *WEB):
        await_true(lambda: {*running.processes(kind)} - before, running.output)
    if kind == "web":
        await_true(lambda: is_answering(running.url), running.output)
    return Kill(kind, died, time.monotonic())


def killed(running: OwnService, kind: str, rng: Random) -> list[int]:
    """Kill one process of a kind; returns all that ran, none if there was no process to kill."""
    with suppress(ProcessLookupError, IndexError):
        found = running.processes(kind)
        os.kill(rng.choice(found), signal.SIGKILL)
        return found
    return []


def is_answering(url: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}/healthz", timeout=10, verify=NO_TLS).status_code == 200
    return False


def unexplained(players: Iterable[RecordingPlayer], kills: Iterable[Kill]) -> list[str]:
    """The broken connections at moments at which no web process was dead."""
    away = [kill for kill in kills if kill.kind in WEB]
    return [
        each.error
        for player in players
        for each in player.broken
        if not any(kill.died <= each.ended and each.began <= kill.back for kill in away)
    ]


def progress_line(players: Sequence[RecordingPlayer]) -> str:
    """The numbers so far, in one line."""
    sent = [each for player in players for each in player.sent]
    accepted = sum(each.accepted for each in sent)
    unavailable: Counter[str] = sum((player.unavailable for player in players), Counter())
    faults, games = sum(len(player.faults) for player in players), sum(each.request.kind == "open" for each in sent)
    broken, requests = (sum(map(len, each)) for each in zip(*((p.broken, p.waits) for p in players), strict=True))
    codes = ", ".join(f"{times} {code}" for code, times in sorted(unavailable.items())) or "none"
    return (
        f"{requests} requests, {accepted} accepted, {len(sent) - accepted} refused in {games} games; 503: {codes}; "
        f"{broken} connections broken; {faults} faults"
    )


def report(players: Sequence[RecordingPlayer], kills: Sequence[Kill]) -> str:
    """The kills, and the outages as the clients met them."""
    outages = sorted(outage for player in players for outage in player.outages) or [0.0]
    waits = [wait for player in players for wait in player.waits]
    requests = Counter((each.request.kind, each.status) for player in players for each in player.sent)
    held = [held for player in players for held in player.held]
    met = [each for each in held if any(each.began < kill.died < each.ended for kill in kills)]
    ends = Counter(f"{each.status} {'with' if each.events else 'without'} events" for each in met)
    late = outages[len(outages) * 95 // 100]
    longest = max((each.ended - each.began for each in met), default=0.0)
    away = {kind: [kill.back - kill.died for kill in kills if kill.kind == kind] for kind in ("server", *WEB)}
    return f"""
{progress_line(players)}
killed: {", ".join(f"{kind} {times}" for kind, times in Counter(kill.kind for kill in kills).most_common())}
seconds until another one ran, median / longest: \
{", ".join(f"{kind} {median(each):.2f} / {max(each):.2f}" for kind, each in away.items() if each)}
sent: {", ".join(f"{kind} {status}: {times}" for (kind, status), times in sorted(requests.items()))}
requests answered at once: {len(waits)}, the longest took {max(waits):.2f} s
requests that were repeated: {len(outages)}, answered after {median(outages):.2f} s (median), {late:.2f} s (95 %), \
{outages[-1]:.2f} s (longest)
waits for events: {len(held)}, of them during a kill: {len(met)}, {dict(ends)}, the longest {longest:.2f} s
the longest a game stood still: {max(player.longest_wait for player in players):.2f} s"""
