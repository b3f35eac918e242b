"""Connections that hold the places of a real web process: idle ones make room for others, requests are answered."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.end_to_end.running import await_true, free_port
from tests.isolation import environment
from tests.service.run.small_web import OF_A_PEER, PLACES, PROXY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses of 127.0.0.0/8")
SMALL = "tests.service.run.small_web"
GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:tests.service.run.small_config")
ADA, BEN, CY = "127.0.0.2", "127.0.0.3", "127.0.0.4"
NEARLY_ALL = PLACES * 9 // 10
REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
Open = Callable[[str], socket.socket]


@contextmanager
def running(**environ: str) -> Iterator[int]:
    """The port of one web process with few places."""
    port = free_port()
    command = [*GUNICORN, "--worker-connections", str(PLACES)]
    command += [
        "--worker-class",
        "tests.service.run.small_web.SmallWorker",
        "tests.service.run.small_web:Application()",
    ]
    settings = environment(PORT=str(port), WEB_WORKERS="1", **environ)
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(command, env=settings, cwd=folder)
        try:
            await_true(lambda: listens(port))
            yield port
        finally:
            process.terminate()
            process.wait(timeout=60)


def listens(port: int) -> bool:
    """Whether a process accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running() as port:
        yield port


@pytest.fixture
def connect(port: int) -> Iterator[Open]:
    """A function that connects from an address of this machine. At the end of the test no connection is left."""
    with ExitStack() as stack:
        yield lambda address: stack.enter_context(connected(port, address))
    with connected(port, CY) as last:  # once it is answered and closed, the process has closed the others
        last.sendall(REQUEST.replace(b"Host: x", b"Connection: close"))
        while last.recv(1000):
            pass


def connected(port: int, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


def is_answered(connection: socket.socket) -> bool:
    """Whether a request on this connection is answered."""
    try:
        connection.sendall(REQUEST)
        return answers(connection)
    except ConnectionError:
        return False


def answers(connection: socket.socket) -> bool:
    """Whether an answer comes, until the connection ends."""
    data = b""
    while not data.endswith(b"\r\n\r\nhello") and (part := connection.recv(1000)):
        data += part
    return data.startswith(b"HTTP/1.1 200 ")


def is_closed(connection: socket.socket) -> bool:
    """Whether the connection ends, and nothing comes before."""
    try:
        return connection.recv(100) == b""
    except ConnectionResetError:
        return True


def test_a_peer_with_too_many_connections_loses_the_longest_idle_one_and_others_none(connect: Open):
    ben, ada = connect(BEN), [connect(ADA) for _ in range(OF_A_PEER)]
    for each in (*ada, ada[0]):  # the second one is then idle longest
        assert is_answered(each)
    assert is_answered(connect(ADA))
    assert is_closed(ada[1])
    assert all(is_answered(each) for each in (ben, ada[0], ada[2]))


def test_a_peer_whose_connections_all_have_requests_gets_no_other_one_and_all_are_answered(connect: Open):
    busy = [connect(ADA) for _ in range(OF_A_PEER)]
    for each in busy:
        each.sendall(REQUEST[:-1])
    assert is_answered(connect(BEN))
    assert is_closed(connect(ADA))
    for each in busy:
        each.sendall(REQUEST[-1:])
        assert answers(each)


def test_idle_connections_of_many_peers_make_room_for_others(connect: Open):
    many = [connect(f"127.0.0.{number}") for number in range(20, 20 + 2 * PLACES)]
    assert is_answered(connect(ADA))
    assert all(is_closed(each) for each in many[: PLACES + 1])


def test_a_trusted_proxy_has_more_connections_than_others_and_its_idle_ones_make_room_too(connect: Open):
    proxied = [connect(PROXY) for _ in range(NEARLY_ALL)]
    assert all(is_answered(each) for each in proxied)
    assert is_answered(connect(ADA))
    assert is_closed(proxied[0])
    assert is_answered(proxied[1])


def test_a_request_that_has_begun_keeps_its_place_when_many_others_come(connect: Open):
    begun = connect(ADA)
    begun.sendall(REQUEST + REQUEST[:10])  # the second one comes together with the first
    assert answers(begun)
    half = connect(BEN)
    half.sendall(REQUEST[:10])
    assert is_answered(connect(CY))
    for number in range(20, 20 + 2 * PLACES):
        connect(f"127.0.0.{number}")
    assert is_answered(connect(CY))
    for each in (begun, half):
        each.sendall(REQUEST[10:])
        assert answers(each)


def test_connections_that_became_idle_together_leave_room(connect: Open):
    many = []
    for number in range(20, 20 + PLACES):
        many.append(connect(f"127.0.0.{number}"))
        many[-1].sendall(REQUEST[:-1])
    for each in many:
        each.sendall(REQUEST[-1:])
        assert answers(each)
    assert is_answered(connect(ADA))


def test_a_connection_on_which_nothing_has_come_is_closed_and_one_that_was_used_stays():
    with running(FIRST_SECONDS="0.1") as port, connected(port, ADA) as used, connected(port, BEN) as silent:
        used.sendall(REQUEST[:10])
        assert is_closed(silent)
        used.sendall(REQUEST[10:])
        assert answers(used)
        with connected(port, BEN) as another:
            assert is_closed(another)
        assert is_answered(used)


def test_a_certificate_is_refused_because_the_port_speaks_plain_http(tmp_path: Path):
    command = [*GUNICORN, "--certfile", __file__, "--keyfile", __file__, f"{SMALL}:Application()"]
    environ = environment(PORT=str(free_port()))
    refused = subprocess.run(
        command, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode != 0
    assert "speak no TLS" in refused.stderr
