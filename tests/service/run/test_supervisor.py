"""The supervisor, with real processes: dead ones are started again, and all end together."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.jobs.lanes import LANES
from service.run.supervisor import child_environ, read_procfile
from service.run.up import ROOT, numbers_of_workers
from service.settings import read_settings

SUPERVISE = """
import json, os, pathlib, sys
from service.run import supervisor
supervisor.STABLE_AFTER_SECONDS = float(os.environ.get("QUICK", supervisor.STABLE_AFTER_SECONDS))
sys.exit(supervisor.supervise(json.loads(sys.argv[1]), os.environ, pathlib.Path(sys.argv[2])))
"""
LIVES = "sh -c 'echo $$ >> {}; exec sleep 60'"

Supervise = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Supervise]:
    """Run a supervisor over commands in the test's folder; it ends with the test."""
    running: list[subprocess.Popen[str]] = []

    def run(**commands: str) -> "subprocess.Popen[str]":
        arguments = [sys.executable, "-c", SUPERVISE, json.dumps(commands), tmp_path]
        running.append(subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True))
        return running[-1]

    yield run
    for supervisor in running:
        with supervisor:
            supervisor.terminate()


def pids(file: Path, count: int) -> list[int]:
    """Process ids in a file, once it has `count` of them."""
    wait_for(lambda: file.exists() and len(file.read_text().splitlines()) >= count)
    return [int(line) for line in file.read_text().splitlines()]


def wait_for(happened: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is dead but not cleared away does not."""
    try:
        os.kill(pid, 0)
        return sys.platform != "linux" or Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_killed_process_is_started_again_and_the_others_are_left_alone(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a=LIVES.format("a"), b=LIVES.format("b"))
    [first], [other] = pids(tmp_path / "a", 1), pids(tmp_path / "b", 1)
    os.kill(first, signal.SIGKILL)
    second = pids(tmp_path / "a", 2)[1]
    assert is_alive(second)
    assert pids(tmp_path / "b", 1) == [other]
    assert is_alive(other)
    supervisor.terminate()
    assert "a was killed by SIGKILL; starting it again in 0.2 s" in supervisor.communicate()[0]


def test_children_of_a_dead_process_are_killed_before_the_restart(tmp_path: Path, supervise: Supervise):
    supervise(a="sh -c 'sleep 60 & echo $! >> left; echo $$ >> a; wait'")
    [leader], [left] = pids(tmp_path / "a", 1), pids(tmp_path / "left", 1)
    os.kill(leader, signal.SIGKILL)
    pids(tmp_path / "a", 2)
    assert not is_alive(left)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_stops_them_all(number: signal.Signals, tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a=LIVES.format("a"), b=LIVES.format("b"))
    children = pids(tmp_path / "a", 1) + pids(tmp_path / "b", 1)
    supervisor.send_signal(number)
    assert supervisor.wait(60) == 0
    assert not any(map(is_alive, children))


def test_the_terminals_interrupt_reaches_the_supervisor_only(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a=LIVES.format("a"))
    assert os.getpgid(pids(tmp_path / "a", 1)[0]) != os.getpgid(supervisor.pid)


def test_a_second_signal_kills_a_process_that_does_not_end(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a="sh -c 'trap \"\" TERM; echo $$ >> a; while :; do sleep 1; done'")
    [stubborn] = pids(tmp_path / "a", 1)
    supervisor.terminate()
    time.sleep(0.2)
    assert is_alive(stubborn)
    supervisor.terminate()
    assert supervisor.wait(60) == 0
    assert not is_alive(stubborn)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_a_killed_supervisor_takes_its_processes_along(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a=LIVES.format("a"))
    [child] = pids(tmp_path / "a", 1)
    supervisor.kill()
    wait_for(lambda: not is_alive(child))


def test_a_process_that_dies_five_times_at_once_ends_the_attempt(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a="sh -c 'echo $$ >> a; exit 3'", b=LIVES.format("b"))
    output, _ = supervisor.communicate(timeout=120)
    assert supervisor.returncode == 1
    assert len(pids(tmp_path / "a", 5)) == 5
    assert [f"in {pause} s" in output for pause in (0.2, 0.4, 0.8, 1.6)] == [True] * 4
    assert "a ended with status 3" in output
    assert "a died 5 times right after its start: giving up" in output
    assert not is_alive(pids(tmp_path / "b", 1)[0])


@pytest.mark.verify
def test_a_backup_that_dies_again_and_again_ends_nothing(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(**{"backup.1": "sh -c 'echo $$ >> backup; exit 2'", "web.1": LIVES.format("web")})
    assert len(pids(tmp_path / "backup", 6)) >= 6, "one more than is allowed to others"
    assert is_alive(pids(tmp_path / "web", 1)[0])
    supervisor.terminate()
    assert "giving up" not in supervisor.communicate()[0]


def test_a_process_killed_from_outside_is_always_started_again(tmp_path: Path, supervise: Supervise):
    supervisor = supervise(a=LIVES.format("a"))
    for count in range(1, 8):
        os.kill(pids(tmp_path / "a", count)[-1], signal.SIGKILL)
    assert is_alive(pids(tmp_path / "a", 8)[-1])
    supervisor.terminate()
    assert supervisor.communicate()[0].count("was killed by SIGKILL; starting it again in 0.2 s") == 7


def test_a_process_that_once_started_well_is_always_started_again(
    tmp_path: Path, supervise: Supervise, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("QUICK", "1.0")
    supervisor = supervise(a="sh -c 'echo $$ >> a; [ -e well ] && exit 3; touch well; sleep 1.1'")
    assert len(pids(tmp_path / "a", 7)) == 7
    assert supervisor.poll() is None


def test_a_command_that_is_not_there_is_named(supervise: Supervise):
    supervisor = supervise(a="no-such-command --now")
    assert supervisor.stdout is not None
    lines = supervisor.stdout.readline() + supervisor.stdout.readline()  # in any order: the other says that it ended
    assert "a      | no-such-command: No such file or directory" in lines


def test_every_line_begins_with_the_name_of_its_process(supervise: Supervise):
    supervisor = supervise(talker="sh -c 'echo one; echo two >&2; exec sleep 60'")
    assert supervisor.stdout is not None
    lines = [supervisor.stdout.readline().split(" ", 1)[1] for _ in range(2)]
    assert lines == ["talker | one\n", "talker | two\n"]


def test_a_line_of_the_procfile_runs_as_often_as_asked():
    procfile = 'web: serve "a b"\nworker: work\n# worker: not this\n'
    assert read_procfile(procfile, {"worker": 2}) == {"web.1": 'serve "a b"', "worker.1": "work", "worker.2": "work"}


def test_each_lane_has_a_process_of_its_own_and_as_many_as_the_settings_say():
    settings = read_settings({"WORKERS": "2", "SLOW_WORKERS": "3", "VERIFICATION_WORKERS": "4"})
    commands = read_procfile((ROOT / "Procfile").read_text("utf-8"), numbers_of_workers(settings))
    lanes = Counter(command.split("--lane ")[1] for command in commands.values() if "--lane" in command)
    alone = {"decisions": 1, "long_decisions": 1, "webhooks": 1}
    assert lanes == {"quick": 2, "slow": 3, "verifications": 4} | alone
    assert lanes.keys() == LANES.keys()
    without = numbers_of_workers(read_settings({"SLOW_WORKERS": "0"}))
    assert not any(
        "--lane slow" in command for command in read_procfile((ROOT / "Procfile").read_text("utf-8"), without).values()
    )


def test_commands_beside_this_python_come_first():
    beside = os.path.dirname(sys.executable)
    assert child_environ({"PATH": "elsewhere"})["PATH"] == os.pathsep.join([beside, "elsewhere"])
    assert child_environ({})["PATH"] == beside
