"""Bodies that arrive slowly, and numbers as other JSON libraries write them: 2.0 and 2e0 are the integer 2."""

import socket
from typing import Any

import pytest
from flask import Flask, request

from service.api import bodies
from service.api.errors import Problem
from tests.service.client import Caller, assert_problem

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


def test_an_integer_may_be_written_with_a_fraction_or_an_exponent(ada: Caller):
    answer = ada.send("/v1/games", '{"seats": 0.2e1}')
    assert (answer.status_code, len(answer.json["seats"])) == (201, 2)
    problem = assert_problem(ada.send("/v1/games", '{"seats": 2.5}'), 422, "invalid_body")
    assert problem["errors"][0]["pointer"] == "/seats"


@pytest.mark.parametrize(("one", "other"), [("2", "2.0"), ("2.0", "2"), ("2", "2e0")])
def test_a_repeated_request_may_write_its_numbers_in_another_way(one: str, other: str, ada: Caller):
    key = {"Idempotency-Key": f"{one} {other}"}
    first, again = (ada.send("/v1/games", f'{{"seats": {number}}}', key) for number in (one, other))
    assert again.status_code == 201
    assert again.json["id"] == first.json["id"]
    assert_problem(ada.send("/v1/games", '{"seats": 3}', key), 422, "idempotency_key_reused")
