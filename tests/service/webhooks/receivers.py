"""Receivers of webhooks: HTTP servers on this machine, which answer as a test says."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Answer = tuple[int, dict[str, str], bytes]


class Received(NamedTuple):
    """A request as it arrived; names of headers in lower case."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


class Receiver:
    """`answer`: how it answers, which a test may change. `received`: every request so far."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook?to=me"
        self.received: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda received: (204, {}, b"")

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.received]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that accepts everything, until told otherwise."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received = Received({name.lower(): value for name, value in self.headers.items()}, body)
            receiver.received.append(received)
            status, headers, content = receiver.answer(received)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            with suppress(ConnectionError):  # the sender was killed
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
