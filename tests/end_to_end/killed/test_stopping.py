"""Web processes that stop under load: all that they have accepted is answered, and what waits ends properly."""

import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.end_to_end.running import OwnService, await_true
from tests.end_to_end.test_live import seated

PAUSE_SECONDS = 0.08
"""Between two requests of a client: ten that never pause leave no CPU to the processes that start."""
REFUSED = "refused"
"""The outcome when nobody listens. What the kernel has connected in the moment in which the last listener closes, it
resets."""
OPENED, HEARD = "connection.connect_tcp.complete", "http11.receive_response_headers.complete"
"""Steps of a request, as httpx names them."""


class Load:
    """Clients who send requests, wait and follow until they are stopped. `outcomes`: one for each request."""

    def __init__(self, url: str) -> None:
        self.outcomes: Counter[tuple[str, Any]] = Counter()
        self._url = url
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        with seated(url) as (game, players):
            self._game, self._players = f"/v1/games/{game}", [each.connection.headers for each in players]

    def count(self, kind: str) -> int:
        """How many requests of a kind have an outcome."""
        with self._lock:
            return sum(count for (name, _), count in self.outcomes.items() if name == kind)

    @contextmanager
    def running(self) -> Iterator[None]:
        """The clients send while the block lasts."""
        acts = [*[self._on_one_connection] * 3, self._on_new_connections, *[self._poll] * 2, *[self._follow] * 4]
        threads = [threading.Thread(target=self._repeat, args=(act, at)) for at, act in enumerate(acts)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            for on in (True, False):  # the streams have something to read, and leave
                body = {"type": "auto_ready", "on": on}
                httpx.post(f"{self._url}{self._game}/intentions", json=body, headers=self._players[0], timeout=60)
            for thread in threads:
                thread.join(60)

    def _repeat(self, act: Callable[[httpx.Client, int], tuple[str, Any]], number: int) -> None:
        headers = self._players[number % 2]
        steps: list[str] = []  # of the request: the connection that is opened for it, what is sent, what is received
        note_steps = {"request": [lambda request: request.extensions.update(trace=lambda step, _: steps.append(step))]}
        with httpx.Client(base_url=self._url, headers=headers, timeout=60, event_hooks=note_steps) as client:
            while not self._stopped.is_set():
                kind = act.__name__
                steps.clear()
                try:
                    kind, outcome = act(client, number)
                except httpx.HTTPError as error:
                    outcome = REFUSED if is_refused(error, {*steps}) else repr(error)
                with self._lock:
                    self.outcomes[kind, outcome] += 1
                self._stopped.wait(PAUSE_SECONDS)

    def _on_one_connection(self, client: httpx.Client, number: int) -> tuple[str, Any]:
        body = {"type": "auto_ready", "on": bool(os.urandom(1)[0] % 2)}
        return "kept", client.post(f"{self._game}/intentions", json=body).status_code

    def _on_new_connections(self, client: httpx.Client, number: int) -> tuple[str, Any]:
        return "new", client.get(self._game, headers={"Connection": "close"}).status_code

    def _poll(self, client: httpx.Client, number: int) -> tuple[str, Any]:
        after = 1 << 50  # nothing comes after it
        return "poll", client.get(f"{self._game}/events?after={after}&wait=1").status_code

    def _follow(self, client: httpx.Client, number: int) -> tuple[str, Any]:
        last: dict[str, Any] = {}
        kind, path = [("stream", f"{self._game}/events"), ("inbox", "/v1/turns")][number % 2]
        with client.stream("GET", path, headers={"Accept": "application/x-ndjson"}) as answer:
            for line in answer.iter_lines():
                if line:
                    last = json.loads(line)
                if self._stopped.is_set():
                    return kind, "we leave"
        return kind, last.get("reason", "no end")


def is_refused(error: httpx.HTTPError, steps: set[str]) -> bool:
    """Whether no connection was opened for a request, or one that was reset before anything came."""
    if isinstance(error, httpx.ConnectError):
        return True
    is_reset = isinstance(error, httpx.NetworkError) or "http11.send_request_headers.failed" in steps
    return is_reset and {OPENED, HEARD} & steps == {OPENED}


def workers(service: OwnService) -> set[int]:
    return set(service.processes("web workers"))


def failures(load: Load) -> dict[tuple[str, Any], int]:
    """What is no good answer."""
    good = {200, 201, 204, "restarting", "we leave"}
    return {each: count for each, count in load.outcomes.items() if each[1] not in good}


@pytest.mark.verify
def test_web_processes_are_replaced_and_stopped_under_load_without_a_failed_request(own_service: OwnService):
    [master], old = own_service.processes("web"), workers(own_service)
    load = Load(own_service.url)
    with load.running():
        await_true(lambda: load.count("kept") > 50)
        os.kill(master, signal.SIGHUP)
        await_true(lambda: len(workers(own_service)) == 2 and not workers(own_service) & old, own_service.output)
        before = load.count("kept")
        await_true(lambda: load.count("kept") > before + 50)
    assert failures(load) == {}
    assert min(load.outcomes[kind, "restarting"] for kind in ("stream", "inbox")) >= 1

    load = Load(own_service.url)
    with load.running():
        await_true(lambda: load.count("kept") > 50)
        os.kill(master, signal.SIGTERM)
        await_true(lambda: own_service.processes("web") not in ([], [master]), own_service.output)
        before = load.count("kept")
        await_true(lambda: load.count("kept") > before + 50)
    failed = failures(load)
    assert {outcome for _, outcome in failed} <= {REFUSED}, failed
