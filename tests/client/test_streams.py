"""Streams that do not come as the service sends them: cut by a proxy, or from somebody else."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from wonderful_client import AsyncClient, Client, Json, Problem

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
