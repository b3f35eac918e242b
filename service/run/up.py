"""`wonderful up`: an embedded server where none is set, the Procfile's processes, the address once it answers."""

import errno
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import click

from service.backend import checked_backend
from service.run.embedded_redis import EmbeddedServerError, ensure_server, is_running, stop_server
from service.run.supervisor import read_procfile, supervise
from service.settings import Settings, StartError, base_url, bind_address

ROOT = Path(__file__).resolve().parents[2]
LONG = 20.0  # seconds: not ready by then, it says what it waits for


def up(settings: Settings) -> int:
    """Run until told to stop. Returns the exit status, raises StartError."""
    _require_free_port(settings.host, settings.port)
    commands = read_procfile((ROOT / "Procfile").read_text(encoding="utf-8"), settings.workers)
    announce = _every(0.2, _announcer(base_url(settings.host, settings.port)))
    with _redis(settings) as (url, keep_alive):
        checked_backend(replace(settings, redis_url=url)).redis.close()

        def tend() -> None:
            keep_alive()
            announce()

        return supervise(commands, {**os.environ, "REDIS_URL": url}, ROOT, tend=tend)


@contextmanager
def _redis(settings: Settings) -> Iterator[tuple[str, Callable[[], None]]]:
    """The server's URL and what to call now and then so that it stays there."""
    if settings.redis_url:
        yield settings.redis_url, lambda: None
        return
    servers = [ensure_server(settings.data_dir, settings.appendfsync)]

    def keep_alive() -> None:
        if is_running(servers[-1]):
            return
        try:
            servers.append(ensure_server(settings.data_dir, settings.appendfsync))
            click.echo("The embedded server had died; it runs again.")
        except EmbeddedServerError as error:  # tried again with the next call
            click.echo(f"The embedded server has died: {error}")

    try:
        yield servers[0].url, _every(0.2, keep_alive)
    finally:
        if any(server.started for server in servers):
            stop_server(servers[-1])
        else:
            click.echo(f"The embedded server ran before this start and goes on (process {servers[-1].pid}).")


def _announcer(url: str) -> Callable[[], None]:
    """Prints, once, that the service answers; before that, once, why it takes so long."""
    began = time.monotonic()
    said: set[str] = set()

    def announce() -> None:
        if "ready" in said:
            return
        waiting_for = _not_ready(url)
        if waiting_for is None:
            said.add("ready")
            click.echo(f"\nReady: {url} (documentation: {url}/docs)\nTry: curl {url}/v1/catalogue\n")
        elif time.monotonic() - began > LONG and "late" not in said:
            said.add("late")
            click.echo(f"Not ready yet: {waiting_for}")

    return announce


def _not_ready(url: str) -> str | None:
    """Why the service is not ready, None when it is."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=1.0)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read(300).decode(errors="replace")
        return None if answer.status == 200 else f"/readyz answers {answer.status} {' '.join(body.split())}"
    except (OSError, HTTPException) as error:
        return f"/readyz does not answer ({error})"
    finally:
        connection.close()


def _require_free_port(host: str, port: int) -> None:
    address = bind_address(host, port)
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(target)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(f"{address} is already in use: stop what listens there or set PORT to another") from error
        raise StartError(f"cannot listen on {address}: {error.strerror}") from error


def _every(seconds: float, action: Callable[[], None]) -> Callable[[], None]:
    """The same action, done only when its last time is `seconds` ago."""
    last = -seconds

    def act() -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            action()
            last = time.monotonic()

    return act
