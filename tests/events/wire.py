"""A connection between a client and a server's unix socket that can lose replies."""

import select
import socket
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import cast
from urllib.parse import unquote


class Wire(socketserver.ThreadingTCPServer):
    """`lose`: the number of replies to drop, each with its connection. `sent`: the client's packets so far."""

    daemon_threads = True

    def __init__(self, server_url: str) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.path = unquote(server_url.removeprefix("unix://"))
        self.url = f"redis://127.0.0.1:{self.server_address[1]}/0"
        self.lose = 0
        self.sent: list[bytes] = []


class _Connection(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        wire = cast(Wire, self.server)
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(wire.path)
            while True:
                for side in select.select([self.request, server], [], [])[0]:
                    data = side.recv(1 << 16)
                    if not data:
                        return
                    if side is self.request:
                        wire.sent.append(data)
                        server.sendall(data)
                    elif wire.lose:
                        wire.lose -= 1
                        return
                    else:
                        self.request.sendall(data)


@contextmanager
def wired(server_url: str) -> Iterator[Wire]:
    """A wire to the server, cut in the end."""
    with Wire(server_url) as wire:
        Thread(target=wire.serve_forever, args=(0.01,), daemon=True).start()
        yield wire
        wire.shutdown()
