"""Streams that do not come as the service sends them: cut by a proxy, by somebody else, after a loss of the server."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.client.conftest import service
from tests.service.client import Service
from wonderful_client import AsyncClient, Client, Game, Json, Problem

__all__ = ["service"]
JSON_LINES = {"Content-Type": "application/x-ndjson"}
END = {"type": "end", "reason": "finished", "version": 2}


def in_lines(*items: Json) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def streams(*bodies: bytes, headers: dict[str, str] = JSON_LINES) -> httpx.MockTransport:
    """A service that answers each request by the next of these bodies, each of which ends as if it were whole."""
    left: Iterator[bytes] = iter(bodies)
    return httpx.MockTransport(lambda request: httpx.Response(200, headers=headers, content=next(left)))


def listened(transport: httpx.MockTransport) -> tuple[list[Any], list[Any]]:
    """The items that both clients get."""

    async def listen() -> list[Json]:
        async with AsyncClient("http://localhost", http=httpx.AsyncClient(transport=transport)) as awaiting:
            return [item async for item in awaiting.listen("g")]

    with Client("http://localhost", http=httpx.Client(transport=transport)) as blocking:
        return [*blocking.listen("g")], asyncio.run(listen())


def test_a_stream_that_a_proxy_ends_in_the_middle_of_a_line_goes_on():
    first, second = ({"type": "event", "version": version} for version in (1, 2))
    bodies = in_lines(first, second)[:-4], in_lines(second, END)
    assert listened(streams(*bodies, *bodies)) == ([first, second], [first, second])


def test_a_stream_of_another_service_is_a_problem():
    page = streams(b"<html>Log in to this network</html>", headers={"Content-Type": "text/html"})
    with pytest.raises(Problem, match="Log in to this network"):
        listened(page)


class Restored(httpx.BaseTransport):
    """The service, whose server has lost all events of games after a version."""

    def __init__(self, service: Service) -> None:
        self.service = httpx.WSGITransport(app=service.app)
        self.version = 1000

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.headers["Accept"] == JSON_LINES["Content-Type"]:
            body = in_lines({"type": "resync", "version": self.version}, END)
            return httpx.Response(200, headers=JSON_LINES, content=body)
        response = self.service.handle_request(request)
        if not request.url.path.endswith("/events"):
            return response
        response.read()
        return httpx.Response(200, json=[event for event in response.json() if event["version"] <= self.version])


def test_who_follows_a_game_forgets_the_events_that_the_server_has_lost(service: Service):
    transport = Restored(service)
    with Client("http://localhost", http=httpx.Client(transport=transport)) as client:
        client.register_player(name="Ada")
        game = Game(client, client.open_game(seats=1)["id"])
        started = client.start_game(game.id)
        game.read()
        game.act(client.list_legal(game.id)[0])
        transport.version = started["version"]
        assert [view["version"] for view in game.follow()] == [started["version"] + 1, started["version"]]
        assert game.view() == started


def test_who_follows_a_game_reads_on_after_a_rewind(service: Service):
    transport = Restored(service)
    with Client("http://localhost", http=httpx.Client(transport=transport)) as client:
        client.register_player(name="Ada")
        game = Game(client, client.open_game(seats=1)["id"])
        started = client.start_game(game.id)
        client.act(game.id, client.list_legal(game.id)[0])
        client.propose_rewind(game.id, version=started["version"])
        game.read()
        transport.version = game.version
        assert [view["hand"] for view in game.follow()] == [started["hand"]]
