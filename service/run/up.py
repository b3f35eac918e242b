"""`wonderful up`: start an embedded Redis server if none is set, run the Procfile, print the address when ready."""

import errno
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPException
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec

import click

from service.backend import checked_backend
from service.run.embedded_redis import EmbeddedServerError, Server, ensure_server, is_running, stop_server
from service.run.known_epoch import known_epoch, remember_epoch
from service.run.store_check import CHECKED_VARIABLE
from service.run.supervisor import STABLE_AFTER_SECONDS, Tell, read_procfile, restart_delay, supervise
from service.run.web_address import UNIX, connect_to_web, web_address
from service.settings import Settings, StartError, bind_address
from service.tracing import check_installed
from store.server import with_whole_paths

P = ParamSpec("P")
ROOT = Path(__file__).resolve().parents[2]
CHECK_INTERVAL_SECONDS = 0.2  # between two checks of the embedded server, and of /readyz during the start
LOADING_INTERVAL_SECONDS = 2.0  # between two lines about the progress of a server that loads its data
RESTART_SECONDS = 5.0  # for which a restart of the embedded server holds up the supervisor
SLOW_START_SECONDS = 20.0  # a start that takes longer prints what it waits for
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder in which processes count. `service.metrics` counts in it as soon as it is imported."""
NEEDS_PROXY = "It bounds neither slow requests nor connections: put a proxy before it, see deploy/nginx.conf."


def up(settings: Settings) -> int:
    """Run the whole service until it is stopped. Returns the exit status of `supervise`. Raises StartError."""
    check_installed(settings)
    _require_free_port(settings.host, settings.port, "PORT")
    if settings.metrics_port:
        _require_free_port(settings.metrics_host, settings.metrics_port, "METRICS_PORT")
    metrics_folder = _metrics_folder()
    commands = read_procfile(_procfile(), numbers_of_workers(settings))
    url = web_address(settings)
    announce = _at_most_every(CHECK_INTERVAL_SECONDS, _start_announcer(settings.host, url))
    with ExitStack() as ending:
        store_url, keep_alive = ending.enter_context(_redis_server(settings))
        epoch = _check_store(settings, store_url)

        def on_poll(tell: Tell) -> None:
            keep_alive(tell)
            announce()

        # Its processes run in another folder, and take its settings, not those of a file there.
        inherited = {name: value for name, value in os.environ.items() if name not in ("NOTIFY_SOCKET", METRICS_FOLDER)}
        environ = {**inherited, "STORE_EPOCH": epoch, "ENV_FILE": os.devnull}
        environ[CHECKED_VARIABLE] = "1"
        paths = {
            "DATA_DIR": settings.data_dir,
            "BACKUP_DIR": settings.backup_dir,
            "WITNESS_POLICY": settings.witness_policy,
        }
        environ |= {name: str(path.resolve()) for name, path in paths.items() if path}
        urls = {"REDIS_URL": store_url, "RQ_REDIS_URL": settings.rq_redis_url}
        environ |= {name: with_whole_paths(url) for name, url in urls.items() if url}
        if metrics_folder:
            environ[METRICS_FOLDER] = metrics_folder
        elif settings.metrics_port:
            environ[METRICS_FOLDER] = ending.enter_context(TemporaryDirectory())
        return supervise(commands, environ, ROOT, on_poll=on_poll, as_objects=settings.log_format == "json")


def _metrics_folder() -> str:
    """The folder that the operator names for what processes count, from the root on; empty: none. Raises StartError."""
    named = os.environ.get(METRICS_FOLDER)
    if not named:
        return ""
    folder = Path(named).resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"{METRICS_FOLDER}={named!r} cannot be used: {error.strerror}") from None
    return str(folder)


def _check_store(settings: Settings, url: str) -> str:
    """The epoch of a store that suits the service and has not lost its data. Raises StartError."""
    is_embedded = settings.redis_url is None
    expected = settings.store_epoch or (known_epoch(settings.data_dir) if is_embedded else "")
    backend = checked_backend(replace(settings, redis_url=url, store_epoch=expected))
    backend.close()
    if is_embedded:
        remember_epoch(settings.data_dir, backend.watch.epoch)
    return backend.watch.epoch


def _procfile() -> str:
    """The text of the Procfile. Raises StartError."""
    try:
        return (ROOT / "Procfile").read_text(encoding="utf-8")
    except FileNotFoundError:
        # `pip install .` without -e has copied the packages, and the Procfile belongs to none of them.
        message = f"{ROOT} holds a copy of the program without its Procfile: run `make run` in the clone to mend this"
        raise StartError(message) from None


def numbers_of_workers(settings: Settings) -> dict[str, int]:
    """How many processes each line of the Procfile for workers gets."""
    return {
        "worker": settings.workers,
        "slow": settings.slow_workers,
        "decisions": settings.decision_workers,
        "long_decisions": settings.long_decision_workers,
        "verifications": settings.verification_workers,
        "metrics": 1 if settings.metrics_port else 0,
        "backup": 1 if settings.backup_dir else 0,
    }


@contextmanager
def _redis_server(settings: Settings) -> Iterator[tuple[str, Callable[[Tell], None]]]:
    """The URL of the Redis server, and a function that restarts an embedded server if it has died."""
    if settings.redis_url:
        yield settings.redis_url, lambda tell: None
        return
    tell = _at_most_every(
        LOADING_INTERVAL_SECONDS, lambda progress: click.echo(f"The embedded server loads its data: {progress}")
    )
    kept = KeptServer(settings, ensure_server(settings.data_dir, settings.appendfsync, on_loading=tell))
    try:
        yield kept.server.url, _at_most_every(CHECK_INTERVAL_SECONDS, kept.restart_if_dead)
    finally:
        if kept.is_ours:
            stop_server(kept.server)
        else:
            pid = kept.server.pid
            click.echo(f"The embedded server was running before this start and keeps running (process {pid}).")


class KeptServer:
    """The embedded server, which is started again when it dies: at once, but later each time if it dies again soon.

    `is_ours`: whether this process has started it.
    """

    def __init__(self, settings: Settings, server: Server, now: Callable[[], float] = time.monotonic) -> None:
        self.server, self.is_ours = server, server.started
        self._settings, self._now = settings, now
        self._started_at = now()
        self._restart_at: float | None = None  # None: it runs, as far as is known
        self._early_deaths = 0  # in a row
        self._told = ""

    def restart_if_dead(self, tell: Tell) -> None:
        """If the server has died, start it again when its time has come; tell that, and what is wrong."""
        now = self._now()
        if self._restart_at is None:
            if is_running(self.server):
                return
            self._early_deaths = self._early_deaths + 1 if now - self._started_at < STABLE_AFTER_SECONDS else 0
            self._restart_at = now + (restart_delay(self._early_deaths) if self._early_deaths else 0.0)
        if now < self._restart_at:
            return
        try:
            self.server = ensure_server(
                self._settings.data_dir, self._settings.appendfsync, RESTART_SECONDS, on_loading=None
            )
        except EmbeddedServerError as error:
            self._early_deaths += 1
            self._restart_at = self._now() + restart_delay(self._early_deaths)
            if str(error) != self._told:
                tell(f"The embedded server has died, and cannot be started: {error}")
            self._told = str(error)
            return
        self.is_ours = self.is_ours or self.server.started
        self._started_at, self._restart_at, self._told = self._now(), None, ""
        tell("The embedded server had died; it is running again.")


def _start_announcer(host: str, url: str) -> Callable[[], None]:
    """A function to call during the start. It prints once that the service is ready, and once why a start is slow."""
    began = time.monotonic()
    ready = reported_slow = False

    def announce() -> None:
        nonlocal ready, reported_slow
        if ready:
            return
        problem = _readiness_problem(url)
        if problem is None:
            ready = True
            tell_systemd("READY=1")
            click.echo(f"\nReady: {url}")
            if not url.startswith(UNIX):
                click.echo(f"Open it in a browser to play. Documentation of the API: {url}/docs\n")
            if not is_local(host):
                click.echo(f"HOST={host}: other machines reach the service. {NEEDS_PROXY}", err=True)
        elif time.monotonic() - began > SLOW_START_SECONDS and not reported_slow:
            reported_slow = True
            click.echo(f"Not ready yet: {problem}")

    return announce


def tell_systemd(state: str) -> None:
    """Tell the process that started this one about its state, if it asked for that (sd_notify)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling, suppress(OSError):
            telling.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            telling.sendall(state.encode())


def _readiness_problem(url: str) -> str | None:
    """Why the service is not ready; None when it is."""
    try:
        with closing(connect_to_web(url, 1.0)) as connection:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            body = answer.read(300).decode(errors="replace")
            return None if answer.status == 200 else f"/readyz answers {answer.status} {' '.join(body.split())}"
    except (OSError, HTTPException) as error:
        return f"/readyz does not answer ({error})"


def is_local(host: str) -> bool:
    """Whether a service that listens there is reached from this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _require_free_port(host: str, port: int, setting: str) -> None:
    address = bind_address(host, port)
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(target)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = f"{address} is already in use: stop the process that listens there, or set another {setting}"
            raise StartError(message) from error
        raise StartError(f"cannot listen on {address}: {error.strerror}") from error


def _at_most_every(seconds: float, action: Callable[P, None]) -> Callable[P, None]:
    """A function that calls `action`, but skips calls that come within `seconds` of the last one."""
    last = -seconds

    def act(*args: P.args, **kwargs: P.kwargs) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            action(*args, **kwargs)
            last = time.monotonic()

    return act
