"""A client of the kind a phone runs: the client library over a connection that drops requests, answers and streams."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import cast

import httpx

from examples.follow.strategy import next_intentions
from tests.end_to_end.running import PATIENCE_SECONDS, await_true
from wonderful_client import Client, Json, Problem


class SwitchedOff(Exception):
    """The phone is off, and its client with it."""


class BadConnection(httpx.HTTPTransport):
    """Drops a share of all requests: one half before the service gets them, the other half with their answers.

    A stream breaks off after any of its chunks. `drops`, `streams`: how many requests were dropped, streams opened.
    """

    def __init__(self, dropped: float, rng: Random) -> None:
        super().__init__()
        self.dropped = dropped
        self.rng = rng
        self.drops = self.streams = 0
        self.is_off = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.is_off:
            raise SwitchedOff
        lot = self.rng.random()
        if lot < self.dropped / 2:
            self.drops += 1
            raise httpx.ConnectError("the request got lost")
        answer = super().handle_request(request)
        if lot < self.dropped:
            self.drops += 1
            answer.close()
            raise httpx.ReadError("the answer got lost")
        if request.headers["Accept"] == "application/x-ndjson":
            self.streams += 1
            answer.stream = _Breaking(cast(httpx.SyncByteStream, answer.stream), self)
        return answer


class _Breaking(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, connection: BadConnection) -> None:
        self._stream, self._connection = stream, connection

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            if self._connection.is_off:
                raise SwitchedOff
            yield chunk
            if self._connection.rng.random() < self._connection.dropped / 3:
                raise httpx.ReadError("the stream broke off")

    def close(self) -> None:
        self._stream.close()


class Phone:
    """A player with a connection that drops this share of everything."""

    def __init__(self, url: str, name: str, dropped: float = 0.0, seed: int = 0) -> None:
        self.connection = BadConnection(dropped, Random(seed + 1))
        self._http = httpx.Client(transport=self.connection, timeout=10)
        self.client = Client(url, patience=PATIENCE_SECONDS, wait_for_service=True, http=self._http)
        self.id: str = self.client.register_player(name=name)["id"]
        self.catalogue = self.client.get_catalogue()
        self.returns = 0

    def act(self, game: str) -> bool:
        """Do everything that the seat has to do now, if the game waits for it. Return to a seat that a bot has."""
        view = self.client.get_game(game)
        if view["seat"] is not None and view["seats"][view["seat"]]["away"]:
            self.returns += 1
            self.client.return_to_seat(game)
        if not (bodies := next_intentions(view, self.catalogue)):
            return False
        try:
            self.client.act(game, bodies)
        except Problem as problem:
            if problem.status != 409:  # the time was up meanwhile
                raise
            return False
        return True

    def close(self) -> None:
        self.connection.is_off = True
        self._http.close()


class Follower:
    """Follows items from a thread of its own, until they end. `items`: those so far."""

    def __init__(self, phone: Phone, items: Iterator[Json]) -> None:
        self._phone = phone
        self.items: list[Json] = []
        self.is_over = False
        self._thread = threading.Thread(target=self._run, args=(items,), daemon=True)
        self._thread.start()

    def _run(self, items: Iterator[Json]) -> None:
        with suppress(SwitchedOff):
            for item in items:
                self.items.append(item)
            self.is_over = True

    def await_type(self, kind: str) -> Json:
        """The newest item of this type, once there is one."""
        await_true(lambda: any(item["type"] == kind for item in [*self.items]))
        return [item for item in [*self.items] if item["type"] == kind][-1]

    def await_event(self, name: str) -> Json:
        """The newest event of this name, once there is one."""
        await_true(lambda: any(event["name"] == name for event in self.events()))
        return [event for event in self.events() if event["name"] == name][-1]

    def events(self) -> list[Json]:
        return [item for item in [*self.items] if item["type"] == "event"]

    def stop(self) -> None:
        """Switch the phone off; the next sign of life of the stream ends it."""
        self._phone.connection.is_off = True
        self._thread.join(20)
