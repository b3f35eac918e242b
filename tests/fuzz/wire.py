"""Broken HTTP over real sockets, to a running `wonderful up`: framing, pipelines, half requests, odd chunks."""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import httpx

from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS
from tests.end_to_end.running import up
from tests.fuzz.messages import Answer
from tests.fuzz.outcome import Outcome

PATIENCE_SECONDS = 0.3
"""How long an answer may be awaited on a connection that the server need not answer, such as half a request."""
ANSWER_SECONDS = 15.0
AT_ONCE = 8
"""Connections."""
VERSIONS = (
    "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.9", "http/1.1", "HTTP/1", "HTTP/11", "HTTP/1.1 x", "",
)  # fmt: skip
METHODS = (
    "GET", "POST", "HEAD", "OPTIONS", "PUT", "get", "G T", "", "\x00", "POST\x00", "CONNECT", "PRI", "M" * 300, "É",
)  # fmt: skip
USUAL_TARGETS = ("/v1/bots", "/v1/games", "/healthz", "/v1/verifications", "/v1/players", "/v1/tokens", "/v1/tickets")
TARGETS = (
    "/v1/bots", "/v1/games", "/healthz", "*", "http://evil.example/v1/bots", "//evil.example/v1/bots", "/%", "/\xff",
    "/v1/games/%00", "/a b", "", "?", "/v1/bots?x=\x01", "/../../etc/passwd", "/" + "x" * 4500,
    "/v1/games?" + "a=b&" * 900,
    "evil.example:443", "/v1/games/%e0%80", "/#f", "/v1/bots\t", "\\v1\\bots", "/v1/players/me", "/v1/turns?wait=0",
    "/openapi.yaml",
)  # fmt: skip
HEADERS = (
    "Host: x", "Host: x", "Host:", "Host: x\r\nHost: y", "host : x", "Content-Length: 2", "Content-Length: -1",
    "Content-Length: 99999999999999999999", "Content-Length: 0x2", "Content-Length: 2, 2", "Content-Length: +2",
    "Content-Length:2\r\nContent-Length:3", "Content-Length: 5", "Transfer-Encoding: chunked",
    "Transfer-Encoding: CHUNKED", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: gzip, chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\x0bchunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 3", "Transfer-Encoding: identity", "Connection: close",
    "Connection: keep-alive", "Connection: upgrade\r\nUpgrade: h2c", "Expect: 100-continue", "Expect: x",
    "X: a\r\n folded", " X: 1", "X", ": x", "X\x00: 1", "X: \x00", "X: \xff\xfe", "X: " + "y" * 9000,
    "Authorization: Bearer x", "\r", "X: a\nY: b", "X: a\rY: b", "Content-Type: application/json", "Trailer: X",
    "TE: trailers", "X_Forwarded_For: 1.2.3.4", "Script-Name: /x", "Accept: text/event-stream",
    "Accept-Encoding: gzip", "Proxy-Connection: close", "Content_Length: 5", "PATH_INFO: /x", "Sec-WebSocket-Key: x",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"{", b"2\r\n{}\r\n0\r\n\r\n", b"2;ext=1\r\n{}\r\n0\r\n\r\n", b"zz\r\n{}\r\n0\r\n\r\n", b"-1\r\n{}",
    b"0x2\r\n{}\r\n0\r\n\r\n", b"2\n{}\n0\n\n", b"00000000000000000002\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nX: y\r\n\r\n", b"2\r\n{}{}\r\n0\r\n\r\n", b"ffffffffffffffffffff\r\n{}", b"2\r\n{}\r\n",
    b"2\r\n{", b"1;" + b"x" * 9000 + b"\r\n{\r\n0\r\n\r\n", b"0\r\n" + b"X: y\r\n" * 300 + b"\r\n", b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n", b"2 \r\n{}\r\n0\r\n\r\n", b"+2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}0\r\n\r\n", b"\x00" * 50,
    b"5\r\n\xff\xff\xff\xff\xff\r\n0\r\n\r\n",
)  # fmt: skip
LAST = "GET /v1/bots HTTP/1.1\r\nHost: x\r\nX-Request-Id: last\r\nConnection: close\r\n\r\n"
"""Ends a pipeline. If the connection is still open, its answer comes."""
INNER = re.compile(rb"Traceback|File \"|site-packages|gunicorn|gevent|\.py\b")


def run_wire(seed: int, connections: int) -> Outcome:
    """Open so many connections to a service of its own, some at a time. What they send follows from the seed."""
    outcome, began = Outcome(seed), time.monotonic()
    with TemporaryDirectory() as folder, up(Path(folder), WEB_WORKERS="1") as running:
        token = httpx.post(f"{running.url}/v1/players", json={"name": "Ada"}, timeout=60).json()["token"]

        def talk(number: int) -> tuple[bytes, list[Answer]]:
            rng = Random(f"wire {seed} {number}")
            sent = message(rng, token)
            return sent, exchange(running.url, sent, rng)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            for number, (sent, answers) in enumerate(pool.map(talk, range(1, connections + 1)), 1):
                for answer in answers:
                    outcome.requests += 1
                    outcome.statuses[answer.status] += 1
                    for fault in faults_of(answer):
                        where = f"seed {seed}, connection {number}: {answer.status} {answer.body[:300]!r}"
                        outcome.add_fault(f"wire {fault}", f"{where}\n  sent {sent[:2000]!r}")
        if httpx.get(f"{running.url}/readyz", timeout=30).status_code != 200:
            outcome.add_fault("wire not ready", f"seed {seed}")
        printed = running.output.read_text(errors="replace")
    for line in printed.splitlines():
        if re.search(r"Traceback|ERROR|CRITICAL|stopped unexpectedly|exited", line):
            at = printed.index(line)
            outcome.add_fault(f"wire printed {line[:60]}", printed[max(0, at - 200) : at + 2500])
    outcome.seconds = time.monotonic() - began
    return outcome


def message(rng: Random, token: str) -> bytes:
    """One to four requests in a row, well-formed or not, perhaps cut off."""
    parts = [_request(rng, token) for _ in range(rng.choice((1, 1, 1, 2, 4)))]
    if rng.random() < 0.4:
        parts.append(LAST.encode())
    whole = b"".join(parts)
    match rng.randrange(10):
        case 0:
            return whole[: rng.randrange(len(whole) + 1)]
        case 1:
            at = rng.randrange(len(whole) + 1)
            return whole[:at] + rng.randbytes(rng.choice((1, 4, 100))) + whole[at:]
        case 2:
            return whole.replace(b"\r\n", rng.choice((b"\n", b"\r", b"\r\r\n", b"\n\r")))
        case 3 if rng.random() < 0.3:
            return rng.randbytes(rng.choice((1, 30, 3000)))
    return whole


def _request(rng: Random, token: str) -> bytes:
    usual = rng.random() < 0.6
    method, target = (
        (rng.choice(METHODS[:5]), rng.choice(USUAL_TARGETS)) if usual else (rng.choice(METHODS), rng.choice(TARGETS))
    )
    version = "HTTP/1.1" if usual or rng.random() < 0.6 else rng.choice(VERSIONS)
    headers = ["Host: x", *rng.choices(HEADERS, k=rng.choice((0, 0, 0, 1, 1, 2)))]
    if rng.random() < 0.6:
        headers += [f"Authorization: Bearer {token}", "Content-Type: application/json"]
    if rng.random() < 0.02:
        headers += ["X: 1"] * 150
    body = rng.choice(BODIES) if method == "POST" or rng.random() < 0.2 else b""
    if body and rng.random() < 0.5:
        headers.append(rng.choice((f"Content-Length: {len(body)}", "Transfer-Encoding: chunked")))
    return "\r\n".join((f"{method} {target} {version}", *headers, "", "")).encode("latin-1") + body


def exchange(url: str, sent: bytes, rng: Random) -> list[Answer]:
    """The answers to what is sent at once or in two halves, until the server closes or stays silent."""
    address = urlsplit(url)
    received = b""
    with socket.create_connection((address.hostname, address.port), timeout=ANSWER_SECONDS) as connection:
        try:
            if rng.random() < 0.2:
                half = rng.randrange(len(sent) + 1)
                connection.sendall(sent[:half])
                time.sleep(0.01)
                connection.sendall(sent[half:])
            else:
                connection.sendall(sent)
            if rng.random() < 0.5:
                connection.shutdown(socket.SHUT_WR)
            elif rng.random() < 0.1:
                return []  # gone without a word
            connection.settimeout(PATIENCE_SECONDS)
            while data := connection.recv(65_536):
                received += data
        except OSError:  # silent, or gone
            pass
    return [*_answers(received)]


def _answers(received: bytes) -> list[Answer]:
    """The answers in what was received. One that is cut off, or that nobody can read, has the status 0."""
    found = []
    while received:
        head, mark, rest = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        if not mark or not re.fullmatch(r"HTTP/1\.[0-9] [1-5][0-9]{2} [A-Za-z -]+", first):
            return [*found, Answer(0, (), received[:500], 0.0)]
        headers = tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in lines))
        answer = Answer(int(first.split()[1]), headers, b"", 0.0)
        body, received = _body(answer, rest)
        if answer.status != 100:
            found.append(answer._replace(body=body))
    return found


def _body(answer: Answer, rest: bytes) -> tuple[bytes, bytes]:
    """(body, what follows it). The answer to HEAD says how long the body would be: then the next answer follows."""
    if answer.header("Transfer-Encoding") == "chunked":
        end = rest.find(b"0\r\n\r\n")
        return (rest[:end], rest[end + 5 :]) if end >= 0 else (rest, b"")
    length = int(answer.header("Content-Length") or 0)
    if answer.status in (100, 204, 304) or rest.startswith(b"HTTP/1."):
        return b"", rest
    return rest[:length], rest[length:]


def faults_of(answer: Answer) -> list[str]:
    """What is wrong with an answer."""
    found = []
    if answer.status == 0:
        return ["no HTTP"]
    if answer.status >= 500 and answer.status not in (501, 503, 505):  # what HTTP itself demands
        found.append(f"status {answer.status}")
    if not answer.header("X-Request-Id"):
        found.append("no X-Request-Id")
    if INNER.search(answer.body) and answer.media_type == PROBLEM_MEDIA_TYPE:
        found.append("shows what is inside")
    if answer.status >= 400 and answer.body and "html" not in answer.media_type:
        try:
            code = json.loads(answer.body).get("code")
        except ValueError:
            code = None
        if answer.media_type != PROBLEM_MEDIA_TYPE or code not in PROBLEMS:
            found.append(f"no problem, {answer.status} {answer.media_type}")
    return found
