"""The largest mixed load that this machine holds: latencies by route, and the memory of each process, over minutes.

`MIXED_SECONDS` says how long the load is held, by default 60. People play with each other and against bots of every
strategy, with undo; they have live streams and inboxes, and ask for lists, replays, logs, decisions and verifications.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from pygal import XY

import game as rules
from service.backend import open_backend
from service.commands.charts import STYLE, write_svg
from service.jobs.lanes import LANES
from service.jobs.queues import Queues
from service.run.embedded_redis import ensure_server
from service.run.up import ROOT
from tests.bench.http import pick
from tests.bench.live import append_game, memory_kb, play
from tests.bench.mixed_load import PEOPLE
from tests.bench.service import new_account, settings
from tests.end_to_end.running import ALL_LANES, children, up

SECONDS = int(os.environ.get("MIXED_SECONDS", "60"))
BOUND_MS = 250
"""The load is too large when the p99 of the writes is longer."""
FIRST, STEP, STEP_SECONDS, MOST = 12, 4, 15, 100
"""Tables in the beginning, in each step, how long they play before the writes are judged, and how many at most."""
KEPT_GAMES = 2500
"""Games that stand still, and are looked at before: more than a process keeps in memory, so its cache is full."""
LOOK_SECONDS = 10
"""Between two looks at the memory."""
PICTURE = Path("var", "mixed-memory.svg")
NAMES = {
    "store": "/valkey-server |/redis-server ",
    "supervisor": "cli up$",
    "projector": "wonderful projector$",
    **{lane: f"--lane {lane}$" for lane in LANES},
    "web master": "gunicorn --config",
    "load": "mixed_load",
}
"""The processes, and by which part of its command each is known."""
Memory = list[tuple[float, dict[str, float]]]
"""(minutes since the load is held, MB by process)"""


def report() -> None:
    """Find the load, hold it, and print the tables. The picture is in `var/`."""
    with TemporaryDirectory() as folder, up(Path(folder), **ALL_LANES) as running:
        parts = open_backend(settings(ensure_server(running.data).url))
        tokens = [new_account(parts, f"player {number}")[1] for number in range(PEOPLE * MOST)]
        view = rules.view(rules.fold(rules.new({"seats": 2}, seed=1)), 0)
        opening, _, _ = play(0)
        seated = [new_account(parts, name)[0].id for name in ("Ann", "Bob")]
        games = [append_game(parts, opening, seated) for _ in range(KEPT_GAMES)]
        plan = {"first": FIRST, "step": STEP, "step_seconds": STEP_SECONDS, "bound_ms": BOUND_MS, "seconds": SECONDS}
        with _load(plan | {"port": urlsplit(running.url).port, "tokens": tokens, "view": view, "games": games}) as load:
            result, memory = follow(load, (running.supervisor.pid, os.getpid()))
        queues = Queues(parts.settings)
        waiting = {lane: queues.backlog(lane)[1:] for lane in LANES if queues.backlog(lane).waiting}
    _print(result, memory)
    print(f"mixed: lanes in which jobs waited at the end (jobs, accounts, oldest in s): {waiting or 'none'}")
    draw(memory, ROOT / PICTURE)
    print(f"mixed: a picture of the memory is in {PICTURE}")


@contextmanager
def _load(plan: dict[str, Any]) -> "Iterator[subprocess.Popen[str]]":
    command = [sys.executable, "-m", "tests.bench.mixed_load"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdin
        load.stdin.write(json.dumps(plan) + "\n")
        load.stdin.flush()
        yield load


def follow(load: "subprocess.Popen[str]", parents: Sequence[int]) -> tuple[dict[str, Any], Memory]:
    """Print the steps of the load; its result, and the memory of the parents' processes while it is held."""
    memory: Memory = []
    over = threading.Event()
    looks = threading.Thread(target=_look_on, args=(memory, parents, over))
    assert load.stdout
    for line in load.stdout:
        told = json.loads(line)
        if "latencies" in told:
            over.set()
            looks.join()
            return told, memory
        if "holding" in told:
            print(f"mixed: {told['holding']} tables are held for {SECONDS} s", flush=True)
            looks.start()
        else:
            print(
                f"mixed: {told['tables']} tables: {told['requests']:.0f} requests/s, {told['writes']:.0f} writes/s, "
                f"p99 of the writes {told['p99']:.0f} ms",
                flush=True,
            )
    raise RuntimeError("the load has failed")


def _look_on(memory: Memory, parents: Sequence[int], over: threading.Event) -> None:
    began = time.monotonic()
    while True:
        memory.append(((time.monotonic() - began) / 60, memory_by_process(parents)))
        if over.wait(LOOK_SECONDS):
            return


def memory_by_process(parents: Sequence[int]) -> dict[str, float]:
    """MB of each process of the service and of the load, shared pages by share. `parents`: process ids."""
    found: dict[str, float] = {}
    for pid, command in [child for parent in parents for child in children(parent)]:
        name = next((name for name, pattern in NAMES.items() if re.search(pattern, command)), None)
        if name is None:
            continue
        pids = {name: pid}
        if name == "web master":
            pids |= {f"web {number}": child for number, (child, _) in enumerate(sorted(children(pid)), 1)}
        for each, id in pids.items():
            with suppress(OSError):
                found[each] = memory_kb(id) / 1000
    return found


def _print(result: dict[str, Any], memory: Memory) -> None:
    seconds = result["seconds"]
    print(
        f"mixed: {result['games']} games finished, {result['items'] / seconds:.0f} items/s in streams, "
        f"{result['refused']} refusals"
    )
    print(f"| {'route':<20} | per s | p50 ms | p99 ms | longest |")
    print("|---|---|---|---|---|")
    for route, times in result["latencies"].items():
        p50, p99 = pick(times, 0.5), pick(times, 0.99)
        print(f"| {route:<20} | {len(times) / seconds:5.1f} | {p50:6.1f} | {p99:6.0f} | {times[-1]:7.0f} |")
    shown = [memory[len(memory) * share // 10] for share in range(10)] + [memory[-1]]
    print(f"| {'MB, after minutes':<20} | {' | '.join(f'{minutes:5.1f}' for minutes, _ in shown)} |")
    print("|---" * (len(shown) + 1) + "|")
    for name in names_in(memory):
        print(f"| {name:<20} | {' | '.join(f'{found.get(name, 0.0):5.1f}' for _, found in shown)} |")


def names_in(memory: Memory) -> list[str]:
    """All processes; one that has done its number of jobs is missing for a moment."""
    return [*dict.fromkeys(name for _, found in memory for name in found)]


def draw(memory: Memory, file: Path) -> None:
    """Write a chart of the memory of each process."""
    chart = XY(js=[], style=STYLE, title="Memory under the mixed load, in MB", x_title="minutes", show_dots=False)
    for name in names_in(memory):
        chart.add(name, [(minutes, found[name]) for minutes, found in memory if name in found])
    file.parent.mkdir(exist_ok=True)
    write_svg(chart, file)
