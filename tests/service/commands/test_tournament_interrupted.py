"""Tournaments that are stopped, killed or damaged: processes end, played games are kept, faults are one line."""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from service.commands.tournament.pairings import Pairing
from service.commands.tournament.record import Conditions, Outcome, read_record
from service.settings import StartError
from tests.end_to_end.running import PATIENCE_SECONDS, await_true
from tests.isolation import WONDERFUL, environment

needs_ps = pytest.mark.skipif(which("ps") is None, reason="ps is not installed")
GAME = Outcome(("greedy", "random"), 1, (10, 9), (1, 2), (0.1, 0.1), (5, 5))
HEADER = '{"nodes":null,"scenario":null,"side":"A"}'
LINE = json.dumps(GAME._asdict())


def group(leader: int) -> list[int]:
    """The living processes of a group, but its leader."""
    listed = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    found = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, pgid, stat in found if pgid == str(leader) != pid and not stat.startswith("Z")]


def workers(leader: int) -> list[int]:
    """The processes that play: children of a child of the leader."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parent = {int(pid): int(ppid) for pid, ppid in (line.split() for line in listed.splitlines())}
    return [pid for pid in group(leader) if parent.get(parent.get(pid, 0)) == leader]


@contextmanager
def under_way(folder: Path, games: int) -> Iterator[subprocess.Popen[str]]:
    """A long tournament in a group of its own that has played some games."""
    arguments = ["tournament", "--bots", "random,greedy", "--games", "100000", "--jobs", "2", "--out", str(folder)]
    process = subprocess.Popen(
        [*WONDERFUL, *arguments],
        env=environment(),
        cwd=folder.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    record = folder / "games.jsonl"
    try:
        await_true(lambda: record.exists() and record.read_bytes().count(b"\n") > games)
        yield process
    finally:
        process.kill()
        process.communicate()


def interrupt(process: "subprocess.Popen[str]") -> None:
    os.killpg(process.pid, signal.SIGINT)


def interrupt_twice(process: "subprocess.Popen[str]") -> None:
    """Both signals are there before it can act on either."""
    process.send_signal(signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)


def terminate(process: "subprocess.Popen[str]") -> None:
    process.terminate()


def terminate_all(process: "subprocess.Popen[str]") -> None:
    os.killpg(process.pid, signal.SIGTERM)


def kill_a_worker(process: "subprocess.Popen[str]") -> None:
    os.kill(workers(process.pid)[0], signal.SIGKILL)


@pytest.mark.usual("kill_a_worker", "interrupt-")
@needs_ps
@pytest.mark.parametrize(
    ("end", "words"),
    [
        (interrupt, "stopped; run the same command again"),
        (interrupt_twice, "stopped; run the same command again"),
        (terminate, "stopped; run the same command again"),
        (terminate_all, "stopped; run the same command again"),
        (kill_a_worker, "a worker process was killed"),
    ],
)
def test_an_interrupted_tournament_keeps_its_games_and_ends_all_processes(
    end: Callable[["subprocess.Popen[str]"], None], words: str, tmp_path: Path
):
    with under_way(tmp_path / "t", 3) as process:
        end(process)
        output, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, output) == (2, "")
        assert errors.startswith("wonderful: ")
        assert words in errors
        assert errors.count("\n") == 1, errors
        await_true(lambda: not group(process.pid))
    record = tmp_path / "t" / "games.jsonl"
    content = record.read_bytes()
    assert len(read_record(record, Conditions())) == content.count(b"\n") - 1 >= 3
    assert record.read_bytes() == content


@needs_ps
def test_the_helpers_of_a_killed_tournament_end_by_themselves(tmp_path: Path):
    with under_way(tmp_path / "t", 1) as process:
        process.kill()
        await_true(lambda: not group(process.pid))


@pytest.mark.parametrize("left", ["", HEADER[:1], HEADER[:20], HEADER])
def test_a_record_cut_within_its_first_line_begins_anew(left: str, tmp_path: Path):
    record = tmp_path / "games.jsonl"
    record.write_text(left, encoding="utf-8")
    assert read_record(record, Conditions()) == {}
    assert record.read_text("utf-8") == HEADER + "\n"


@pytest.mark.parametrize("cut", ["", "{", LINE[:-1], LINE, "\0\0\0", b"\xc3".decode("latin-1")])
def test_a_last_line_that_was_cut_is_left_out(cut: str, tmp_path: Path):
    record = tmp_path / "games.jsonl"
    record.write_bytes(f"{HEADER}\n{LINE}\n{cut}".encode("latin-1"))
    assert read_record(record, Conditions()) == {Pairing(GAME.bots, GAME.seed): GAME}
    assert record.read_text("utf-8") == f"{HEADER}\n{LINE}\n"


def changed(**values: object) -> bytes:
    """The line of a game with other values."""
    return json.dumps(GAME._asdict() | values).encode()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"garbage",
        b"[]",
        b"5",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        LINE.replace("greedy", "gr\xe9\xe9dy").encode("latin-1"),
        changed(bots=5),
        changed(bots="ab"),
        changed(bots=[]),
        changed(bots=[["greedy"], "random"]),
        changed(bots=["greedy", None]),
        changed(bots=["greedy random"]),
        changed(bots=[], totals=[], places=[], seconds=[], decisions=[]),
        changed(seed="1"),
        changed(seed=True),
        changed(seed=[1]),
        changed(totals=[]),
        changed(totals=10),
        changed(totals=["10", "9"]),
        changed(totals=[10, 9, 8]),
        changed(totals=[10, [9]]),
        changed(totals=[10, float("nan")]),
        changed(totals=[10, 10**400]),
        changed(places=[0, 1]),
        changed(places=[1, 3]),
        changed(places={"0": 1, "1": 2}),
        changed(seconds=[0.1]),
        changed(seconds=[float("nan"), 0.1]),
        changed(seconds=[float("inf"), 0.1]),
        changed(seconds=[None, 0.1]),
        changed(decisions=[-1, 5]),
        changed(decisions=[5.5, 5]),
        changed(rank=7),
        changed(medal=["gold"]),
        changed(medal="\ud800"),
        changed(more=1),
    ],
)
def test_a_record_with_a_wrong_line_is_refused_and_kept_as_it_is(line: bytes, tmp_path: Path):
    record = tmp_path / "games.jsonl"
    content = b"\n".join([HEADER.encode(), LINE.encode(), line, b""])
    record.write_bytes(content)
    with pytest.raises(StartError, match=r"^[^\n]* is not the record of a tournament$"):
        read_record(record, Conditions())
    assert record.read_bytes() == content


@pytest.mark.parametrize("first", [b"\xff\xfe\n", b"\n", b"garbage", HEADER.replace("A", "B").encode() + b"\n"])
def test_a_record_under_other_conditions_is_refused_in_a_line(first: bytes, tmp_path: Path):
    record = tmp_path / "games.jsonl"
    record.write_bytes(first)
    with pytest.raises(StartError, match=r"^[^\n]* under other conditions: [^\n]*$"):
        read_record(record, Conditions())
    assert record.read_bytes() == first
