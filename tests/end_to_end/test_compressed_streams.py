"""A compressed stream through the web server: each item can be read when it happens, not when a buffer is full."""

import json
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager

import httpx
import pytest

from tests.end_to_end.running import Running, open_client


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    """A registered player."""
    with open_client(running.url) as http:
        token = http.post("/v1/players", json={"name": "Ada"}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        yield http


def open_stream(running: Running, client: httpx.Client, kind: str) -> AbstractContextManager[httpx.Response]:
    """A stream of the player's turns. httpx asks for gzip by itself."""
    headers = {"Authorization": client.headers["Authorization"], "Accept": kind}
    return httpx.stream("GET", f"{running.url}/v1/turns", headers=headers, timeout=60)


def turn_in(game: str) -> str:
    """What only the turn in a game says."""
    return f'"type": "your_turn", "game": "{game}"'


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/event-stream"])
def test_an_item_of_a_compressed_stream_arrives_when_it_happens(running: Running, client: httpx.Client, kind: str):
    with open_stream(running, client, kind) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        reader, sent, read = zlib.decompressobj(16 + zlib.MAX_WBITS), 0, ""
        games: list[str] = []
        for chunk in answer.iter_raw():
            sent += len(chunk)
            read += reader.decompress(chunk).decode()
            if not games or turn_in(games[-1]) in read:  # the next one starts once the last one was told
                if len(games) == 4:
                    break
                games.append(client.post("/v1/games", json={"seats": 1}).json()["id"])
                client.post(f"/v1/games/{games[-1]}/start")
    assert [read.count(turn_in(game)) for game in games] == [1, 1, 1, 1]
    assert sent < len(read) / 4


def test_a_library_that_asks_for_compression_reads_lines_as_they_come(running: Running, client: httpx.Client):
    with open_stream(running, client, "application/x-ndjson") as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        lines = answer.iter_lines()
        assert next(lines) == ""
        game = client.post("/v1/games", json={"seats": 1}).json()["id"]
        client.post(f"/v1/games/{game}/start")
        assert json.loads(next(line for line in lines if line))["game"] == game


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_whole_game_works_for_a_client_that_takes_only_compressed_answers(client: httpx.Client, coding: str):
    client.headers["Accept-Encoding"] = f"{coding}, identity;q=0"
    opened = client.post("/v1/games", json={"seats": 1, "bots": []})
    game = opened.headers["Location"]
    view = client.post(f"{game}/start")
    tag = view.headers["ETag"]
    assert client.get(game, headers={"If-None-Match": tag}).status_code == 304
    legal = client.get(f"{game}/legal")
    assert legal.headers["Content-Encoding"] == coding
    acted = client.post(f"{game}/intentions", json=legal.json()[0], headers={"If-Match": tag})
    assert acted.status_code == 201
    assert acted.headers["Content-Encoding"] == coding
    assert client.get(game, headers={"If-None-Match": tag}).status_code == 200
