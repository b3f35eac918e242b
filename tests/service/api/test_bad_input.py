"""Broken and malicious requests get a precise refusal; they append nothing and reveal nothing."""

import gzip

import pytest

from tests.service.client import Caller, Service, assert_problem

JSON = "application/json"


@pytest.fixture
def table(service: Service) -> tuple[str, Caller]:
    """A game under way, and the player of its first seat."""
    game, callers = service.start_game(1, ["random"])
    return game, callers[0]


@pytest.fixture(params=["/v1/players", "/v1/games", "seats", "start", "intentions"])
def address(request: pytest.FixtureRequest, table: tuple[str, Caller]) -> str:
    """Every address that takes a body."""
    return request.param if "/" in request.param else f"{table[0]}/{request.param}"


BODIES = {
    "not json": b"draft zeppelin.1",
    "half of it": b'{"type": "draft", "card": "zepp',
    "two values": b"{} {}",
    "single quotes": b"{'type': 'ready'}",
    "a comma too many": b'{"type": "ready",}',
    "not utf-8": b'{"type": "draft", "card": "\xff\xfe"}',
    "utf-16": '{"type": "ready"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type": "ready"}',
    "an overlong form": b'{"type": "\xc0\xae"}',
    "a surrogate in utf-8": b'{"type": "\xed\xa0\x80"}',
    "half of a surrogate pair": b'{"type": "draft", "card": "\\ud800"}',
    "the other half": b'{"type": "draft", "card": "x\\uDFFFx"}',
    "half of a surrogate pair as a name": b'{"\\ud83d": 1}',
    "a control character": b'{"type": "draft", "card": "a\x00b"}',
    "a name twice": b'{"type": "ready", "type": "draft"}',
    "a name twice further in": b'{"type": "place", "onto": {"a": 1, "a": 1}}',
    "not a number": b'{"seats": NaN}',
    "infinity": b'{"seats": -Infinity}',
    "a huge number": b'{"seats": 1' + b"0" * 5000 + b"}",
    "a huge negative number": b'{"seats": -1' + b"0" * 100_000 + b"}",
    "lists in lists": b"[" * 100_000,
    "lists in lists, closed": b"[" * 5000 + b"]" * 5000,
    "objects in objects": b'{"type":' * 5000 + b"1" + b"}" * 5000,
    "a zero byte": b"\x00",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_not_json_is_refused(name: str, address: str, service: Service, table: tuple[str, Caller]):
    game, ada = table
    before = service.version(game)
    problem = assert_problem(ada.send(address, BODIES[name]), 400, "invalid_json")
    assert len(problem["detail"]) < 200
    assert "sys." not in problem["detail"]
    assert service.version(game) == before


def test_a_body_of_any_depth_is_answered(table: tuple[str, Caller]):
    game, ada = table
    for depth in [*range(900, 1000, 2), *range(975, 990)]:
        for raw in ("[" * depth + "]" * depth, '{"type":' * depth + "1" + "}" * depth):
            for address in (f"{game}/intentions", f"{game}/start", "/v1/games"):
                assert ada.send(address, raw).status_code in (400, 422), depth


@pytest.mark.parametrize("size", [262_145, 10_000_000])
def test_a_body_that_is_too_large_is_refused(size: int, address: str, service: Service, table: tuple[str, Caller]):
    game, ada = table
    before = service.version(game)
    assert_problem(ada.send(address, b" " * size), 413, "body_too_large")
    assert service.version(game) == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json", "é" * 99]
)
def test_a_body_of_another_type_is_refused(kind: str, address: str, service: Service, table: tuple[str, Caller]):
    game, ada = table
    before = service.version(game)
    assert_problem(ada.send(address, '{"name": "Ada"}', {"Content-Type": kind}), 415, "not_json")
    assert service.version(game) == before


@pytest.mark.parametrize("coding", ["gzip", "br", "x", "gzip, gzip", "identity, gzip", "GZIP", "identity;q=1", "é"])
@pytest.mark.parametrize("packed", [True, False])
def test_a_body_with_a_content_coding_is_refused(
    packed: bool, coding: str, address: str, service: Service, table: tuple[str, Caller]
):
    game, ada = table
    before, body = service.version(game), b'{"name": "Ada"}'
    answer = ada.send(address, gzip.compress(body) if packed else body, {"Content-Encoding": coding})
    assert_problem(answer, 415, "encoded_body")
    assert answer.headers["Accept-Encoding"] == "identity"
    assert service.version(game) == before


@pytest.mark.parametrize("coding", ["identity", "", "Identity, identity", " "])
def test_identity_is_no_content_coding(coding: str, service: Service):
    headers = {"Content-Type": JSON, "Content-Encoding": coding}
    assert service.app.test_client().post("/v1/players", data='{"name": "Ada"}', headers=headers).status_code == 201


@pytest.mark.parametrize("kind", [JSON, "application/json; charset=utf-8", "Application/JSON", "application/x+json"])
def test_these_content_types_are_json(kind: str, service: Service):
    http = service.app.test_client()
    answer = http.post("/v1/players", data='{"name": "Łukasz"}'.encode(), headers={"Content-Type": kind})
    assert (answer.status_code, answer.json["name"]) == (201, "Łukasz")


def test_an_escaped_pair_of_surrogates_is_text(service: Service):
    http = service.app.test_client()
    answer = http.post("/v1/players", data=rb'{"name": "\ud83d\udc69"}', headers={"Content-Type": JSON})
    assert answer.json["name"] == "👩"


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


@pytest.mark.parametrize("path", ["/v1/players/me", "/v1/games", "/v1/games/unknown0", "/v1/games/unknown0/events"])
def test_options_lists_the_methods_without_a_token(path: str, service: Service):
    answer = service.app.test_client().options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    assert {"GET", "HEAD", "OPTIONS"} <= {*answer.headers["Allow"].split(", ")}


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
    ("query", "parameter"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        ("after=1.0", "after"),
        ("after=99999999999999999999", "after"),
        ("after=" + "9" * 5000, "after"),
        ("after=", "after"),
        ("after=%00", "after"),
        ("after=%ff", "after"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("wait=31", "wait"),
        ("wait=-1", "wait"),
        ("wait=nan", "wait"),
        ("wait=inf", "wait"),
        ("wait=1e99999", "wait"),
        ("aftre=5", "aftre"),
        ("after[]=5", "after[]"),
        ("a/b=5", "a~1b"),
    ],
)
def test_an_invalid_query_of_events_is_refused(query: str, parameter: str, table: tuple[str, Caller]):
    problem = assert_problem(table[1].get(f"{table[0]}/events?{query}"), 422, "invalid_query")
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
