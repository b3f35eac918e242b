"""The service behind nginx and Caddy, by the files in deploy/: games, streams, uploads, what is slow or too much."""

import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.end_to_end.running import NO_TLS, Running
from tests.isolation import WONDERFUL, environment
from tests.ports import free_port
from tests.proxies import Proxy, caddy, nginx, plain_nginx, require
from tests.running_cluster import until

MAX_LOG_BYTES = 2 * 1024 * 1024
STREAM = {"Accept": "application/x-ndjson"}
MORE_THAN_NGINX_TAKES_BY_ITSELF = b" " * 1_500_000
Start = Callable[[int], AbstractContextManager[Proxy]]


@pytest.fixture(params=[(("nginx", "openssl"), nginx), (("caddy",), caddy)], ids=["nginx", "Caddy"])
def start(request: pytest.FixtureRequest) -> Start:
    """What starts a proxy before a port."""
    programs, start = request.param
    require(*programs)
    return start


@pytest.fixture
def proxy(start: Start, running: Running) -> Iterator[Proxy]:
    """A proxy before the service that all tests share."""
    with start(urlsplit(running.url).port or 0) as proxy:
        yield proxy


@contextmanager
def player(proxy: Proxy) -> Iterator[httpx.Client]:
    """A client with an account of its own."""
    verify = ssl.create_default_context(cafile=proxy.certificate) if proxy.certificate else NO_TLS
    with httpx.Client(base_url=proxy.url, verify=verify) as client:
        token = client.post("/v1/players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def test_a_whole_game_is_played_watched_and_verified_through_a_proxy(proxy: Proxy, tmp_path: Path):
    settings = {"SSL_CERT_FILE": str(proxy.certificate)} if proxy.certificate else {}
    demo = subprocess.run(
        [*WONDERFUL, "demo", "--url", proxy.url],
        env=environment(**settings),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert demo.returncode == 0, demo.stderr
    assert "as the server says" in demo.stdout


def test_a_stream_tells_each_event_at_once_and_links_lead_through_the_proxy(proxy: Proxy):
    with player(proxy) as ada:
        opened = ada.post("/v1/games", json={"seats": 1})
        assert opened.headers["Location"].startswith("/v1/games/")
        game = opened.headers["Location"]
        with ada.stream("GET", f"{game}/events", headers=STREAM) as stream:
            lines = (line for line in stream.iter_lines() if line)
            assert [*islice(lines, 1)], "what was there"
            ada.post(f"{game}/start").raise_for_status()
            assert any('"game_started"' in line for line in islice(lines, 3))


def test_a_log_is_uploaded_that_is_larger_than_what_proxies_take_by_themselves(proxy: Proxy):
    with player(proxy) as ada:
        answer = ada.post("/v1/verifications", content=MORE_THAN_NGINX_TAKES_BY_ITSELF, timeout=60)
        assert (answer.status_code, answer.json()["ok"]) == (200, False), "the service itself has read it"


def test_a_log_that_is_too_large_is_refused_with_a_problem(proxy: Proxy):
    with player(proxy) as ada:
        for size in (MAX_LOG_BYTES + 1, 4 * MAX_LOG_BYTES):
            answer = ada.post("/v1/verifications", content=b" " * size, timeout=60)
            assert (answer.status_code, answer.headers["Content-Type"]) == (413, "application/problem+json")
            assert answer.json()["code"] == "body_too_large"


def test_nginx_answers_too_many_requests_of_an_address_with_a_problem_and_others_go_on(running: Running):
    require("nginx")
    changes = {"burst=600": "burst=3", "rate=300r/s": "rate=1r/s"}
    with plain_nginx(urlsplit(running.url).port or 0, changes) as port, httpx.Client() as client:

        def ask(address: str) -> httpx.Response:
            return client.get(f"http://127.0.0.1:{port}/healthz", headers={"X-Forwarded-For": address})

        answers = [ask("203.0.113.1") for _ in range(6)]
        assert [answer.status_code for answer in answers][:4] == [200] * 4
        refused = answers[-1]
        told = refused.status_code, refused.json()["code"], refused.headers["Retry-After"]
        assert told == (429, "quota_exceeded", "1")
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert ask("203.0.113.2").status_code == 200
        for household in ("2001:db8:1:2::{}", "2001:db8:1:3:{}:5:6:7", "2001:db8:2::{}:6:7:8", "2001:db8::{}:6:7:8"):
            network = [ask(household.format(number)).status_code for number in range(1, 7)]
            assert (network[0], network[-1]) == (200, 429), f"the addresses of {household} count together, and alone"


def test_nginx_counts_the_requests_of_a_token_apart_from_those_of_others(running: Running):
    require("nginx")
    changes = {"burst=600 delay=120": "burst=1 nodelay", "rate=30r/s": "rate=1r/m"}
    with plain_nginx(urlsplit(running.url).port or 0, changes) as port, httpx.Client() as client:

        def ask(**headers: str) -> int:
            return client.get(f"http://127.0.0.1:{port}/healthz", headers=headers).status_code

        assert [ask(Authorization="Bearer ada") for _ in range(3)] == [200, 200, 429]
        assert ask(Authorization="Bearer ben") == 200
        assert [ask() for _ in range(4)] == [200] * 4, "requests without a token count for their address only"


def test_nginx_lets_no_slow_request_reach_the_service(running: Running):
    require("nginx")
    changes = {
        "client_header_timeout 10s": "client_header_timeout 1s",
        "client_body_timeout 20s": "client_body_timeout 1s",
    }
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n"
    with plain_nginx(urlsplit(running.url).port or 0, changes) as port:
        for begun in (head, head + b'\r\n{"name"'):
            with socket.create_connection(("127.0.0.1", port), timeout=60) as slow:
                slow.sendall(begun)
                data = slow.recv(65_536)
                assert not data or data.startswith(b"HTTP/1.1 408"), "the connection ends"


@pytest.mark.parametrize("is_down", [False, True], ids=["service", "no service"])
def test_no_log_of_a_proxy_has_the_ticket_of_a_stream_or_the_code_of_an_invitation(
    start: Start, is_down: bool, running: Running
):
    port = free_port() if is_down else urlsplit(running.url).port or 0
    with start(port) as proxy:
        verify = ssl.create_default_context(cafile=proxy.certificate) if proxy.certificate else NO_TLS
        paths = ("/v1/turns?ticket=s3cret", "/join/s3cret", "/v1/codes/s3cret", "/qr/s3cret.svg")
        with ThreadPoolExecutor(len(paths)) as threads:  # at once: Caddy waits for seconds for a service that is down
            get = partial(httpx.get, verify=verify, timeout=60)
            answer, *_ = threads.map(get, [f"{proxy.url}{path}" for path in paths])
        assert answer.status_code == (502 if is_down else 401)

        def logs() -> str:
            files = (path for path in proxy.logs.iterdir() if "log" in path.name or path.name == "output")
            return "".join(path.read_text("utf-8") for path in files)

        if is_down:  # the operator sees it, once the proxy has written the line: after its answer
            until(lambda: "/v1/turns" in logs() and "/qr/" in logs())
        assert "s3cret" not in logs()
