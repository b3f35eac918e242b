"""Keeps the Procfile's processes running: starts again what dies, stops all together, shows what they print."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from honcho.colour import get_colours
from honcho.environ import expand_processes, parse_procfile
from honcho.printer import Message, Printer

QUICK = 10.0  # seconds: a process that lives longer has started well
QUICK_DEATHS = 5  # in a row, before it has ever started well: then it is hopeless
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds before it is started again, doubling
PATIENCE = 10.0  # seconds from SIGTERM to SIGKILL
TICK = 0.05  # seconds

Say = Callable[[str, str | bytes], None]


@dataclass
class Child:
    """One line of the Procfile and how it fares; times are `time.monotonic()`."""

    name: str
    command: str
    process: subprocess.Popen[bytes] | None = None
    reader: threading.Thread | None = None
    began: float = 0.0
    start_at: float = 0.0
    quick_deaths: int = 0
    proven: bool = False


def read_procfile(text: str, workers: int) -> dict[str, str]:
    """Process name → command, in order; as many `worker` as asked for."""
    processes = expand_processes(parse_procfile(text).processes, concurrency={"worker": workers})
    return {process.name: process.cmd for process in processes}


def supervise(
    commands: Mapping[str, str],
    environ: Mapping[str, str],
    folder: Path,
    *,
    tend: Callable[[], None] = lambda: None,
    output: IO[str] | None = None,
) -> int:
    """Run commands in a folder until SIGINT, SIGTERM or SIGHUP comes (→ 0) or one is hopeless (→ 1); stop them all.

    `tend` is called about every 50 ms. Main thread only: signals arrive there, and the children end with it.
    """
    children = [Child(name, command) for name, command in commands.items()]
    say = _voice(list(commands), output or sys.stdout)
    signals: list[int] = []
    with_handlers = {
        number: signal.signal(number, lambda received, _: signals.append(received))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        while not signals:
            for child in children:
                _look_after(child, environ, folder, say)
                if child.quick_deaths >= QUICK_DEATHS and not child.proven:
                    say("system", f"{child.name} died {QUICK_DEATHS} times right after its start: giving up")
                    return 1
            tend()
            time.sleep(TICK)
        return 0
    finally:
        _stop(children, hurry=lambda: len(signals) > 1, say=say)
        for number, handler in with_handlers.items():
            signal.signal(number, handler)


def child_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment in which the commands beside this Python come first and output is not held back."""
    path = os.pathsep.join(filter(None, (os.path.dirname(sys.executable), environ.get("PATH"))))
    return {**environ, "PATH": path, "PYTHONUNBUFFERED": "1"}


def _look_after(child: Child, environ: Mapping[str, str], folder: Path, say: Say) -> None:
    """Start a child that is due; note the death of one that ran."""
    now = time.monotonic()
    if child.process is None:
        if now >= child.start_at:
            _start(child, environ, folder, say)
        return
    status = child.process.poll()
    if status is None:
        return
    _kill_group(child.process.pid)  # what it leaves behind would hold its port and its pipe
    child.process = None
    if now - child.began >= QUICK:
        child.quick_deaths, child.proven = 0, True
    elif status != -signal.SIGKILL:  # who is killed from outside is not to blame
        child.quick_deaths += 1
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(10, max(0, child.quick_deaths - 1)))
    child.start_at = now + pause
    say("system", f"{child.name} {_status(status)}; starting it again in {pause:g} s")


def _start(child: Child, environ: Mapping[str, str], folder: Path, say: Say) -> None:
    leash = [sys.executable, "-I", "-S", str(Path(__file__).with_name("die_with_parent.py")), str(os.getpid())]
    child.process = subprocess.Popen(
        leash + shlex.split(child.command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=child_environ(environ),
        start_new_session=True,
    )
    child.began = time.monotonic()
    assert child.process.stdout is not None
    child.reader = threading.Thread(target=_relay, args=(child.name, child.process.stdout, say), daemon=True)
    child.reader.start()


def _relay(name: str, lines: IO[bytes], say: Say) -> None:
    with lines:
        for line in lines:
            say(name, line)


def _stop(children: Iterable[Child], hurry: Callable[[], bool], say: Say) -> None:
    """SIGTERM to each child, SIGKILL to what is left of it after PATIENCE or on a second signal."""
    running = [(child, child.process) for child in children if child.process is not None]
    for _, process in running:
        process.terminate()
    deadline = time.monotonic() + PATIENCE
    while any(process.poll() is None for _, process in running) and time.monotonic() < deadline and not hurry():
        time.sleep(TICK)
    for child, process in running:
        if process.poll() is None:
            say("system", f"{child.name} does not end: killing it")
        _kill_group(process.pid)
        process.wait()
        if child.reader:
            child.reader.join(1.0)


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _status(status: int) -> str:
    return f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"


def _voice(names: list[str], output: IO[str]) -> Say:
    """A function that prints lines under a name, whole, from any thread; silent when nobody reads any more."""
    names = ["system", *names]
    printer = Printer(output, width=max(map(len, names)), colour="NO_COLOR" not in os.environ)
    colours = dict(zip(names, [None, *(colour for colour, _ in zip(get_colours(), names, strict=False))], strict=False))
    turn = threading.Lock()

    def say(name: str, line: str | bytes) -> None:
        with turn, suppress(OSError, ValueError):
            printer.write(Message("line", line, datetime.now().astimezone(), name, colours[name]))

    return say
