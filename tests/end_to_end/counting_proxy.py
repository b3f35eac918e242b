"""A proxy that counts the bytes that pass through it, below HTTP."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread


@dataclass
class Proxy:
    """`up`, `down`: bytes from the clients and to them so far."""

    url: str
    up: int = 0
    down: int = 0


@contextmanager
def counting_proxy(port: int) -> Iterator[Proxy]:
    """A proxy before the server at this local port."""

    class Connection(BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection(("127.0.0.1", port)) as server:
                downwards = Thread(target=self.pass_down, args=(server,))
                downwards.start()
                while data := self.request.recv(65536):
                    proxy.up += len(data)
                    server.sendall(data)
                server.shutdown(socket.SHUT_WR)
                downwards.join()

        def pass_down(self, server: socket.socket) -> None:
            with suppress(OSError):  # the client is gone
                while data := server.recv(65536):
                    proxy.down += len(data)
                    self.request.sendall(data)

    with ThreadingTCPServer(("127.0.0.1", 0), Connection) as listener:
        proxy = Proxy(f"http://127.0.0.1:{listener.server_address[1]}")
        Thread(target=listener.serve_forever).start()
        yield proxy
        listener.shutdown()
