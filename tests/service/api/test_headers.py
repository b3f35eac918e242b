"""Lists, empty values and repetitions in request headers have the meaning that RFC 9110 gives them."""

import pytest

from tests.service.client import Caller, Service, assert_problem

JSON, NDJSON, EVENT_STREAM = "application/json", "application/x-ndjson", "text/event-stream"


@pytest.mark.parametrize(
    ("accepted", "kind"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        ("text/*", EVENT_STREAM),
        (EVENT_STREAM, EVENT_STREAM),
        (f"{NDJSON}, {JSON};q=0.5", NDJSON),
        (f"{JSON};q=0, */*", NDJSON),
        (f"text/html, {EVENT_STREAM};q=0.1", EVENT_STREAM),
        ("Text/Event-Stream", EVENT_STREAM),
        (f"*/*, {NDJSON}", NDJSON),
        (f"{EVENT_STREAM}, {NDJSON}", NDJSON),
        ("text/html, */*;q=0.1", JSON),
        (f"{JSON}; charset=utf-8", JSON),
        (f"{EVENT_STREAM};charset=UTF-8", EVENT_STREAM),
        (f"{NDJSON};charset=utf-8, {JSON};q=0.5", NDJSON),
    ],
)
def test_turns_come_in_the_form_that_the_client_prefers(accepted: str | None, kind: str, ada: Caller):
    answer = ada.get("/v1/turns", {} if accepted is None else {"Accept": accepted})
    assert (answer.status_code, answer.mimetype) == (200, kind)
    answer.close()


@pytest.mark.parametrize(
    "accepted",
    ["text/html", "image/*, text/plain", f"{JSON};q=0", "*/*;q=0", "application/problem+json", "junk", "x" * 999],
)
def test_turns_in_another_form_are_not_acceptable(accepted: str, ada: Caller):
    problem = assert_problem(ada.get("/v1/turns", {"Accept": accepted}), 406, "not_acceptable")
    for kind in (JSON, NDJSON, EVENT_STREAM):
        assert kind in problem["detail"]


@pytest.mark.parametrize("accepted", ["text/html", "image/*", f"{JSON};q=0", "junk", ""])
def test_an_address_with_one_form_gives_it_to_everybody(accepted: str, ada: Caller):
    for path in ("/v1/games", "/v1/catalogue", "/openapi.yaml"):
        assert ada.get(path, {"Accept": accepted}).status_code == 200


@pytest.mark.parametrize(
    ("header", "path", "status", "code"),
    [
        ("Authorization", "/v1/games", 401, "token_missing"),
        ("Idempotency-Key", "/v1/games", 400, "bad_idempotency_key"),
        ("Content-Type", "/v1/games", 415, "not_json"),
    ],
)
def test_an_empty_header_is_refused_where_a_value_is_needed(
    header: str, path: str, status: int, code: str, ada: Caller
):
    answer = ada.ask("POST", path, {"Content-Type": JSON, header: ""}, data='{"seats": 2}')
    assert_problem(answer, status, code)


def test_an_empty_header_means_nothing_elsewhere(ada: Caller):
    empty = dict.fromkeys(
        ["Accept", "Accept-Encoding", "Accept-Language", "If-None-Match", "Last-Event-ID", "Prefer", "Origin"], ""
    )
    for path in ("/v1/games", "/v1/turns", "/v1/bots"):
        answer = ada.get(path, empty)
        assert (answer.status_code, answer.mimetype) == (200, JSON)


def test_a_header_that_is_sent_twice_is_a_list(service: Service):
    """Web servers join repeated headers with a comma."""
    game, [ada, _] = service.start_game(2)
    tag = ada.get(game).headers["ETag"]
    assert ada.get(game, {"If-None-Match": f'"1",{tag}'}).status_code == 304
    two_tokens = {"Authorization": f"Bearer {ada.token},Bearer {ada.token}"}
    assert_problem(ada.get(game, two_tokens), 401, "token_unknown")
    assert ada.get(game, {"X-Request-Id": "a,b"}).headers["X-Request-Id"] != "a,b"
