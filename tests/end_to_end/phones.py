"""A client of the kind a phone runs: a bad connection, a stream that breaks, and every request safe to repeat."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from secrets import token_urlsafe
from typing import Any

import httpx

from examples.follow.strategy import next_intentions
from tests.end_to_end.running import PATIENCE_SECONDS, await_true

Json = dict[str, Any]


class BadConnection(httpx.HTTPTransport):
    """Drops a share of all requests: one half before the service gets them, the other half with their answers."""

    def __init__(self, dropped: float, rng: Random) -> None:
        super().__init__()
        self._dropped = dropped
        self._rng = rng
        self.drops = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        lot = self._rng.random()
        if lot < self._dropped / 2:
            self.drops += 1
            raise httpx.ConnectError("the request got lost")
        answer = super().handle_request(request)
        if lot < self._dropped:
            self.drops += 1
            answer.close()
            raise httpx.ReadError("the answer got lost")
        return answer


class Phone:
    """A player with a connection that drops this share of everything."""

    def __init__(self, url: str, name: str, dropped: float = 0.0, seed: int = 0) -> None:
        self._rng = Random(seed)
        self._connection = BadConnection(dropped, Random(seed + 1))
        self._http = httpx.Client(base_url=url, transport=self._connection, timeout=10)
        self.dropped = dropped
        self.returns = 0
        account = self.ask("POST", "/v1/players", json={"name": name})
        self.id: str = account["id"]
        self._http.headers["Authorization"] = f"Bearer {account['token']}"
        self.catalogue: Json = self.ask("GET", "/v1/catalogue")

    @property
    def drops(self) -> int:
        return self._connection.drops

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer, however often the connection fails or the service restarts. The key makes a repetition safe."""
        headers = {"Idempotency-Key": token_urlsafe(24), **more.pop("headers", {})}
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            with suppress(httpx.TransportError):
                answer = self._http.request(method, path, headers=headers, **more)
                if answer.status_code < 500:
                    return answer
                assert answer.status_code == 503, answer.text
            assert time.monotonic() < deadline, f"{method} {path} was not answered"
            time.sleep(0.05)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """The JSON value of an answer that is no error."""
        answer = self.send(method, path, **more)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def view(self, game: str) -> Json:
        found: Json = self.ask("GET", game)
        return found

    def act(self, game: str) -> bool:
        """Do everything that the seat has to do now, if the game waits for it. Return to a seat that a bot has."""
        view = self.view(game)
        if view["seat"] is not None and view["seats"][view["seat"]]["away"]:
            self.returns += 1
            self.ask("POST", f"{game}/seats/me/return")
        if not (bodies := next_intentions(view, self.catalogue)):
            return False
        answer = self.send("POST", f"{game}/intentions", json=bodies)
        assert answer.status_code in (201, 409), answer.text  # 409: the time was up meanwhile
        return answer.status_code == 201

    def items(self, path: str, last_id: str | None, stopped: threading.Event) -> Iterator[Json]:
        """The items of one connection of a stream; it breaks off at some time if the connection is a bad one."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last_id} if last_id else {})
        with suppress(httpx.TransportError), self._http.stream("GET", path, headers=headers, timeout=15) as answer:
            if answer.status_code != 200:
                assert answer.status_code in (204, 503), answer.read()
                if answer.status_code == 204:
                    yield {"type": "over"}
                return
            item: Json = {}
            for line in answer.iter_lines():
                if stopped.is_set():
                    return
                field, _, value = line.partition(": ")
                if field == "data":
                    item["data"] = json.loads(value)
                elif field == "id":
                    item["id"] = value
                elif field == "event":
                    item["type"] = value
                elif not line and "data" in item:
                    yield item
                    item = {}
                    if self._rng.random() < self.dropped / 3:
                        return

    def close(self) -> None:
        self._http.close()


class Follower:
    """Follows a game or the inbox from a thread of its own, over any number of connections."""

    def __init__(self, phone: Phone, path: str) -> None:
        self._phone = phone
        self._path = path
        self.items: list[Json] = []
        self.connections = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        last_id = None
        while not self._stopped.is_set():
            self.connections += 1
            for item in self._phone.items(self._path, last_id, self._stopped):
                self.items.append(item)
                last_id = item.get("id", last_id)
                if item["type"] in ("end", "over") or self._stopped.is_set():
                    return
            time.sleep(0.05)

    def await_type(self, kind: str) -> Json:
        """The data of the newest item of this type, once there is one."""
        await_true(lambda: any(item["type"] == kind for item in [*self.items]))
        found: Json = [item for item in [*self.items] if item["type"] == kind][-1]["data"]
        return found

    def await_event(self, name: str) -> Json:
        """The newest event of this name, once there is one."""
        await_true(lambda: any(event["name"] == name for event in self.events()))
        return [event for event in self.events() if event["name"] == name][-1]

    def events(self) -> list[Json]:
        return [item["data"] for item in [*self.items] if item["type"] == "event"]

    def stop(self) -> None:
        """Disconnect; the next sign of life of the stream ends it."""
        self._stopped.set()
        self._thread.join(20)
