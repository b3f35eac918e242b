"""Counts the requests of a client, and the bytes that they move."""

from dataclasses import dataclass

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

    def count(self, response: httpx.Response) -> None:
        """A hook for httpx: `event_hooks={"response": [traffic.count]}`."""
        response.read()
        self.add(response)

    def add(self, response: httpx.Response) -> None:
        """Add a response that was read to its end."""
        request = response.request
        self.requests += 1
        self.body_up += len(request.content)
        self.body_down += response.num_bytes_downloaded
        first_line_up = f"{request.method} {request.url.raw_path.decode()} HTTP/1.1\r\n"
        first_line_down = f"HTTP/1.1 {response.status_code} {response.reason_phrase}\r\n"
        self.headers_up += len(first_line_up) + _size(request.headers)
        self.headers_down += len(first_line_down) + _size(response.headers)

    @property
    def up(self) -> int:
        return self.body_up + self.headers_up

    @property
    def down(self) -> int:
        return self.body_down + self.headers_down

    def __str__(self) -> str:
        bodies = f"bodies alone {self.body_up} and {self.body_down}"
        return f"{self.requests} requests, {self.up} bytes up, {self.down} down ({bodies})"


def _size(headers: httpx.Headers) -> int:
    """`Name: value` and a line end for each header, and an empty line."""
    return sum(len(name) + len(value) + 4 for name, value in headers.raw) + 2
