"""A connection between clients and a server's unix socket that can lose or delay replies, or lead elsewhere."""

import select
import socket
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import sleep
from typing import cast
from urllib.parse import unquote


class Wire(socketserver.ThreadingTCPServer):
    """`lose`: the number of replies to drop, each with its connection. `sent`: the client's packets so far.

    `delay`: seconds before each reply. `path`: the server's socket, for connections from now on.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 1000

    def __init__(self, server_url: str) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.path = unquote(server_url.removeprefix("unix://"))
        self.url = f"redis://127.0.0.1:{self.server_address[1]}/0"
        self.lose = 0
        self.delay = 0.0
        self.sent: list[bytes] = []
        self.keep_sent = True
        self._open: set[socket.socket] = set()

    def lead_to(self, server_url: str) -> None:
        """Cut all connections; new ones lead to another server."""
        self.path = unquote(server_url.removeprefix("unix://"))
        for connection in [*self._open]:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Connection(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        wire = cast(Wire, self.server)
        with socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            wire._open.add(self.request)
            server.connect(wire.path)
            while True:
                for side in select.select([self.request, server], [], [])[0]:
                    data = side.recv(1 << 16)
                    if not data:
                        return
                    if side is self.request:
                        if wire.keep_sent:
                            wire.sent.append(data)
                        server.sendall(data)
                    elif wire.lose:
                        wire.lose -= 1
                        return
                    else:
                        sleep(wire.delay)
                        self.request.sendall(data)

    def finish(self) -> None:
        cast(Wire, self.server)._open.discard(self.request)


@contextmanager
def wired(server_url: str) -> Iterator[Wire]:
    """A wire to the server, cut in the end."""
    with Wire(server_url) as wire:
        Thread(target=wire.serve_forever, args=(0.01,), daemon=True).start()
        yield wire
        wire.shutdown()
