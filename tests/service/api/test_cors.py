"""Web pages of other origins: which may call the API, and what they may send and read."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from tests.service.checked_client import CheckedClient
from tests.service.client import Caller, Service, assert_problem

PAGE = "https://play.example.org"
PREFLIGHT = {"Origin": PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def words(header: str) -> set[str]:
    """The words of a list, in lower case."""
    return {word.strip().lower() for word in header.split(",")}


def cors_headers(answer: Any) -> set[str]:
    return {name for name, _ in answer.headers if name.startswith("Access-Control-")}


def test_a_preflight_needs_no_token_and_names_methods_and_headers(http: FlaskClient):
    answer = http.options("/v1/games/unknown0/intentions", headers=PREFLIGHT)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert words(answer.headers["Access-Control-Allow-Methods"]) == {"post", "options"}
    assert words(answer.headers["Access-Control-Allow-Headers"]) == {
        "accept-language",
        "authorization",
        "content-type",
        "idempotency-key",
        "if-match",
        "if-none-match",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "prefer",
        "x-request-id",
    }
    assert int(answer.headers["Access-Control-Max-Age"]) > 0
    assert "Origin" in answer.headers["Vary"].split(", ")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/turns", "/v1/games/unknown0/seats/me", "/v1/players"])
def test_a_preflight_allows_the_methods_of_the_address(path: str, http: FlaskClient):
    plain, preflight = http.options(path), http.options(path, headers=PREFLIGHT)
    assert words(preflight.headers["Access-Control-Allow-Methods"]) == words(plain.headers["Allow"])
    assert preflight.headers["Allow"]


def test_a_page_with_a_token_reaches_the_error_of_an_unknown_address(http: FlaskClient, ada: Caller):
    preflight = http.options("/v1/nothing", headers=PREFLIGHT | {"Accept-Encoding": "gzip, identity;q=0"})
    assert (preflight.status_code, preflight.data) == (204, b"")
    assert preflight.headers["Access-Control-Allow-Origin"] == preflight.headers["Access-Control-Allow-Methods"] == "*"
    assert not {"Content-Type", "Content-Language", "Content-Encoding"} & {*preflight.headers.keys()}
    assert_problem(ada.get("/v1/nothing", {"Origin": PAGE}), 404, "not_found")
    assert_problem(http.options("/v1/nothing"), 404, "not_found")


def test_options_that_is_no_preflight_lists_the_methods_only(http: FlaskClient):
    assert not cors_headers(http.options("/v1/games"))
    from_a_page = http.options("/v1/games", headers={"Origin": PAGE})
    assert cors_headers(from_a_page) == {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}
    assert from_a_page.headers["Allow"]


def test_a_page_can_read_the_answer_and_its_headers(ada: Caller):
    answer = ada.get("/v1/games", {"Origin": PAGE})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert words(answer.headers["Access-Control-Expose-Headers"]) == {
        "accept-encoding",
        "allow",
        "content-language",
        "deprecation",
        "etag",
        "idempotent-replayed",
        "link",
        "location",
        "preference-applied",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "sunset",
        "www-authenticate",
        "x-request-id",
    }


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [("/v1/games", 401, "token_missing"), ("/v2", 404, "not_found"), ("/v1/catalogue?lang=" + "x" * 99, 422, None)],
)
def test_a_page_can_read_an_error(path: str, status: int, code: str | None, http: FlaskClient):
    answer = http.get(path, headers={"Origin": PAGE})
    assert_problem(answer, status, code or "invalid_query")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]


def test_a_page_can_follow_a_stream_and_gets_304(service: Service, ada: Caller):
    stream = ada.get("/v1/turns", {"Origin": PAGE, "Accept": "text/event-stream"})
    assert stream.headers["Access-Control-Allow-Origin"] == "*"
    stream.close()
    tag = ada.get("/v1/games").headers["ETag"]
    unchanged = ada.get("/v1/games", {"Origin": PAGE, "If-None-Match": tag})
    assert (unchanged.status_code, unchanged.headers["Access-Control-Allow-Origin"]) == (304, "*")


def test_no_answer_allows_credentials(ada: Caller, http: FlaskClient):
    for answer in (ada.get("/v1/games", {"Origin": PAGE}), http.options("/v1/games", headers=PREFLIGHT)):
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_client_that_is_no_page_gets_none_of_these_headers(ada: Caller):
    answer = ada.get("/v1/games")
    assert not cors_headers(answer)
    assert "Origin" in answer.headers["Vary"].split(", "), "a cache must not give this answer to a page"


@pytest.fixture
def configured(service: Service) -> Iterator[Any]:
    """Makes a client of a service with these origins."""

    def make(*origins: str) -> FlaskClient:
        app = create_app(replace(service.parts, settings=replace(service.parts.settings, cors_origins=origins)))
        app.test_client_class = CheckedClient
        return app.test_client()

    return make


def test_only_the_origins_of_the_setting_are_allowed(configured: Any):
    http = configured(PAGE, "http://localhost:5173")
    for origin in (PAGE, "http://localhost:5173"):
        assert http.get("/v1/bots", headers={"Origin": origin}).headers["Access-Control-Allow-Origin"] == origin
    for origin in ("https://play.example.org.evil.example", "http://play.example.org", f"{PAGE}:8443", "null", "*", ""):
        answer = http.get("/v1/bots", headers={"Origin": origin})
        assert answer.status_code == 200
        assert not cors_headers(answer), origin
        assert "Origin" in answer.headers["Vary"].split(", ")
    refused = http.options("/v1/bots", headers=PREFLIGHT | {"Origin": "https://evil.example"})
    assert refused.status_code == 204
    assert not cors_headers(refused)


def test_without_origins_no_page_may_call(configured: Any):
    http = configured()
    answer, preflight = http.get("/v1/bots", headers={"Origin": PAGE}), http.options("/v1/bots", headers=PREFLIGHT)
    assert not cors_headers(answer) | cors_headers(preflight)
    assert "Origin" not in answer.headers["Vary"]
