"""Hosts of a service: processes on one store, with a clock and a version of the code of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from service.run.embedded_redis import ensure_server, stop_server
from service.run.up import ROOT
from tests.end_to_end.running import await_true, is_ready
from tests.high_limits import HIGH_LIMITS
from tests.isolation import environment
from tests.ports import free_port

WRONG_CLOCK = Path(__file__).parent / "wrong_clock"
PROGRAM = "service.commands.cli"


class Process(NamedTuple):
    """A process of a host. `url`: of a web process."""

    popen: "subprocess.Popen[bytes]"
    url: str = ""

    def stop(self) -> None:
        """Stop it as an operator does."""
        self.popen.terminate()
        self.popen.wait(timeout=60)


class Host:
    """Starts processes. `clock_seconds`: by how much its clock is wrong. `code`: the folder of the program.

    `before`: words before each command, such as those that start it in a container.
    """

    def __init__(
        self, output: Path, store: str, clock_seconds: float = 0.0, code: Path = ROOT, before: tuple[str, ...] = ()
    ) -> None:
        self.output, self.processes = output, list[Process]()
        self._code, self._before = code, before
        self._environ = environment(
            **HIGH_LIMITS,
            REDIS_URL=store,
            SWEEP_SECONDS="0.5",
            WEB_WORKERS="1",
            WEBHOOK_ALLOWED_NETWORKS="127.0.0.0/8",
            CLOCK_SECONDS=str(clock_seconds),
            PYTHONPATH=f"{WRONG_CLOCK}{os.pathsep}{code}",
        )

    def web(self) -> Process:
        """A web process that answers."""
        port = free_port()
        made = self._start(
            ["gunicorn", "--config", str(self._code / "service/run/gunicorn.py"), "service.app:create_app()"],
            PORT=str(port),
            url=f"http://127.0.0.1:{port}",
        )
        await_true(lambda: is_ready(made.url), self.output)
        return made

    def projector(self) -> Process:
        return self._start([PROGRAM, "projector"])

    def worker(self, lane: str) -> Process:
        return self._start([PROGRAM, "worker", "--lane", lane])

    def stop(self) -> None:
        """Stop all that still runs. A container ends with the process that holds it, which takes no other signal."""
        for each in self.processes:
            if self._before:
                each.popen.kill()
            each.stop()

    def _start(self, command: list[str], url: str = "", **environ: str) -> Process:
        with self.output.open("ab") as file:
            popen = subprocess.Popen(
                [*self._before, sys.executable, "-m", *command],
                env=self._environ | environ,
                cwd=self.output.parent,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        self.processes.append(Process(popen, url))
        return self.processes[-1]


class Hosts:
    """The hosts of a service, on one store."""

    def __init__(self, folder: Path, store: str) -> None:
        self.folder, self.store, self._hosts = folder, store, list[Host]()

    def add(self, clock_seconds: float = 0.0, code: Path = ROOT, before: tuple[str, ...] = ()) -> Host:
        """Another host, without processes yet."""
        output = self.folder / f"host{len(self._hosts)}"
        output.touch()
        self._hosts.append(Host(output, self.store, clock_seconds, code, before))
        return self._hosts[-1]

    def stop(self) -> None:
        for each in self._hosts:
            each.stop()


@contextmanager
def hosts(folder: Path) -> Iterator[Hosts]:
    """Hosts on an embedded store, which a test adds. In the end all their processes are stopped."""
    server = ensure_server(folder / "data", "everysec")
    made = Hosts(folder, server.url)
    try:
        yield made
    finally:
        made.stop()
        stop_server(server)
