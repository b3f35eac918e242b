"""The supervisor: runs the processes of the Procfile, restarts those that die, prints their output, stops them all.

The constants below set the restart back-off, when the supervisor gives up, and how long a process may take to stop.
"""

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
from functools import partial
from pathlib import Path
from typing import IO

from honcho.colour import get_colours
from honcho.environ import expand_processes, parse_procfile
from honcho.printer import Message, Printer

from service.logs import NAME_VARIABLE, as_object
from service.run.die_with_parent import dying_with_parent

FIRST_RESTART_DELAY_SECONDS = 0.2  # the back-off: doubles with each early exit in a row
MAX_RESTART_DELAY_SECONDS = 5.0
MAX_DISPENSABLE_DELAY_SECONDS = 60.0  # the same for a process that is never given up
STABLE_AFTER_SECONDS = 10.0  # a process that ends sooner counts as an early exit
MAX_EARLY_EXITS = 5  # in a row; if the process has never been stable, the supervisor then gives up
STOP_TIMEOUT_SECONDS = 10.0  # from SIGTERM to SIGKILL
POLL_SECONDS = 0.05
DISPENSABLE = frozenset({"backup", "metrics"})  # lines of the Procfile without which people play on: never given up

PrintLine = Callable[[str, str | bytes], None]
"""Takes a process name and a line of output."""
Tell = Callable[[str], None]
"""Takes a line of `wonderful up` itself."""


@dataclass
class Child:
    """One process of the Procfile. Times are values of `time.monotonic()`."""

    name: str
    command: str
    process: subprocess.Popen[bytes] | None = None
    output_thread: threading.Thread | None = None
    started_at: float = 0.0
    restart_at: float = 0.0
    early_exits: int = 0  # in a row
    was_stable: bool = False  # at least once


def read_procfile(text: str, numbers: Mapping[str, int]) -> dict[str, str]:
    """Process name → command, in the order of the file. `numbers`: how many processes a line gets."""
    processes = expand_processes(parse_procfile(text).processes, concurrency=dict(numbers))
    return {process.name: process.cmd for process in processes}


def supervise(
    commands: Mapping[str, str],
    environ: Mapping[str, str],
    folder: Path,
    *,
    on_poll: Callable[[Tell], None] = lambda tell: None,
    output: IO[str] | None = None,
    as_objects: bool = False,
) -> int:
    """Run the commands (process name → command) in a folder, and stop all of them at the end.

    Returns the exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 when a process keeps dying right after its start.
    `on_poll` is called every POLL_SECONDS, with what prints a line as all others. `as_objects`: print objects of JSON,
    instead of lines under the names of the processes. Call this from the main thread: only there do signals arrive, and
    the children end with the thread that started them.
    """
    children = [Child(name, command) for name, command in commands.items()]
    make_printer = _object_printer if as_objects else _line_printer
    print_line = make_printer(list(commands), output or sys.__stdout__ or sys.stdout)
    signals: list[int] = []
    previous_handlers = {
        number: signal.signal(number, lambda received, _: signals.append(received))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        while not signals:
            for child in children:
                _check_child(child, environ, folder, print_line)
                if child.early_exits >= MAX_EARLY_EXITS and not child.was_stable and not _is_dispensable(child):
                    print_line("system", f"{child.name} died {MAX_EARLY_EXITS} times right after its start: giving up")
                    return 1
            on_poll(partial(print_line, "system"))
            time.sleep(POLL_SECONDS)
        return 0
    finally:
        _stop_children(children, kill_now=lambda: len(signals) > 1, print_line=print_line)
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)


def child_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of the children: commands installed beside this Python come first, output is not buffered."""
    path = os.pathsep.join(filter(None, (os.path.dirname(sys.executable), environ.get("PATH"))))
    return {**environ, "PATH": path, "PYTHONUNBUFFERED": "1"}


def restart_delay(early_exits: int, longest: float = MAX_RESTART_DELAY_SECONDS) -> float:
    """The back-off: seconds before a process is started again after early exits in a row; `longest` at most.

    >>> [restart_delay(count) for count in (0, 1, 2, 3, 4, 5, 6, 1000)]
    [0.2, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    >>> restart_delay(1000, MAX_DISPENSABLE_DELAY_SECONDS)
    60.0
    """
    doublings = min(10, max(0, early_exits - 1))  # 10 are enough to reach the maximum
    return min(longest, FIRST_RESTART_DELAY_SECONDS * 2.0**doublings)


def _is_dispensable(child: Child) -> bool:
    return child.name.partition(".")[0] in DISPENSABLE


def _check_child(child: Child, environ: Mapping[str, str], folder: Path, print_line: PrintLine) -> None:
    """Start a child whose start is due. When a running one has died, set the time of its restart."""
    now = time.monotonic()
    if child.process is None:
        if now >= child.restart_at:
            _start_child(child, environ, folder, print_line)
        return
    status = child.process.poll()
    if status is None:
        return
    _kill_group(child.process.pid)  # its own children could still hold the port and the output pipe
    child.process = None
    if now - child.started_at >= STABLE_AFTER_SECONDS:
        child.early_exits, child.was_stable = 0, True
    elif status != -signal.SIGKILL:  # SIGKILL comes from outside and is no fault of the process
        child.early_exits += 1
    longest = MAX_DISPENSABLE_DELAY_SECONDS if _is_dispensable(child) else MAX_RESTART_DELAY_SECONDS
    delay = restart_delay(child.early_exits, longest)
    child.restart_at = now + delay
    print_line("system", f"{child.name} {_describe_status(status)}; starting it again in {delay:g} s")


def _start_child(child: Child, environ: Mapping[str, str], folder: Path, print_line: PrintLine) -> None:
    child.process = subprocess.Popen(
        dying_with_parent(shlex.split(child.command)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=child_environ(environ) | {NAME_VARIABLE: child.name},
        start_new_session=True,
    )
    child.started_at = time.monotonic()
    assert child.process.stdout is not None
    arguments = (child.name, child.process.stdout, print_line)
    child.output_thread = threading.Thread(target=_print_output, args=arguments, daemon=True)
    child.output_thread.start()


def _print_output(name: str, lines: IO[bytes], print_line: PrintLine) -> None:
    with lines:
        for line in lines:
            print_line(name, line)


def _stop_children(children: Iterable[Child], kill_now: Callable[[], bool], print_line: PrintLine) -> None:
    """Send SIGTERM to each child; send SIGKILL to the rest after STOP_TIMEOUT_SECONDS, or once `kill_now()` is true."""
    running = [(child, child.process) for child in children if child.process is not None]
    for _, process in running:
        process.terminate()
    deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
    while any(process.poll() is None for _, process in running) and time.monotonic() < deadline and not kill_now():
        time.sleep(POLL_SECONDS)
    for child, process in running:
        if process.poll() is None:
            print_line("system", f"{child.name} does not stop: killing it")
        _kill_group(process.pid)
        process.wait()
        if child.output_thread:
            child.output_thread.join(1.0)


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _describe_status(status: int) -> str:
    return f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"


def _line_printer(names: list[str], output: IO[str]) -> PrintLine:
    """A function that prints a line under a process name. Threads may share it; it ignores a closed output."""
    names = ["system", *names]
    printer = Printer(output, width=max(map(len, names)), colour="NO_COLOR" not in os.environ)
    colours = dict(zip(names, [None, *(colour for colour, _ in zip(get_colours(), names, strict=False))], strict=False))
    lock = threading.Lock()

    def print_line(name: str, line: str | bytes) -> None:
        with lock, suppress(OSError, ValueError):
            printer.write(Message("line", line, datetime.now().astimezone(), name, colours[name]))

    return print_line


def _object_printer(names: list[str], output: IO[str]) -> PrintLine:
    """The same for a log in JSON. The processes write objects, which name them; anything else becomes one."""
    lock = threading.Lock()

    def print_line(name: str, line: str | bytes) -> None:
        text = line if isinstance(line, str) else line.decode(errors="replace").strip()
        with lock, suppress(OSError, ValueError):
            if text:
                output.write(f"{as_object(text, name)}\n")
                output.flush()

    return print_line
