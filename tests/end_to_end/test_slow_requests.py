"""Requests that arrive slowly or never: cut off with a problem, while others are served."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from tests.end_to_end.running import Running

pytestmark = pytest.mark.slow
HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
ADA = HEAD + b'Content-Length: 14\r\n\r\n{"name":"Ada"}'


@contextmanager
def connected(running: Running) -> Iterator[socket.socket]:
    """A connection to the web server."""
    address = urlsplit(running.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as made:
        yield made


def next_status(connection: socket.socket) -> int:
    """The status of the next answer, which is read to its end."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(1)
    connection.recv(int(data.lower().split(b"content-length:")[1].split(b"\r\n")[0]), socket.MSG_WAITALL)
    return int(data.split()[1])


def assert_cut_off(connection: socket.socket) -> None:
    """Check that the connection ends with the problem."""
    data = b""
    while part := connection.recv(65_536):
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in head.lower()
    assert json.loads(body)["code"] == "request_too_slow"


def trickle(connection: socket.socket, data: bytes) -> None:
    """Send a byte each half a second, until the other side has had enough."""
    connection.settimeout(0.5)
    for byte in data:
        connection.sendall(bytes([byte]))
        try:
            connection.recv(1, socket.MSG_PEEK)
            break
        except TimeoutError:
            continue
    connection.settimeout(60)


def test_what_comes_byte_by_byte_or_never_ends_is_cut_off(running: Running):
    with connected(running) as slow_body, connected(running) as slow_head:
        slow_body.sendall(ADA[:-7])
        trickle(slow_head, HEAD)
        assert_cut_off(slow_head)
        assert httpx.get(f"{running.url}/healthz", timeout=60).status_code == 200
        assert_cut_off(slow_body)


def test_a_body_that_nobody_wants_is_read_to_its_end(running: Running):
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
    with connected(running) as connection:
        connection.sendall(request)
        assert next_status(connection) == 200
        connection.sendall(b"oops" + request + b"oops")
        assert next_status(connection) == 200


def test_a_client_that_is_slow_but_not_too_slow_is_served(running: Running):
    """A connection may rest between two requests; then each request has its own time."""
    with connected(running) as connection:
        for _ in range(2):
            for part in (ADA[:40], ADA[40:-5], ADA[-5:]):
                connection.sendall(part)
                time.sleep(0.3)
            assert next_status(connection) == 201
