"""What is lost when the store is killed and its files are gone: a backup follows it in a process of its own."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median

from redis import Redis

from service.backup.restore import choose, lay_out
from service.backup.status import read_saved
from service.run.embedded_redis import ensure_server, stop_server
from tests.isolation import WONDERFUL, environment

KILLS = 100
ENTRY = {"entry": "x" * 200}


def report() -> None:
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
