"""A Dask cluster on loopback: a scheduler and workers, each a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import await_true
from tests.isolation import environment
from tests.ports import free_port

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="dask.distributed is not installed: the extra `cluster`"
)
WITHOUT_PROJECT = (
    "import sys; sys.path = [each for each in sys.path if not each or each != ROOT]; sys.meta_path = "
    "[each for each in sys.meta_path if 'editable' not in repr(each)]; from dask.__main__ import main; main()"
)
DASK = "from dask.__main__ import main; main()"


@dataclass
class Cluster:
    """A running scheduler. `output`: what its processes printed."""

    address: str
    output: Path
    scheduler: "subprocess.Popen[bytes]"
    workers: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def start_worker(self, program: str = DASK, **environ: str) -> None:
        """Start a worker with one thread, and wait until it works for the scheduler."""
        before = self._registered()
        self.workers.append(
            start(self.output, program, "worker", self.address, "--nthreads", "1", "--no-nanny", **environ)
        )
        await_true(lambda: self._registered() > before)

    def _registered(self) -> int:
        return self.output.read_text("utf-8").count("Registered to:")


def start(output: Path, program: str, *arguments: str, **environ: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", program.replace("ROOT", repr(str(ROOT))), *arguments, "--host", "127.0.0.1"]
    settings = environment(**environ)
    with output.open("ab") as file:
        return subprocess.Popen(
            [*command, "--no-dashboard"], env=settings, cwd=output.parent, stdout=file, stderr=subprocess.STDOUT
        )


@contextmanager
def dask_cluster(folder: Path, workers: int, **environ: str) -> Iterator[Cluster]:
    """A scheduler with so many workers, which end with the block. `environ`: of the workers."""
    port, output = free_port(), folder / "dask.log"
    scheduler = start(output, DASK, "scheduler", "--port", str(port))
    cluster = Cluster(f"tcp://127.0.0.1:{port}", output, scheduler)
    try:
        await_true(lambda: "Scheduler at:" in output.read_text("utf-8"))
        for _ in range(workers):
            cluster.start_worker(**environ)
        yield cluster
    finally:
        for process in (*cluster.workers, cluster.scheduler):
            process.kill()
            process.wait()
