"""The web process: what gunicorn cannot parse, a certificate, and a stop while connections are open."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.end_to_end.running import await_true
from tests.isolation import GUNICORN, environment
from tests.ports import free_port, listens

SMALL = (GUNICORN[0], "-m", "gunicorn", "--config", "python:tests.service.run.small_config")
GRACEFUL_SECONDS, LINGER_SECONDS = 8, 1.5
TWO_LISTS = b"Accept: " + b"a/b," * 1100 + b"x/y\r\nX: 1\r\naccept: " + b"a/b," * 1000 + b"x/y\r\n"
"""In two headers of one name, each short enough; together too long."""
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def application(environ, start_response):
    """It answers each request with its body, and before it reads that with a dot; with the dot alone at `/unread`."""
    if environ["PATH_INFO"] == "/unread":
        start_response("200 OK", [("Content-Length", "1")])
        yield b"."
        return
    length = int(environ.get("CONTENT_LENGTH") or 0)
    start_response("200 OK", [("Content-Length", str(1 + length))])
    yield b"."
    yield environ["wsgi.input"].read()


@contextmanager
def running(folder: Path) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """The port of one web process without a store, and its master."""
    port = free_port()
    settings = environment(PORT=str(port), WEB_WORKERS="1")
    command = [*SMALL, "tests.service.run.test_web_worker:application"]
    process = subprocess.Popen(command, env=settings, cwd=folder)
    try:
        await_true(lambda: listens(port))
        yield port, process
    finally:
        process.terminate()
        process.wait(timeout=60)


def read_answer(connection: socket.socket, body: bytes) -> bytes:
    """An answer whose body begins so, up to there."""
    data = b""
    while not data.endswith(b"\r\n\r\n" + body):
        part = connection.recv(1000)
        assert part, "the connection is closed"
        data += part
    return data


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "malformed_request"),
        (b"GET / HTTP/7.1\r\n\r\n", 505, "http_version_not_supported"),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + TWO_LISTS + b"\r\n", 431, "headers_too_large"),
    ],
)
def test_what_gunicorn_cannot_parse_is_answered_with_a_problem(sent: bytes, status: int, code: str, port: int):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(sent)
        data = b""
        while part := connection.recv(65_536):
            data += part
    head, _, body = data.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == code


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with running(tmp_path_factory.mktemp("web")) as (port, _):
        yield port


@pytest.mark.parametrize(
    ("body", "is_skipped"),
    [
        (b"Content-Length: 60000\r\n\r\n" + b"x" * 60_000, True),
        (b"Content-Length: 3000000\r\n\r\n" + b"x" * 3_000_000, False),
        (b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", False),
    ],
)
@pytest.mark.parametrize("kept", [b"", b"Connection: close\r\n"])
def test_a_body_that_nobody_reads_is_skipped_if_it_is_short_and_ends_the_connection_otherwise(
    body: bytes, is_skipped: bool, kept: bytes, port: int
):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(b"POST /unread HTTP/1.1\r\nHost: x\r\n" + kept + body + LAST)
        answers = connection.makefile("rb").read()
    assert answers.count(b"HTTP/1.1 200 OK") == 1 + (is_skipped and not kept)


def test_a_stop_does_not_wait_for_connections_on_which_nothing_comes(tmp_path: Path):
    with running(tmp_path) as (port, process), socket.create_connection(("127.0.0.1", port), timeout=60) as kept:
        kept.sendall(REQUEST)
        assert read_answer(kept, b".").startswith(b"HTTP/1.1 200 ")
        began = monotonic()
        process.send_signal(signal.SIGTERM)
        assert kept.recv(1000) == b"", "the connection is closed"
        process.wait(timeout=60)
        assert process.returncode == 0
        assert monotonic() - began < GRACEFUL_SECONDS, "gunicorn would wait for so long"


def test_who_has_only_just_had_an_answer_can_still_ask_a_process_that_stops(tmp_path: Path):
    """The answer ends later than idle connections are kept, counted from the stop."""
    with running(tmp_path) as (port, process), socket.create_connection(("127.0.0.1", port), timeout=60) as kept:
        kept.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        assert b"Connection: keep-alive" in read_answer(kept, b"."), "the process has taken it"
        process.send_signal(signal.SIGTERM)
        sleep(LINGER_SECONDS + 0.5)
        kept.sendall(b"hello")
        assert kept.recv(1000) == b"hello"
        sleep(0.3)
        kept.sendall(REQUEST)
        assert b"Connection: close" in read_answer(kept, b".")
        process.wait(timeout=60)
        assert process.returncode == 0


def test_a_certificate_is_refused_because_the_port_speaks_plain_http(tmp_path: Path):
    command = [*SMALL, "--certfile", __file__, "--keyfile", __file__, "tests.service.run.test_web_worker:application"]
    refused = subprocess.run(
        command,
        env=environment(PORT=str(free_port())),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode != 0
    assert "speak no TLS" in refused.stderr
