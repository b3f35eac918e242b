"""Streams that break off in unusual ways, and games that several tasks follow at once."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.client.conftest import new_client, service
from tests.service.client import Service
from wonderful_client import AsyncClient, AsyncGame, Client, Game, Json, Problem

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


def test_the_last_view_comes_though_the_stream_breaks_off_before_it():
    events: list[Json] = [{"type": "event", "version": version} for version in (1, 2, 3)]
    view: Json = {"type": "view", "version": 3}
    bodies = iter([in_lines(*events), in_lines(events[2], view, END)])

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.params.get("after") == "3":
            return httpx.Response(204)  # the game is over
        return httpx.Response(200, headers=JSON_LINES, content=next(bodies))

    with Client("http://localhost", http=httpx.Client(transport=httpx.MockTransport(answer))) as client:
        assert [*client.listen("g", include="view")] == [*events, view]


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


class Recorded(httpx.AsyncBaseTransport):
    """A game whose events another client has read. Answers take a moment; the stream begins once `is_told` is set."""

    def __init__(self, client: Client, game: str) -> None:
        self.bodies: dict[str, Any] = {"catalogue": client.get_catalogue(), "me": client.get_me()}
        self.events = [*client.rest(client.list_events(game))]
        self.known = len(self.events)
        self.is_told = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        after, last = int(request.url.params.get("after", 0)), request.url.path.rpartition("/")[2]
        await asyncio.sleep(0)
        if last == "intentions":
            self.known += 1
            return httpx.Response(201, json={"events": self.events[self.known - 1 : self.known]})
        if last != "events":
            return httpx.Response(200, json=self.bodies[last])
        if request.headers["Accept"] != JSON_LINES["Content-Type"]:
            return httpx.Response(200, json=self.events[after : self.known])
        await self.is_told.wait()
        lines = in_lines(*({"type": "event", **event} for event in self.events[after : self.known]), END)
        return httpx.Response(200, headers=JSON_LINES, content=lines)


@pytest.fixture
def recorded(service: Service) -> Recorded:
    """A solo game after two moves."""
    with new_client(service, "Ada") as client:
        game = client.open_game(seats=1)["id"]
        client.start_game(game)
        for _ in range(2):
            client.act(game, client.list_legal(game)[-1])
        return Recorded(client, game)


def test_tasks_that_read_a_game_at_once_add_each_event_once(recorded: Recorded):
    async def read() -> AsyncGame:
        async with AsyncClient("http://localhost", http=httpx.AsyncClient(transport=recorded)) as client:
            game = AsyncGame(client, "g")
            await asyncio.gather(game.read(), game.read())
        return game

    assert asyncio.run(read()).events == recorded.events


def test_who_follows_a_game_sees_what_another_task_does_in_it(recorded: Recorded):
    recorded.known -= 1

    async def follow() -> list[int]:
        async with AsyncClient("http://localhost", http=httpx.AsyncClient(transport=recorded)) as client:
            game = AsyncGame(client, "g")
            views = game.follow()
            versions = [(await anext(views))["version"]]
            following = asyncio.ensure_future(anext(views))
            await asyncio.sleep(0)  # it asks for what comes
            assert await game.act({}) == recorded.events[-1:]
            recorded.is_told.set()
            return [*versions, (await following)["version"], *[view["version"] async for view in views]]

    last = len(recorded.events)
    assert asyncio.run(follow()) == [last - 1, last]


def test_a_legal_choice_is_never_wrong_though_the_same_is_legal_again():
    ready = {"type": "ready"}
    turn = {"type": "your_turn", "id": "1-0", "game": "g", "version": 7, "view": {}, "legal": [ready]}
    finished = {"type": "finished", "id": "2-0", "game": "g"}

    def answer(request: httpx.Request) -> httpx.Response:
        """Somebody else plays this turn, and the next one begins before the client asks what is legal."""
        if request.method == "POST":
            return httpx.Response(409, json={"code": "already_ready", "detail": "you have declared yourself ready"})
        if request.url.path.endswith("/legal"):
            return httpx.Response(200, json=[ready])
        return httpx.Response(200, headers=JSON_LINES, content=in_lines(turn, finished))

    with Client("http://localhost", http=httpx.Client(transport=httpx.MockTransport(answer))) as client:
        assert next(client.play(lambda view, legal: legal[0])) == finished
        with pytest.raises(Problem, match="ready"):
            next(client.play(lambda view, legal: [ready, ready]))


def test_a_bot_passes_over_items_that_are_newer_than_it():
    newer, finished = {"type": "season_began"}, {"type": "finished", "id": "2-0", "game": "g"}

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers=JSON_LINES, content=in_lines(newer, {**newer, "id": "1-0"}, finished))

    with Client("http://localhost", http=httpx.Client(transport=httpx.MockTransport(answer))) as client:
        assert next(client.play(lambda view, legal: legal[0])) == finished
