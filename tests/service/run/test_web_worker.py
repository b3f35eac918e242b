"""What the web worker answers by itself."""

import json

import gevent
from gevent import socket

from service.limits.policies import POLICIES
from service.limits.taken import Level
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


def test_a_request_that_has_come_when_the_wait_for_it_ends_is_read():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        timed, wait = TimedSocket(ours), gevent.Timeout()
        reading = gevent.spawn(timed.recv, 100)
        gevent.sleep(0)  # it waits
        theirs.sendall(b"GET / HTTP/1.1\r\n")
        reading.kill(wait, block=False)  # it comes before the next look at the connections
        assert reading.get(timeout=5) == b"GET / HTTP/1.1\r\n"


def test_the_wait_for_a_request_ends_when_nothing_has_come():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        timed, wait = TimedSocket(ours), gevent.Timeout()
        reading = gevent.spawn(timed.recv, 100)
        gevent.sleep(0)
        reading.kill(wait, block=False)
        reading.join(timeout=5)
        assert reading.exception is wait
