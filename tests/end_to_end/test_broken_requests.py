"""Requests that no HTTP library sends, to the web server itself: problems, never a traceback, never somebody's host."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.api_description import ApiDescription
from tests.end_to_end.running import Running, await_true, description_of
from wonderful_client import Client


@pytest.fixture(scope="module")
def token(running: Running) -> str:
    return str(httpx.post(f"{running.url}/v1/players", json={"name": "Ada"}, timeout=60).json()["token"])


def send(running: Running, head: str, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the first answer to a request that is sent as it stands."""
    address = urlsplit(running.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n" + body)
        answer = connection.makefile("rb")
        status = int(answer.readline().split()[1])
        headers = {}
        while line := answer.readline().strip():
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        return status, headers, answer.read(int(headers.get("content-length", 0)))


def problem(answer: tuple[int, dict[str, str], bytes]) -> dict[str, Any]:
    status, headers, body = answer
    assert headers["content-type"] == "application/problem+json"
    assert b"Traceback" not in body
    found: dict[str, Any] = json.loads(body)
    assert found["status"] == status
    return found


@pytest.mark.parametrize("path", ["/v1/games", "/v1/verifications"])
@pytest.mark.parametrize("body", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}{}{}\r\n0\r\n\r\n", b"-1\r\n{}\r\n"])
def test_a_malformed_chunked_body_is_a_bad_request(running: Running, token: str, path: str, body: bytes):
    printed = len(running.output.read_bytes())
    head = f"POST {path} HTTP/1.1\nHost: x\nAuthorization: Bearer {token}\nContent-Type: application/json\n"
    answer = send(running, f"{head}Transfer-Encoding: chunked\n", body)
    assert (answer[0], problem(answer)["code"]) == (400, "malformed_body")
    assert b"Traceback" not in running.output.read_bytes()[printed:]


HEAD = "GET /v1/bots HTTP/1.1\nHost: x\n"


@pytest.mark.parametrize("line", ["Authorization Bearer {}", "Bearer {}: x", "Authorization: Bearer {}\0"])
def test_the_log_does_not_repeat_a_header_that_the_web_server_cannot_read(running: Running, token: str, line: str):
    printed = len(running.output.read_bytes())
    found = problem(send(running, f"{HEAD}{line.format(token)}\n"))
    await_true(lambda: found["request_id"].encode() in running.output.read_bytes()[printed:])
    assert token.encode() not in running.output.read_bytes()[printed:]


MALFORMED = {
    "no request line": "hello\n",
    "a method in lower case": "get / HTTP/1.1\n",
    "two spaces": "GET  / HTTP/1.1\n",
    "tls": "\x16\x03\x01\x02\n",
    "a header without a colon": f"{HEAD}colon\n",
    "a space in a name": f"{HEAD}X Y: 1\n",
    "a folded header": f"{HEAD}X: 1\n folded\n",
    "a zero byte": f"{HEAD}X: a\0b\n",
    "two hosts": f"{HEAD}Host: y\n",
    "two lengths": f"{HEAD}Content-Length: 2\nContent-Length: 3\n",
    "a negative length": f"{HEAD}Content-Length: -1\n",
    "a length and chunks": f"{HEAD}Content-Length: 2\nTransfer-Encoding: chunked\n",
}
REFUSED = {
    "a long path": (414, "uri_too_long", f"GET /{'x' * 5000} HTTP/1.1\nHost: x\n"),
    "a very long path": (414, "uri_too_long", f"GET /{'x' * 500_000} HTTP/1.1\nHost: x\n"),
    "a long header": (431, "headers_too_large", f"{HEAD}X: {'x' * 9000}\n"),
    "a very long header": (431, "headers_too_large", f"{HEAD}X: {'x' * 900_000}\n"),
    "many headers": (431, "headers_too_large", HEAD + "X: 1\n" * 200),
    "another version": (505, "http_version_not_supported", "GET / HTTP/3.0\nHost: x\n"),
    "an unknown expectation": (417, "expectation_failed", f"{HEAD}Expect: tea\n"),
    "an unknown coding": (501, "unknown_transfer_coding", f"{HEAD}Transfer-Encoding: x, chunked\n"),
} | {name: (400, "malformed_request", head) for name, head in MALFORMED.items()}


@pytest.mark.parametrize("name", REFUSED)
def test_a_request_that_the_web_server_refuses_gets_a_problem(running: Running, name: str):
    status, code, head = REFUSED[name]
    answer = send(running, head)
    found = problem(answer)
    assert (answer[0], found["code"]) == (status, code)
    assert answer[1]["connection"] == "close"
    assert found["request_id"] == answer[1]["x-request-id"]
    description = description_of(f"{running.url}/openapi.yaml")
    description.validator(ApiDescription.ref("Problem")).validate(found)
    await_true(lambda: found["request_id"] in running.output.read_text(errors="replace"))  # in the log


def test_a_refused_request_does_not_disturb_the_next_one(running: Running):
    for name in REFUSED:
        send(running, REFUSED[name][2])
    assert httpx.get(f"{running.url}/healthz", timeout=60).status_code == 200


def test_what_a_client_sends_forges_no_line_of_the_log(running: Running):
    forged = "ERROR forged"
    send(running, f"GET /{forged} HTTP/1.1\nX-Request-Id: {forged}\n")
    send(running, f"GET /v1/%0A{forged.replace(' ', '%20')} HTTP/1.1\nHost: x\nX-Request-Id: x{forged}\n")
    send(running, f"GET / HTTP/1.1\nHost: x\nX: a\r{forged}\n")
    named = httpx.get(f"{running.url}/v1/games", headers={"X-Request-Id": "mine-7"}, timeout=60)
    assert named.headers["X-Request-Id"] == "mine-7"
    await_true(lambda: " mine-7" in running.output.read_text(errors="replace"))
    lines = running.output.read_text(errors="replace").splitlines()
    assert not [line for line in lines if line.partition("|")[2].strip().startswith(forged)]


@pytest.mark.parametrize("header", ["SCRIPT_NAME: /evil", "PATH_INFO: /v1/players/me"])
def test_a_header_that_names_a_variable_of_the_server_changes_nothing(running: Running, header: str):
    status, headers, body = send(running, f"GET /v1/bots HTTP/1.1\nHost: x\n{header}\n")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body) == httpx.get(f"{running.url}/v1/bots", timeout=60).json()


@pytest.mark.parametrize(("path", "status"), [("/v1//bots", 404), ("//evil.example/v1/bots", 404), ("//v1/bots", 200)])
def test_a_double_slash_redirects_nobody(running: Running, path: str, status: int):
    """The web server itself reads leading slashes as one."""
    answer = send(running, f"GET {path} HTTP/1.1\nHost: evil.example\n")
    assert answer[0] == status
    assert "location" not in answer[1]
    assert b"<html" not in answer[2].lower()


def test_an_empty_path_is_the_page_of_this_service(running: Running):
    status, headers, body = send(running, "GET http://evil.example HTTP/1.1\nHost: evil.example\n")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"evil.example" not in body


def test_options_needs_no_token_and_lists_the_methods(running: Running):
    status, headers, body = send(running, "OPTIONS /v1/games HTTP/1.1\nHost: x\n")
    assert (status, body) == (204, b"")
    assert {method.strip() for method in headers["allow"].split(",")} >= {"GET", "POST", "OPTIONS"}


def test_decisions_that_take_long_leave_the_web_processes_to_others(running: Running, token: str):
    with Client(running.url, token, patience=0) as client:
        game = client.open_game(seats=1)["id"]
        view = client.start_game(game)
        asked = client.ask("POST", "/v1/bots/search/decisions", view=view, budget={"nodes": 2000})
        assert asked["status"] == "pending"
        while (found := client.get_decision(asked["id"]))["status"] == "pending":
            client.get_health()
        assert found["decision"]["intention"] in client.list_legal(game)
