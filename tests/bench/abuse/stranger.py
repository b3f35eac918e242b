"""A stranger with a free token: what others wait, quiet and while one account does all that the limits allow.

Two other clients read views of a game, and play against a greedy bot. Each attack meets a service of its own. It is
measured once the bursts that the limits allow are over.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import game as rules
from service.backend import Backend, open_backend
from service.run.up import ROOT
from tests.bench.abuse import fairness, floods
from tests.bench.abuse.attacks import ATTACKS, REPRESENTATION
from tests.bench.connection import Connection
from tests.bench.http import pick
from tests.bench.live import cpu_seconds
from tests.bench.service import new_account, settings
from tests.end_to_end.running import children

WARMING_SECONDS, SECONDS = 3.0, float(os.environ.get("STRANGER_SECONDS", "8"))
"""SECONDS: how long others are measured, quiet and beside the attack each."""
BURST_SECONDS = float(os.environ.get("STRANGER_BURST_SECONDS", "20"))
"""From the begin of an attack until others are measured."""
ASK_SECONDS = 0.02
"""Between two views that are read, and before each move."""
READING_CONNECTIONS = 4
LONGEST_SECONDS = 30.0
"""For an answer of a bot."""
MIN_CORES = 0.02
"""Processes that use less are not shown."""
STRANGER, OTHER = "203.0.113.9", "198.51.100.7"


class Waits:
    """What another client waits, in ms: for `views`, and for the answers of a bot."""

    def __init__(self) -> None:
        self.views: list[float] = []
        self.bots: list[float] = []

    def p99(self) -> tuple[float, float]:
        """Of the views, and of the bot's answers; the longest one of fewer than a hundred."""
        return pick(sorted(self.views), 0.99), pick(sorted(self.bots), 0.99)


def report(*wanted: str, tokens: int = 1) -> None:
    """Print what others wait, and how many cores the service uses, quiet and beside each attack. `tokens`: how many."""
    for name in wanted or ATTACKS:
        with fairness.everything(**floods.DEFAULTS) as (url, port):
            parts = open_backend(settings(url))
            scene = floods.make_scene(parts, url)
            reader, player = (new_account(parts, name)[1] for name in ("Reader", "Player"))
            other = _Others(port, reader, player, scene.playing)
            asyncio.run(other.wait(WARMING_SECONDS))
            quiet, cores = _measure(other)
            with attack(name, parts, port, scene, tokens) as statuses:
                time.sleep(BURST_SECONDS)
                beside, cores_beside = _measure(other)
        (view, bot), (view_beside, bot_beside) = quiet.p99(), beside.p99()
        used = [f"{kind} {cores[kind]:.2f} → {share:.2f}" for kind, share in cores_beside.items() if share > MIN_CORES]
        print(
            f"stranger, {name}: view p99 {view:.1f} → {view_beside:.1f} ms, {view_beside / view:.1f}×; "
            f"bot p99 {bot:.0f} → {bot_beside:.0f} ms, {bot_beside / bot:.1f}× "
            f"({len(quiet.bots)} and {len(beside.bots)} answers); cores: {', '.join(used)}; {dict(statuses)}",
            flush=True,
        )


def _measure(other: "_Others") -> tuple[Waits, dict[str, float]]:
    """What the other client waits, and kind of process → cores in use."""
    before = cpu_by_process()
    waits = asyncio.run(other.wait(SECONDS))
    used = {kind: (cpu - before[kind]) / SECONDS for kind, cpu in cpu_by_process().items()}
    return waits, used


@contextmanager
def attack(name: str, parts: Backend, port: int, scene: floods.Scene, tokens: int) -> Iterator[Counter[str]]:
    """Attack meanwhile. Gives how many answers of each status came, which are there in the end."""
    statuses: Counter[str] = Counter()
    plan = {
        "attack": name,
        "port": port,
        "tokens": [new_account(parts, "Stranger")[1] for _ in range(tokens)],
        "address": STRANGER,
        "view": rules.view(rules.fold(rules.new({"seats": 2}, seed=1)), 0),
        "other": new_account(parts, "Somebody")[0].id,
        **scene._asdict(),
    }
    command = [sys.executable, "-m", "tests.bench.abuse.attacker"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        running.stdin.write(json.dumps(plan) + "\n")
        running.stdin.flush()
        yield statuses
        statuses.update(json.loads(running.communicate()[0]))


def cpu_by_process() -> Counter[str]:
    """The CPU seconds that each kind of process has used; all `web` processes together."""
    found: Counter[str] = Counter()
    for parent, command in children(os.getpid()):
        kind = command.split()[-1] if "service.commands.cli" in command else "web" if "gunicorn" in command else ""
        for pid in [parent, *[child for child, _ in children(parent)]] if kind else ():
            found[kind] += cpu_seconds(pid)
    return found


class _Others:
    """Two other clients, who measure: one reads and one plays. `playing`: a game at which the first one looks on."""

    def __init__(self, port: int, reader: str, player: str, playing: str) -> None:
        self._port = port
        self._reader, self._player = (
            f"Authorization: Bearer {token}\r\nX-Forwarded-For: {OTHER}\r\n" for token in (reader, player)
        )
        self._playing = playing

    async def wait(self, seconds: float) -> Waits:
        """Read views and play for some seconds."""
        waits = Waits()
        tasks = [asyncio.create_task(each) for each in (self._read(waits), self._play(waits))]
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        return waits

    async def _read(self, waits: Waits) -> None:
        connections = [Connection(self._port, self._reader) for _ in range(READING_CONNECTIONS)]
        while True:
            for each in connections:
                began = time.perf_counter()
                answer = await each.ask("GET", self._playing)
                waits.views.append((time.perf_counter() - began) * 1000)
                assert answer.status == 200, answer
                await asyncio.sleep(ASK_SECONDS)

    async def _play(self, waits: Waits) -> None:
        client, rng = Connection(self._port, self._player), Random(1)
        while True:
            opened = await client.ask("POST", "/v1/games", {"seats": 2, "bots": ["greedy"]})
            game = opened.headers["location"]
            await client.ask("POST", f"{game}/start")
            moved = asyncio.Event()
            stream = asyncio.create_task(self._watch(game, moved))
            try:
                await self._play_on(client, game, moved, rng, waits)
            finally:
                stream.cancel()

    async def _watch(self, game: str, moved: asyncio.Event) -> None:
        async for piece in Connection(self._port, self._player).pieces(f"{game}/events"):
            if b'"actor": "bot:greedy"' in piece:
                moved.set()

    async def _play_on(self, client: Connection, game: str, moved: asyncio.Event, rng: Random, waits: Waits) -> None:
        legal: Sequence[Any] = []
        while True:
            if not legal:
                if (await client.ask("GET", game)).json()["status"] == "finished":
                    return
                legal = (await client.ask("GET", f"{game}/legal")).json()
                await asyncio.sleep(0 if legal else ASK_SECONDS)
                continue
            await asyncio.sleep(ASK_SECONDS)
            moved.clear()
            began = time.perf_counter()
            answer = await client.ask("POST", f"{game}/intentions", rng.choice(legal), more=REPRESENTATION)
            if answer.status != 201:
                legal = []
                continue
            told = answer.json()
            if 1 in told["view"]["waiting_on"]:
                async with asyncio.timeout(LONGEST_SECONDS):  # wait_for would now and then lose that the task is to end
                    await moved.wait()
                waits.bots.append((time.perf_counter() - began) * 1000)
            legal = told["legal"]
