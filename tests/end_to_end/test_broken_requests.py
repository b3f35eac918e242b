"""Requests that no HTTP library sends, to the web server itself: problems, never a traceback, never somebody's host."""

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.end_to_end.running import Running, up

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service as `make run` starts it."""
    with up(tmp_path_factory.mktemp("broken")) as started:
        yield started


@pytest.fixture(scope="module")
def token(running: Running) -> str:
    return str(httpx.post(f"{running.url}/v1/players", json={"name": "Ada"}).json()["token"])


def send(running: Running, head: str, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the first answer to a request that is sent as it stands."""
    address = urlsplit(running.url)
    with socket.create_connection((address.hostname, address.port), timeout=5) as connection:
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


@pytest.mark.parametrize("header", ["SCRIPT_NAME: /evil", "PATH_INFO: /v1/players/me"])
def test_a_header_that_names_a_variable_of_the_server_changes_nothing(running: Running, header: str):
    status, headers, body = send(running, f"GET /v1/bots HTTP/1.1\nHost: x\n{header}\n")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body) == httpx.get(f"{running.url}/v1/bots").json()


@pytest.mark.parametrize(("path", "status"), [("/v1//bots", 404), ("//evil.example/v1/bots", 404), ("//v1/bots", 200)])
def test_a_double_slash_redirects_nobody(running: Running, path: str, status: int):
    """The web server itself reads leading slashes as one."""
    answer = send(running, f"GET {path} HTTP/1.1\nHost: evil.example\n")
    assert answer[0] == status
    assert "location" not in answer[1]
    assert b"<html" not in answer[2].lower()


def test_options_needs_no_token_and_lists_the_methods(running: Running):
    status, headers, body = send(running, "OPTIONS /v1/games HTTP/1.1\nHost: x\n")
    assert (status, body) == (204, b"")
    assert {method.strip() for method in headers["allow"].split(",")} >= {"GET", "POST", "OPTIONS"}


def test_decisions_that_take_long_leave_the_web_processes_to_others(running: Running, token: str):
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=running.url, headers=headers, timeout=20) as client:
        game = client.post("/v1/games", json={"seats": 1}).headers["Location"]
        view = client.post(f"{game}/start").json()
        asked = client.post("/v1/bots/search/decisions", json={"view": view, "budget": {"nodes": 2000}})
        assert asked.status_code == 202
        while (found := client.get(asked.headers["Location"]).json())["status"] == "pending":
            assert client.get("/healthz").status_code == 200
        assert found["decision"]["intention"] in client.get(f"{game}/legal").json()
