"""Names of workers: a process id counts only in the process table that the name says."""

import os
import socket
import subprocess
import sys
import time

import pytest

from service.jobs import worker_names as module
from service.jobs.worker_names import is_gone, process_table, worker_name

OTHER_TABLE = "0badcafe"


@pytest.fixture
def ended_pid() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def named(pid: int, table: str | None = None, host: str | None = None) -> str:
    return f"{host or socket.gethostname()}-{table or process_table()}-{pid}-{time.time_ns()}"


def test_no_two_workers_have_the_same_name():
    assert len({worker_name() for _ in range(100)}) == 100


def test_a_worker_of_our_process_table_that_has_ended_is_gone_at_once(ended_pid: int):
    assert is_gone(named(ended_pid))
    assert not is_gone(worker_name())
    assert not is_gone(named(1)), "another user's process lives"


def test_a_worker_in_another_process_table_is_not_looked_for_even_if_its_host_has_our_name(ended_pid: int):
    assert not is_gone(named(ended_pid, OTHER_TABLE))
    assert not is_gone(named(ended_pid, host="elsewhere"))


@pytest.mark.parametrize(
    "name", ["", "alive", "a-b", f"{socket.gethostname()}-999999999-1", f"{socket.gethostname()}-x-y-z", "---"]
)
def test_other_names_are_nobody_s_process_here(name: str):
    assert not is_gone(name)


@pytest.mark.slow
def test_the_processes_of_a_machine_share_a_table_and_a_container_has_its_own():
    command = [sys.executable, "-c", "from service.jobs.worker_names import process_table; print(process_table())"]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    beside = subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout.strip()
    if module.PID_NAMESPACE.exists():
        assert beside == process_table()
    contained = subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", *command],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if contained.returncode:
        pytest.skip(f"this machine makes no process tables: {contained.stderr.strip()}")
    assert contained.stdout.strip() != process_table()


def test_where_the_system_names_no_table_each_process_has_one_of_its_own(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "BOOT_ID", tmp_path / "missing")
    made = {process_table.__wrapped__() for _ in range(10)}
    assert len(made) == 10
