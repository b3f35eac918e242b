"""A client that follows a game live, as the tests read it: item by item."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from werkzeug.test import TestResponse

from tests.service.client import Caller, Json

NDJSON, EVENT_STREAM = "application/x-ndjson", "text/event-stream"


class Following:
    """An open stream. Iterating it yields its items, and waits for them."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self._pieces = (piece.decode() for piece in answer.iter_encoded())
        self._items = self._read()

    def __iter__(self) -> Iterator[Json]:
        return self._items

    def next(self, kind: str | None = None) -> Json:
        """The next item; the next of a type, if one is named."""
        return next(item for item in self._items if kind in (None, item["type"]))

    def until(self, version: int) -> list[Json]:
        """The items up to the event of this version."""
        found = []
        for item in self._items:
            found.append(item)
            if item["type"] == "event" and item["version"] == version:
                return found
        raise AssertionError(f"the stream ends before version {version}: {found[-3:]}")

    def _read(self) -> Iterator[Json]:
        for piece in self._pieces:
            for block in piece.split("\n\n" if self.answer.mimetype == EVENT_STREAM else "\n"):
                if item := _read_block(block):
                    yield item


@contextmanager
def reading(stream: Following) -> Iterator[list[Json]]:
    """The items of a stream, read by another thread as they come. At the end of the block all have been read."""
    found: list[Json] = []

    def read() -> None:
        for item in stream:
            found.append(item)  # noqa: PERF402  # one by one: others look at it meanwhile

    thread = threading.Thread(target=read)
    thread.start()
    yield found
    thread.join(60)
    assert not thread.is_alive(), "the stream does not end"


def _read_block(block: str) -> Json | None:
    """The item of a line, or of an event with its fields `id` and `event`; None for a sign of life."""
    if not block or block.startswith(":"):
        return None
    if block.startswith("{"):
        item: Json = json.loads(block)
        return item
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    item = json.loads(fields["data"])
    assert fields["event"] == item["type"]
    cursor = str(item["version"]) if item["type"] in ("frame", "resync", "event") else None
    assert fields.get("id") == (item.get("id") if item["type"] == "end" else cursor)
    assert fields["retry"] == "3000"
    return item


@contextmanager
def follow(
    caller: Caller, game: str, query: str = "", kind: str = EVENT_STREAM, last_id: object = None, **headers: str
) -> Iterator[Following]:
    """A stream of the game, closed in the end."""
    asked = {"Accept": kind} | ({} if last_id is None else {"Last-Event-ID": str(last_id)}) | headers
    answer = caller.get(f"{game}/events{query}", asked)
    assert answer.status_code == 200, answer.text
    try:
        yield Following(answer)
    finally:
        answer.close()


def versions(items: list[Json]) -> list[Any]:
    """The versions of the events among items."""
    return [item["version"] for item in items if item["type"] == "event"]
