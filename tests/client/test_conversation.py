"""What a client says to a service, answer by answer, without a service."""

import copy
import json
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from wonderful_client import conversation
from wonderful_client.conversation import (
    Answer,
    Flow,
    Item,
    Listen,
    Lost,
    NextLine,
    Pause,
    Request,
    Step,
    ask,
    build,
    next_target,
    read_lines,
    read_list,
    read_object,
    stream,
)
from wonderful_client.problems import NO_ANSWER, OTHER_SERVICE, Problem

DONE = Answer(200, {"content-type": "application/json"}, b"{}")
LOST = Lost(OSError("the line is dead"), was_sent=True)
REFUSED = Lost(OSError("nobody listens"), was_sent=False)


def answer(status: int, code: str, **headers: str) -> Answer:
    """An answer that tells a problem."""
    body = {"code": code, "detail": f"it is {code}", "errors": [{"pointer": "/0", "message": "no"}]}
    return Answer(status, {"content-type": "application/problem+json", **headers}, json.dumps(body).encode())


def steps(flow: Flow[Any], *replies: Any) -> tuple[list[Step], Any]:
    """What a flow does when it gets these replies, and its result, or its Problem."""
    given = iter(replies)
    done = []
    reply: Any = None
    try:
        while True:
            done.append(step := flow.send(reply))
            reply = None if isinstance(step, Pause | Item) else next(given)
    except StopIteration as end:
        return done, end.value
    except Problem as problem:
        return done, problem


def attempts(request: Request, *replies: Any, patience: float = 60) -> tuple[int, list[float], Any]:
    """How often a request is sent, the pauses between, and the result."""
    done, result = steps(ask(request, patience), *replies)
    sent = [step for step in done if isinstance(step, Request)]
    assert all(each._replace(ends=None) == request for each in sent)
    return len(sent), [step.seconds for step in done if isinstance(step, Pause)], result


def test_a_request_of_an_operation():
    request = build("POST", "/v1/games/{id}/intentions", ("g 1", [{"type": "ready"}]), {"key": 7, "if_match": 3})
    assert request.target == "/v1/games/g%201/intentions"
    assert json.loads(request.content or b"") == [{"type": "ready"}]
    assert request.headers["Idempotency-Key"] == "7"
    assert request.headers["If-Match"] == '"3"'


def test_fields_are_the_query_of_a_get_and_the_body_of_others():
    query = build("GET", "/v1/games", (), {"free_seats": True, "player": None, "limit": 5, "from_": 1})
    assert query.target == "/v1/games?free_seats=true&limit=5&from=1"
    assert "Idempotency-Key" not in query.headers
    assert build("PATCH", "/v1/players/me", (), {"name": "Zoë"}).content == '{"name":"Zoë"}'.encode()
    assert build("DELETE", "/v1/players/me").content is None


def test_each_request_that_changes_something_has_a_key_of_its_own():
    keys = {build("POST", "/v1/games", (), {"seats": 2}).headers["Idempotency-Key"] for _ in range(9)}
    assert len(keys) == 9
    assert min(map(len, keys)) >= 16  # of a registration, it stands for the token
    assert build("POST", "/v1/games", (), {"key": 0}).headers["Idempotency-Key"] == "0"


@pytest.mark.parametrize("values", [(), ("a", "b", "c")])
def test_a_path_takes_as_many_values_as_it_names(values: tuple[str, ...]):
    with pytest.raises(TypeError, match="takes 1 positional"):
        build("POST", "/v1/games/{id}/seats", values)


@pytest.mark.parametrize("reply", [LOST, REFUSED, answer(503, "store_unavailable"), answer(500, "internal_error")])
def test_a_request_without_an_answer_is_sent_again_unchanged(reply: Any):
    assert attempts(build("POST", "/v1/games"), reply, reply, DONE) == (3, [0.1, 0.2], DONE)


@pytest.mark.parametrize(
    ("reply", "is_repeated"),
    [
        (LOST, False),
        (answer(503, "store_unavailable"), False),
        (answer(502, "anything"), False),
        (REFUSED, True),
        (answer(503, "too_busy"), True),
        (answer(429, "quota_exceeded"), True),
    ],
)
def test_what_no_key_protects_is_sent_again_only_if_nothing_has_happened(reply: Any, is_repeated: bool):
    sent, _, result = attempts(build("POST", "/v1/tokens", once=True), reply, DONE)
    assert (sent, result == DONE) == ((2, True) if is_repeated else (1, False))


def test_a_client_waits_as_long_as_the_service_says():
    busy = answer(429, "quota_exceeded", **{"retry-after": "7"})
    assert attempts(build("GET", "/v1/games"), busy, DONE) == (2, [7.0], DONE)


def test_a_client_does_not_wait_longer_than_it_is_patient():
    busy = answer(429, "quota_exceeded", **{"retry-after": "61"})
    sent, pauses, problem = attempts(build("GET", "/v1/games"), busy)
    assert (sent, pauses, problem.code, problem.retry_after) == (1, [], "quota_exceeded", 61.0)
    sent, pauses, problem = attempts(build("GET", "/v1/games"), LOST, patience=0)
    assert (sent, pauses, problem.code) == (1, [], NO_ANSWER)


@pytest.mark.parametrize(("attempt", "sent"), [(0, 5), (1, 3)])
def test_attempts_and_pauses_have_the_time_of_the_patience(attempt: int, sent: int, monkeypatch: pytest.MonkeyPatch):
    clock = SimpleNamespace(now=100.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(conversation, "time", clock)
    asking, ends = ask(build("GET", "/v1/games"), patience=3), list[float | None]()

    def go_on() -> None:
        step: Step | None = None
        while True:
            step = asking.send(LOST if isinstance(step, Request) else None)
            if isinstance(step, Request):
                ends.append(step.ends)
            clock.now += step.seconds if isinstance(step, Pause) else attempt

    with pytest.raises(Problem) as raised:
        go_on()
    assert raised.value.code == NO_ANSWER
    assert ends == [103.0] * sent
    assert clock.now <= 103.0 + attempt


def test_a_refusal_is_final_and_says_all_that_the_answer_says():
    sent, _, problem = attempts(build("POST", "/v1/games"), answer(409, "not_open"))
    assert (sent, problem.status, problem.code, problem.detail, problem.pointers) == (
        1, 409, "not_open", "it is not_open", ["/0"],
    )  # fmt: skip


@pytest.mark.parametrize("copied", [copy.copy, lambda problem: pickle.loads(pickle.dumps(problem))])
def test_a_problem_goes_whole_to_another_process(copied: Callable[[Problem], Problem]):
    _, problem = steps(ask(build("GET", "/v1/limits"), 60), answer(403, "scope_missing", **{"retry-after": "7"}))
    found = copied(problem)
    assert (str(found), vars(found)) == (str(problem), vars(problem))
    assert (found.pointers, found.retry_after, found.target) == (["/0"], 7.0, "/v1/limits")


def test_a_deletion_whose_answer_got_lost_has_succeeded_when_nothing_is_left_to_delete():
    request = build("DELETE", "/v1/webhooks/{id}", ("w",))
    assert attempts(request, LOST, gone := answer(404, "no_such_webhook"))[2] is gone
    assert attempts(request, answer(404, "no_such_webhook"))[2].code == "no_such_webhook"
    assert attempts(request, REFUSED, answer(404, "no_such_webhook"))[2].code == "no_such_webhook"


@pytest.mark.parametrize(
    "content", [b"<html>", b"[]", b"\xff", b'{"code": "x"}', b"null"]
)  # fmt: skip
def test_an_answer_of_another_service_is_a_problem(content: bytes):
    page = Answer(404, {"content-type": "text/html"}, content)
    assert attempts(build("GET", "/v1/bots"), page)[2].code == OTHER_SERVICE
    problem = Answer(404, {"content-type": "application/problem+json"}, content)
    assert attempts(build("GET", "/v1/bots"), problem)[2].code == OTHER_SERVICE
    for read in (read_object, read_list, read_lines):
        with pytest.raises(Problem, match="another service") as raised:
            read(Answer(200, {"content-type": "text/html"}, content))
        assert raised.value.code == OTHER_SERVICE


def test_the_next_page_of_a_service_under_a_path():
    assert next_target('</far/v1/games?cursor=2>; rel="next"') == "/v1/games?cursor=2"
    assert next_target('</other>; rel="prev", </v1/turns?after=a>; rel="next"') == "/v1/turns?after=a"
    assert next_target("") is None


def test_a_stream_goes_on_after_its_newest_item():
    newest = [0]

    def take(item: dict[str, int]) -> Flow[None]:
        newest[0] = item["id"]
        yield Item(item["id"])

    flow = stream(lambda: Request("GET", f"/{newest[0]}", {}), take, 60)
    open_stream = Answer(200, {}, b"")
    done, result = steps(
        flow,
        *(open_stream, '{"id": 1}', "", '{"id": 2}', None),
        *(LOST, answer(503, "too_busy"), open_stream, '{"id": 3}', '{"type": "end", "reason": "restarting"}'),
        *(open_stream, '{"type": "end", "reason": "finished"}'),
    )
    assert result is None
    assert [step.value for step in done if isinstance(step, Item)] == [1, 2, 3]
    assert [step.request.target for step in done if isinstance(step, Listen)] == ["/0", "/2", "/2", "/2", "/3"]
    assert NextLine() in done


@pytest.mark.parametrize(
    ("replies", "code"),
    [
        ([Answer(200, {}, b""), '{"type": "end", "reason": "token_revoked"}'], "token_revoked"),
        ([Answer(200, {}, b""), "<html>"], OTHER_SERVICE),
        ([Answer(200, {}, b""), "[1]"], OTHER_SERVICE),
        ([answer(404, "no_such_game")], "no_such_game"),
    ],
)
def test_a_stream_that_cannot_go_on_is_a_problem(replies: list[Any], code: str):
    _, problem = steps(stream(lambda: Request("GET", "/", {}), lambda item: iter(()), 60), *replies)  # type: ignore[arg-type,return-value]
    assert problem.code == code


def test_a_stream_of_a_game_that_is_over_has_nothing_to_say():
    assert steps(stream(lambda: Request("GET", "/", {}), lambda item: iter(()), 60), Answer(204, {}, b""))[1] is None  # type: ignore[arg-type,return-value]
