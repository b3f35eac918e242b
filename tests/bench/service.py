"""A whole service for a measurement: its server, web processes, projector and worker. All end with it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import httpx

from service.accounts import register
from service.run.embedded_redis import ensure_server, stop_server
from service.run.up import ROOT
from service.settings import read_settings
from tests.high_limits import HIGH_LIMITS
from tests.ports import free_port

WEB = ("-m", "gunicorn", "--config", "service/run/gunicorn.py")


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Where the processes of a measurement keep what belongs beside the data; it ends with this process."""
    return tempfile.TemporaryDirectory()


@contextmanager
def server(appendfsync: str = "always") -> Iterator[str]:
    """The URL of an embedded server in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        running = ensure_server(Path(folder, "data"), appendfsync)
        try:
            yield running.url
        finally:
            stop_server(running)


@contextmanager
def process(environ: Mapping[str, str], *command: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A Python process of the service, ended in the end."""
    own = {"DATA_DIR": _folder().name}
    running = subprocess.Popen([sys.executable, *command], env={**os.environ, **own, **environ}, cwd=ROOT)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(timeout=20)


@contextmanager
def web(url: str, app: str = "service.app:create_app()", **environ: str) -> Iterator[int]:
    """The port of gunicorn with two workers over the server at `url`."""
    port = free_port()
    with process({"REDIS_URL": url, "PORT": str(port), "WEB_WORKERS": "2", **HIGH_LIMITS, **environ}, *WEB, app):
        await_answer(f"http://127.0.0.1:{port}/healthz")
        yield port


@contextmanager
def everything(appendfsync: str = "always", workers: int = 1) -> Iterator[tuple[str, int]]:
    """(URL of the server, port of the web processes), with projector and workers beside them."""
    with ExitStack() as stack:
        url = stack.enter_context(server(appendfsync))
        port = stack.enter_context(web(url))
        for name in ("projector", *["worker"] * workers):
            stack.enter_context(process({"REDIS_URL": url}, "-m", "service.commands.cli", name))
        yield url, port


def new_account(parts, name, kind="human"):
    """A new account: the player and the token."""
    made = register(parts.accounts, name, kind)
    return made.player, made.secrets.token


def settings(url: str):
    """The settings of such a service."""
    return read_settings({"REDIS_URL": url, **HIGH_LIMITS})


def await_answer(url: str, seconds: float = 20) -> None:
    """Wait until the address answers 200."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if httpx.get(url, timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError(f"{url} does not answer")
