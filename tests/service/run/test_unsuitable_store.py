"""The web server, started by hand, on a store that does not suit the service: one line, and all its processes end."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from redis import Redis

from service.run.embedded_redis import ensure_server, stop_server
from tests.end_to_end.running import PATIENCE_SECONDS, await_true, children, is_ready
from tests.isolation import GUNICORN, environment
from tests.ports import free_port

APP = "service.app:create_app()"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    """The URL of a store of this test's own."""
    server = ensure_server(tmp_path / "data", "everysec")
    yield server.url
    stop_server(server)


def forget(url: str) -> None:
    """Let the server write no file any more."""
    with closing(Redis.from_url(url)) as client:
        client.config_set("appendonly", "no")


@contextmanager
def web(folder: Path, **settings: str) -> Iterator["subprocess.Popen[str]"]:
    """The master of a web server."""
    environ = environment(**{"PORT": str(free_port())} | settings)
    with subprocess.Popen([*GUNICORN, APP], env=environ, cwd=folder, stderr=subprocess.PIPE, text=True) as master:
        try:
            yield master
        finally:
            master.kill()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "REDIS_URL is not set; `wonderful up` starts a server of its own"),
        ({"PARTITIONS": "3"}, "PARTITIONS"),
        ({"REDIS_URL": "volatile"}, "the Redis server may lose games"),
    ],
)
def test_it_does_not_start(settings: dict[str, str], words: str, tmp_path: Path, store: str):
    if "REDIS_URL" in settings:
        forget(store)
    if settings:
        with closing(Redis.from_url(store)) as client:
            client.set("partitions", "64")
        settings["REDIS_URL"] = store
    with web(tmp_path, **settings) as master:
        _, errors = master.communicate(timeout=PATIENCE_SECONDS)
    assert master.returncode == 2
    assert errors.startswith("wonderful: ")
    assert words in errors
    assert errors.count("\n") == 1, errors


def test_it_waits_for_a_store_that_is_down(tmp_path: Path, store: str):
    with web(tmp_path, REDIS_URL="redis://127.0.0.1:1", WEB_WORKERS="1") as master:
        assert master.stderr
        assert "no store listens at its address" in master.stderr.readline()
        assert master.poll() is None


def test_it_ends_when_a_new_worker_finds_that_the_store_suits_no_more(tmp_path: Path, store: str):
    port = free_port()
    with web(tmp_path, REDIS_URL=store, WEB_WORKERS="1", PORT=str(port)) as master:
        await_true(lambda: is_ready(f"http://127.0.0.1:{port}"))
        forget(store)
        [(worker, _)] = children(master.pid)
        os.kill(worker, signal.SIGKILL)
        _, errors = master.communicate(timeout=PATIENCE_SECONDS)
    assert master.returncode == 3
    assert errors.count("the Redis server may lose games") == 1, errors
