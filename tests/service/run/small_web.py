"""A web process with few places. It takes addresses of this machine (127.0.0.N) for those of others (203.0.113.N)."""

import os
from collections.abc import Iterable
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

from service.run import idle_connections
from service.run.idle_connections import IdleConnections
from service.run.web_worker import WebWorker

OF_A_PEER = 3
PLACES = 10
PROXY = "127.0.0.9"
idle_connections.FIRST_SECONDS = float(os.environ.get("FIRST_SECONDS", "300"))


class SmallWorker(WebWorker):
    """The worker with other limits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = IdleConnections(PLACES, OF_A_PEER)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        super().handle(listener, client, (addr[0].replace("127.0.0.", "203.0.113."), addr[1]))


class Application:
    """It answers each request with its body."""

    def __init__(self) -> None:
        settings = SimpleNamespace(trusted_proxies=(ip_network(PROXY.replace("127.0.0.", "203.0.113.")),))
        self.extensions = {"backend": SimpleNamespace(settings=settings)}

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        body = environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]
