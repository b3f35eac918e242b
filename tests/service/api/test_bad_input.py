"""Broken and malicious requests get a precise refusal; they append nothing and reveal nothing."""

import gzip

import pytest

from tests.service.client import Caller, Service, assert_problem

JSON = "application/json"
INVALID_QUERIES = {
    "{game}": [("at=-1", "at")],
    "{game}/events": [("a/b=5", "a~1b")],
    "{game}/replay": [("from=0", "from")],
    "/v1/games": [("player=me&result=drawn", "result")],
    "/v1/turns": [("wait=31", "wait")],
    "/v1/leaderboards": [("period=2026-13", "period")],
    "/v1/explorer/cards": [
        ("place=8", "place"),
        ("round=0", "round"),
        ("sort=luck", "sort"),
        ("mode=solo&seats=2", "seats"),
        ("mode=scenario&place=1", "place"),
        ("period=2026", "period"),
        ("player=ann", "player"),
    ],
    "/v1/explorer/combinations": [
        ("card=zeppelin.1", "card"),
        ("mode=solo&strength=high", "strength"),
        ("of=players", "of"),
    ],
}
"""By address: queries, each with the parameter that is wrong."""


@pytest.fixture(scope="module")
def table(service: Service) -> tuple[str, Caller]:
    """A game under way, in which nothing happens, and the player of its first seat."""
    game, callers = service.start_game(1, ["random"])
    return game, callers[0]


@pytest.fixture(params=["/v1/players", "/v1/games", "seats", "start", "intentions"])
def address(request: pytest.FixtureRequest, table: tuple[str, Caller]) -> str:
    """Every address that takes a body."""
    return request.param if "/" in request.param else f"{table[0]}/{request.param}"


@pytest.mark.parametrize("body", [b'{"type": "draft", "card": "zepp', b'{"type": "draft", "card": "\xff\xfe"}'])
def test_a_body_that_is_not_json_is_refused(body: bytes, address: str, service: Service, table: tuple[str, Caller]):
    game, ada = table
    before = service.version(game)
    problem = assert_problem(ada.send(address, body), 400, "invalid_json")
    assert len(problem["detail"]) < 200
    assert service.version(game) == before


def test_a_body_that_is_not_sent_as_json_is_refused(address: str, service: Service, table: tuple[str, Caller]):
    game, ada = table
    before, body = service.version(game), b'{"name": "Ada"}'
    assert_problem(ada.send(address, b" " * 262_145), 413, "body_too_large")
    assert_problem(ada.send(address, body, {"Content-Type": "text/plain"}), 415, "not_json")
    answer = ada.send(address, gzip.compress(body), {"Content-Encoding": "gzip"})
    assert_problem(answer, 415, "encoded_body")
    assert answer.headers["Accept-Encoding"] == "identity"
    assert service.version(game) == before


def test_a_body_with_many_faults_gets_a_short_answer(ada: Caller):
    problem = assert_problem(ada.post("/v1/games", {f"option {i}": i for i in range(900)}), 422, "invalid_body")
    assert 1 < len(problem["errors"]) <= 20
    assert_problem(ada.post("/v1/games", {"x" * 100_000: 1}), 422, "invalid_body")
    assert_problem(ada.post("/v1/games", {"seats": 2, "bots": ["x" * 100_000]}), 422, "invalid_body")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "{}/intentions", {"POST", "OPTIONS"}),
        ("PUT", "{}", {"GET", "HEAD", "OPTIONS", "PATCH"}),
        ("PATCH", "{}/seats", {"POST", "OPTIONS"}),
        ("POST", "{}/seats/me", {"DELETE", "OPTIONS"}),
        ("DELETE", "{}", {"GET", "HEAD", "OPTIONS", "PATCH"}),
        ("DELETE", "/v1/games", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("POST", "/v1/catalogue", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/v1/players", {"POST", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_answered_with_the_allowed_ones(
    method: str, path: str, allowed: set[str], table: tuple[str, Caller]
):
    answer = table[1].ask(method, path.format(table[0]))
    assert_problem(answer, 405, "method_not_allowed")
    assert {*answer.headers["Allow"].split(", ")} == allowed


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/games/",
        "//v1/games",
        "/v1//games",
        "/v1/game",
        "/v1/players/",
        "/.env",
        "/v1/%2e%2e/x",
        "/" + "x" * 3000,
    ],
)
def test_an_unknown_address_is_not_found(path: str, service: Service, ada: Caller):
    assert_problem(service.app.test_client().get(path), 404, "not_found")
    assert_problem(ada.send(path, b"{"), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "query", "parameter"), [(path, *each) for path, queries in INVALID_QUERIES.items() for each in queries]
)
def test_an_invalid_query_is_refused(path: str, query: str, parameter: str, table: tuple[str, Caller]):
    problem = assert_problem(table[1].get(f"{path.format(game=table[0])}?{query}"), 422, "invalid_query")
    assert [error["parameter"] for error in problem["errors"]] == [parameter]


def test_without_a_token_the_body_is_not_read(service: Service, table: tuple[str, Caller]):
    answer = service.app.test_client().post(f"{table[0]}/intentions", data=b"[" * 100_000, content_type=JSON)
    assert_problem(answer, 401, "token_missing")


def test_strange_headers_do_no_harm(table: tuple[str, Caller]):
    game, ada = table
    for name in ("If-None-Match", "Accept", "Accept-Language", "Accept-Encoding", "Range", "Cookie", "Date"):
        for value in ("", "*", ";;=,,", '"', "é" * 300, "x" * 8000, "q=" * 1000, "bytes=0-1,5-,-1"):
            answer = ada.get(game, {name: value})
            assert answer.status_code in (200, 304), (name, value)
    assert_problem(ada.get(game, {"Host": "x" * 8000}), 400, "bad_request")


def test_an_unforeseen_error_reveals_nothing(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch, caplog):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the deck")

    monkeypatch.setattr(service.parts.lobby.__class__, "page", fail)
    answer = ada.get("/v1/games")
    assert "secret" not in assert_problem(answer, 500, "internal_error")["detail"]
    assert "the secret of the deck" in caplog.text, "but the operator can read it"
