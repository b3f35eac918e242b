"""Bodies that arrive slowly, on a real connection."""

import socket
from typing import Any

import pytest
from flask import Flask, request

from service.api import bodies
from service.api.errors import Problem

SENT, LENGTH = b'{"name":', 14


def test_a_body_that_stands_still_is_refused_and_the_connection_may_wait_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.makefile("rb", buffering=0) as stream:
        theirs.sendall(SENT)
        environ: dict[str, Any] = {"gunicorn.socket": ours, "wsgi.input": stream, "CONTENT_LENGTH": str(LENGTH)}
        context = Flask("test").test_request_context("/", method="POST", environ_overrides=environ)
        with context, pytest.raises(Problem) as refused:
            bodies.read_body(request)
        assert (refused.value.status, refused.value.code) == (408, "request_too_slow")
        assert ours.gettimeout() is None
