"""What the web worker answers by itself."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import gevent
import pytest
from gevent import socket

from service.limits.level import Level
from service.limits.policies import POLICIES
from service.run.timed_socket import TimedSocket
from service.run.web_worker import answer_of


def test_one_of_too_many_requests_that_wait_is_told_limit_and_seconds():
    head, _, body = answer_of("quota_exceeded", "r1", Level(POLICIES["waiting"], 500, 0, 1)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"\r\nRetry-After: 1\r\n" in head + b"\r\n"
    problem = json.loads(body)
    assert problem["detail"] == "your account has used up waiting (500): try again in 1 s"
    assert problem["limit"] == {"name": "waiting", "per": "account", "quota": 500, "window": None, "seconds": 1}
    assert problem["violated-policies"] == ["waiting"]


@contextmanager
def waiting(timed: TimedSocket, wait: gevent.Timeout) -> Iterator["gevent.Greenlet[[], bytes]"]:
    """Somebody waits for the first bytes of a request, until the block ends the wait."""
    reading = gevent.spawn(timed.recv, 100)
    gevent.sleep(0)
    yield reading
    reading.kill(wait, block=False)


def test_a_request_that_has_come_when_the_wait_for_it_ends_is_read():
    ours, theirs = socket.socketpair()
    wait = gevent.Timeout(None, False)
    with ours, theirs:
        with waiting(TimedSocket(ours, idle=lambda: wait), wait) as reading:
            theirs.sendall(b"GET / HTTP/1.1\r\n")  # it comes before the next look at the connections
        assert reading.get(timeout=60) == b"GET / HTTP/1.1\r\n"


def test_the_connection_ends_when_nothing_has_come_in_the_wait():
    ours, theirs = socket.socketpair()
    wait = gevent.Timeout(None, False)
    with ours, theirs:
        with waiting(TimedSocket(ours, idle=lambda: wait), wait) as reading:
            pass
        assert reading.get(timeout=60) == b""


def test_a_connection_is_not_idle_when_a_request_has_begun_together_with_the_one_before():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        timed = TimedSocket(ours, idle=lambda: pytest.fail("it counts as idle"))
        timed.await_head(has_begun=True)
        theirs.sendall(b"Host: x\r\n")
        assert timed.recv(100) == b"Host: x\r\n"
