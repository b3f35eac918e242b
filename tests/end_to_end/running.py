"""The service as `make run` starts it, in processes of its own, and a client that repeats failed requests."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import httpx

from service.commands.demo import OTHER_LANES, choose_intention
from service.run.embedded_redis import ensure_server
from service.settings import Settings, read_settings
from tests.api_description import ApiDescription, api_description
from tests.high_limits import HIGH_LIMITS
from tests.isolation import WONDERFUL, environment
from tests.log_secrets import assert_no_secret
from tests.ports import free_port
from wonderful_client import Client

Json = dict[str, Any]
PATIENCE_SECONDS = 240.0
"""How long tests wait for what must come, on a busy machine too: a bound for what hangs, which judges no speed."""
NO_TLS = False
"""For `verify`: services of the tests speak plain HTTP, and to read certificates takes 20 ms of CPU for each client."""
ALL_LANES = dict.fromkeys(OTHER_LANES, "1")
METRICS_TOKEN = "metrics-token"
QUICK_ALONE = dict.fromkeys(ALL_LANES, "0")
"""Settings with a process for each lane, and for quick bots and webhooks alone: each costs half a second of CPU."""
LONGEST_TICK_SECONDS = 0.2
"""Between two looks at what has not come true for seconds: each look costs the tests and the service CPU time."""


@dataclass
class Running:
    """A running service: its address, its data and what it prints."""

    url: str
    data: Path
    output: Path

    @property
    def metrics_url(self) -> str:
        """Where its metrics are, if its settings have METRICS_TOKEN."""
        host, _, port = self.url.rpartition(":")
        return f"{host}:{int(port) + 1}/metrics"

    def await_ready(self) -> None:
        await_true(lambda: is_ready(self.url), self.output)


@dataclass
class OwnService(Running):
    """A service that its test may harm: its supervisor and its settings, too."""

    supervisor: "subprocess.Popen[bytes]"
    settings: dict[str, str]

    def await_ready(self) -> None:
        """Raises AssertionError, with what it printed, if it ends instead."""
        await_true(lambda: self.supervisor.poll() is not None or is_ready(self.url), self.output)
        assert self.supervisor.poll() is None, self.output.read_text(errors="replace")[-3000:]

    def store_settings(self) -> Settings:
        """Settings with which another process opens the same store."""
        own = {} if "REDIS_URL" in self.settings else {"REDIS_URL": ensure_server(self.data).url}
        return read_settings(self.settings | own)

    def processes(self, kind: str) -> list[int]:
        """Process ids: server (Redis), web (gunicorn's master), its `web workers`, projector or worker."""
        if kind == "web workers":
            return [pid for master in self.processes("web") for pid, _ in children(master)]
        words = {"web": " gunicorn --config", "server": "/valkey-server "}.get(kind, f" service.commands.cli {kind}")
        found = [(pid, command) for pid, command in children(self.supervisor.pid) if words in command]
        return [pid for pid, command in found if "--version" not in command]  # a look at the program before its start


@contextmanager
def up(folder: Path, **settings: str) -> Iterator[OwnService]:
    """`wonderful up` with data in a folder, once it is ready. It is stopped by SIGTERM, and has shown no secret."""
    own = start(folder, **settings)
    try:
        own.await_ready()
        yield own
    finally:
        own.supervisor.terminate()
        own.supervisor.wait(timeout=100)
    assert_no_secret(own.output)


def start(folder: Path, **settings: str) -> OwnService:
    """Start `wonderful up` with data in a folder.

    Unless the settings say otherwise, it is patient, because on a busy machine the store may take long to answer, and
    it has QUICK_ALONE.
    """
    port, data, output = free_port(), folder / "data", folder / "output"
    if "METRICS_TOKEN" in settings:
        settings["METRICS_PORT"] = str(port + 1)  # which is free, too
    environ = environment(**HIGH_LIMITS | QUICK_ALONE | {"PORT": str(port), "DATA_DIR": str(data)} | settings)
    with output.open("wb") as file:
        supervisor = subprocess.Popen(
            [*WONDERFUL, "up"], env=environ, cwd=folder, stdout=file, stderr=subprocess.STDOUT
        )
    return OwnService(f"http://127.0.0.1:{port}", data, output, supervisor, settings)


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=10, verify=NO_TLS).status_code == 200
    except httpx.TransportError:
        return False


def await_true(
    condition: Callable[[], object],
    output: Path | None = None,
    tick: float = 0.02,
    seconds: float = PATIENCE_SECONDS,
) -> None:
    """Wait until the condition is true; look every `tick` seconds, less often later. `output`: what a failure shows."""
    began = time.monotonic()
    while not condition():
        waited = time.monotonic() - began
        assert waited < seconds, output.read_text(errors="replace")[-3000:] if output else "waited in vain"
        time.sleep(max(tick, min(waited / 10, LONGEST_TICK_SECONDS)))


def children(parent: int) -> list[tuple[int, str]]:
    """(process id, command) of the living children of a process."""
    listed = subprocess.run(
        ["ps", "-wweo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    return [(int(pid), command) for pid, ppid, state, command in rows if int(ppid) == parent and state[0] != "Z"]


def runs(pid: int) -> bool:
    """Whether a process runs: one that has ended may stay listed until init collects it, a second later."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def open_client(url: str, seconds: float = PATIENCE_SECONDS) -> httpx.Client:
    """An HTTP client of a service, which checks every answer. `seconds`: the longest wait for an answer."""
    return httpx.Client(base_url=url, timeout=seconds, verify=NO_TLS, event_hooks={"response": [check_answer]})


def check_answer(response: httpx.Response) -> None:
    """Check an answer against openapi.yaml as the same service gives it. Raises AssertionError."""
    url = response.request.url
    body, media_type = response.read(), response.headers.get("Content-Type", "").partition(";")[0]
    description = description_of(str(url.copy_with(raw_path=b"/openapi.yaml")))
    description.check(response.request.method, url.path, response.status_code, media_type, body)


@lru_cache
def description_of(url: str) -> ApiDescription:
    """The description at this address."""
    return api_description(httpx.get(url, verify=NO_TLS, timeout=60).text)


class PersistentPlayer(Client):
    """A client with a new account, whose answers are checked. `account`: the answer to its registration.

    `unavailable`: how often the service answered that its store cannot be used.
    """

    def __init__(self, url: str, name: str) -> None:
        self.unavailable = 0
        self._http = open_client(url)
        self._http.event_hooks["response"].append(self._count)
        super().__init__(url, patience=PATIENCE_SECONDS, wait_for_service=True, http=self._http)
        self.account = self.register_player(name=name)
        self.id: str = self.account["id"]
        self.token: str = self.account["token"]

    def go_to(self, url: str) -> None:
        """The service has another address from now on."""
        self.connection.url = url

    def play_out(self, game: str, rng: Random, *urls: str) -> int:
        """Play to the scored end, each time at the next of these addresses. Returns how many intentions it took."""
        sent, at, waiting_since = 0, 0, time.monotonic()
        for url in cycle(urls or [self.connection.url]):
            self.go_to(url)
            if (view := self.get_game(game))["status"] != "playing":
                break
            if view["version"] != at:
                waiting_since, at = time.monotonic(), view["version"]
            assert time.monotonic() < waiting_since + PATIENCE_SECONDS, f"{game} stops at version {at}"
            if legal := self.list_legal(game):
                self.act(game, choose_intention(view, legal, rng))
                sent += 1
            else:
                self.list_events(game, after=at, wait=2)
        assert view["status"] == "finished"
        return sent

    def close(self) -> None:
        self._http.close()

    def _count(self, response: httpx.Response) -> None:
        """Raises AssertionError for another error of the service, after which the library would try again."""
        assert response.status_code < 500 or response.status_code == 503, response.text
        self.unavailable += response.status_code == 503
