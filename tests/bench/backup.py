"""Backups: what is lost with the files of the store, how fast they are made, restored and verified, what they cost.

BACKUP_KILLS: how often the store is killed; 100 by default. BACKUP_GAMES: how many games are played for the rates, each
with a deal of its own; 100 by default. BACKUP_COPIES: copies of these, which only fill the store; 2000 by default.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median

from redis import Redis

from service.backend import checked_backend, open_backend
from service.backup.restore import choose, lay_out
from service.backup.status import read_saved
from service.backup.verifying import NICENESS
from service.run.embedded_redis import ensure_server, stop_server
from tests.bench.http import measure, our_requests, pick, record
from tests.bench.service import everything, new_account, settings
from tests.isolation import WONDERFUL, environment
from tests.projections.record.copied_games import play_tournament, store_copies

KILLS = int(os.environ.get("BACKUP_KILLS", "100"))
GAMES = int(os.environ.get("BACKUP_GAMES", "100"))
COPIES = int(os.environ.get("BACKUP_COPIES", "2000"))
ROUNDS = 5
ENTRY = {"entry": "x" * 200}


def report() -> None:
    """Print what is lost, the rates, and what a backup costs those who play."""
    report_losses()
    report_rates()
    report_cost()


def report_losses() -> None:
    """Print how many acknowledged writes are lost in KILLS kills, and of which time."""
    random, written, lost, seconds = Random(1), 0, 0, list[float]()
    for number in range(KILLS):
        with tempfile.TemporaryDirectory() as folder:
            acknowledged, restored, killed_at = lose_the_store(Path(folder), random.uniform(1, 3))
        written, lost = written + len(acknowledged), lost + len(acknowledged) - restored
        is_whole = restored >= len(acknowledged)
        seconds.append(0.0 if is_whole else killed_at - acknowledged[restored])
        if number % 10 == 9:
            print(f"{number + 1} kills", flush=True)
    print(f"{KILLS} kills of the store with its files: {lost} of {written} acknowledged writes lost")
    print(f"the oldest of them: median {median(seconds):.3f} s, worst {max(seconds):.3f} s before the kill")


def lose_the_store(folder: Path, play_seconds: float) -> tuple[list[float], int, float]:
    """The times of acknowledged writes, how many a restored store has, and when the store was killed."""
    server, backup = ensure_server(folder / "data", "everysec"), folder / "backup"
    with closing(Redis.from_url(server.url)) as redis:
        redis.set("epoch", "bench")
        command = [*WONDERFUL, "backup", "--follow", str(backup)]
        following = subprocess.Popen(
            command, env=environment(DATA_DIR=str(folder / "data")), stdout=subprocess.DEVNULL, cwd=folder
        )
        while read_saved(backup) is None:
            time.sleep(0.02)
        acknowledged, end = list[float](), time.monotonic() + play_seconds
        while time.monotonic() < end:
            redis.xadd("log", ENTRY, id=f"{len(acknowledged) + 1}-0")  # type: ignore[arg-type]
            acknowledged.append(time.monotonic())
    os.kill(server.pid, signal.SIGKILL)
    killed_at = time.monotonic()
    time.sleep(0.2)
    shutil.rmtree(folder / "data" / "appendonlydir")
    following.terminate()
    following.wait()
    again = folder / "again"
    again.mkdir()
    lay_out(choose(backup), again)
    restored = ensure_server(again, "no")
    try:
        with closing(Redis.from_url(restored.url)) as redis:
            return acknowledged, int(redis.xlen("log")), killed_at
    finally:
        stop_server(restored)


def report_rates() -> None:
    """Print the size of a game in a backup, and how fast backups are verified, made and restored."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = ensure_server(folder / "data", "everysec")
        try:
            parts = checked_backend(settings(server.url))
            originals = play_tournament(parts, GAMES)
            events = sum(map(len, originals)) / GAMES
            _command("backup", folder / "played", server.folder)
            size = read_saved(folder / "played")
            print(f"{GAMES} games of {events:.0f} events: {size.bytes / GAMES / 1000:.1f} kB of a backup for each")
            for jobs in ("1", "2"):
                seconds = _command("backup verify", folder / "played", server.folder, "--jobs", jobs)
                print(f"verified by {jobs} processes: {GAMES / seconds:.1f} games/s")
            store_copies(parts, originals, COPIES)
            seconds = _command("backup", folder / "filled", server.folder)
            filled = read_saved(folder / "filled")
            print(f"a copy of {filled.bytes / 1e6:.1f} MB: {filled.bytes / 1e6 / seconds:.1f} MB/s")
            print(f"memory of the server: {parts.redis.info('memory')['used_memory'] / filled.bytes:.1f} of that")
        finally:
            stop_server(server)
        seconds = _command("restore", folder / "filled", folder / "restored")
        print(f"restored: {(GAMES + COPIES) / seconds:.0f} games/s")


def report_cost() -> None:
    """Print p50 and p99 of intentions without a backup, with one that follows, and while it is verified, too."""
    with everything("everysec") as (url, port), tempfile.TemporaryDirectory() as name:
        parts = open_backend(settings(url))
        play_tournament(parts, GAMES)
        _, scripts = record()
        players = [new_account(parts, f"seat {seat}", "human") for seat in (0, 1)]
        found: dict[str, list[float]] = {"no backup": [], "following": [], "following and verifying": []}
        for number in range(ROUNDS):
            backup = Path(name, str(number))  # a new one is verified once, and then not for hours
            found["no backup"] += measure(port, our_requests(parts, scripts, players))[1]
            with _running(url, backup, "backup", "--follow"):
                while read_saved(backup) is None or read_saved(backup).verified is None:
                    time.sleep(0.05)
                found["following"] += measure(port, our_requests(parts, scripts, players))[1]
                with _running(url, backup, "backup", "verify", "--jobs", "1"):
                    found["following and verifying"] += measure(port, our_requests(parts, scripts, players))[1]
        for what, latencies in found.items():
            ordered = sorted(latencies)
            print(f"intentions, {what}: p50 {pick(ordered, 0.5):.1f} ms, p99 {pick(ordered, 0.99):.1f} ms")


def _command(words: str, folder: Path, data: Path, *options: str) -> float:
    """The seconds that a command takes, with its start."""
    began = time.monotonic()
    variables = environment(DATA_DIR=str(data))
    command = [*WONDERFUL, *words.split(), str(folder), *options]
    subprocess.run(command, env=variables, cwd=folder.parent, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


@contextmanager
def _running(url: str, folder: Path, *words: str) -> Iterator[None]:
    """A command that goes on, at the niceness of a verification if it is one."""
    command = [*WONDERFUL, *words, str(folder)]
    running = subprocess.Popen(command, env=environment(REDIS_URL=url), cwd=folder.parent, stdout=subprocess.DEVNULL)
    if "verify" in words:
        os.setpriority(os.PRIO_PROCESS, running.pid, NICENESS)
    try:
        yield
    finally:
        running.terminate()
        running.wait()
