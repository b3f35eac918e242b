"""Counts the requests of a client, and the bytes that they move, streams included."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import httpx


@dataclass
class Traffic:
    """Bytes of HTTP/1.1, as they are on the wire: bodies as they are transferred, perhaps compressed, and headers.

    Without TLS and TCP, which add to them.
    """

    requests: int = 0
    body_up: int = 0
    body_down: int = 0
    headers_up: int = 0
    headers_down: int = 0

    @property
    def up(self) -> int:
        return self.body_up + self.headers_up

    @property
    def down(self) -> int:
        return self.body_down + self.headers_down

    def __str__(self) -> str:
        bodies = f"bodies alone {self.body_up} and {self.body_down}"
        return f"{self.requests} requests, {self.up} bytes up, {self.down} down ({bodies})"


class CountingTransport(httpx.HTTPTransport):
    """For `httpx.Client(transport=…)`. `traffic`: what has passed so far."""

    def __init__(self) -> None:
        super().__init__()
        self.traffic = Traffic()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response, traffic = super().handle_request(request), self.traffic
        reason = cast(bytes, response.extensions.get("reason_phrase", b""))
        traffic.requests += 1
        traffic.body_up += len(request.content)
        traffic.headers_up += (
            len(f"{request.method}  HTTP/1.1\r\n") + len(request.url.raw_path) + _size(request.headers)
        )
        traffic.headers_down += len("HTTP/1.1 200 \r\n") + len(reason) + _size(response.headers)
        response.stream = _Counted(cast(httpx.SyncByteStream, response.stream), traffic)
        return response


class _Counted(httpx.SyncByteStream):
    """A stream whose bytes are counted as they are read."""

    def __init__(self, stream: httpx.SyncByteStream, traffic: Traffic) -> None:
        self._stream, self._traffic = stream, traffic

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            self._traffic.body_down += len(chunk)
            yield chunk

    def close(self) -> None:
        self._stream.close()


def _size(headers: httpx.Headers) -> int:
    """`Name: value` and a line end for each header, and an empty line."""
    return sum(len(name) + len(value) + 4 for name, value in headers.raw) + 2
