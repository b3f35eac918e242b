"""`wonderful metrics`: shows Prometheus what the processes of the service count, and what the store knows."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from hmac import compare_digest
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Lock
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector

from service.diagnosis.metrics import StoreCollector
from service.metrics import FOLDER_VARIABLE, forget_the_dead
from service.settings import Settings, StartError, bind_address

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
REQUEST_SECONDS = 10.0
"""The longest wait for a request on an open connection."""


class Server(ThreadingMixIn, WSGIServer):
    """A thread for each connection, so that one which says nothing holds up no scrape."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """A handler that logs no request."""

    timeout = REQUEST_SECONDS

    def log_message(self, *_: Any) -> None:
        """Prometheus asks every few seconds."""


def run_metrics(settings: Settings) -> None:
    """Answer GET /metrics at METRICS_HOST:METRICS_PORT until SIGINT or SIGTERM. Raises StartError."""
    server = metrics_server(settings)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    server.serve_forever()


def metrics_server(settings: Settings) -> WSGIServer:
    """What listens at METRICS_HOST:METRICS_PORT. Raises StartError."""
    host, port = settings.metrics_host, settings.metrics_port
    if port is None:
        raise StartError("METRICS_PORT is not set: set it to the port on which Prometheus asks, such as 9464")
    folder = os.environ.get(FOLDER_VARIABLE)
    answer = guarded(application(settings, Path(folder) if folder else None), settings.metrics_token)

    class Here(Server):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    try:
        return make_server(host, port, answer, Here, Quiet)
    except OSError as error:
        raise StartError(f"cannot listen on {bind_address(host, port)}: {error.strerror}") from error


def application(settings: Settings, folder: Path | None) -> Wsgi:
    """The metrics of the store, and those of the processes that count in the folder."""
    registry, one_at_a_time = CollectorRegistry(), Lock()
    if folder:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    registry.register(StoreCollector(settings))
    show = make_wsgi_app(registry)

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with one_at_a_time:
            if folder:
                forget_the_dead(folder)
            shown: Iterable[bytes] = show(environ, start_response)
            return shown

    return answer


def guarded(show: Wsgi, token: str) -> Wsgi:
    """The application at /metrics alone; if there is a token, for requests alone that carry it."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/metrics":
            return _refuse(start_response, "404 Not Found", "the metrics are at /metrics")
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return _refuse(start_response, "405 Method Not Allowed", "ask with GET", ("Allow", "GET, HEAD"))
        given = environ.get("HTTP_AUTHORIZATION", "")
        if token and not compare_digest(given.encode(), f"Bearer {token}".encode()):
            must = ("WWW-Authenticate", "Bearer")
            return _refuse(start_response, "401 Unauthorized", "send METRICS_TOKEN as a bearer token", must)
        if environ["REQUEST_METHOD"] == "HEAD":
            show({**environ, "REQUEST_METHOD": "GET"}, start_response)
            return []
        return show(environ, start_response)

    return answer


def _refuse(start_response: Any, status: str, text: str, *headers: tuple[str, str]) -> Iterable[bytes]:
    body = f"{text}\n".encode()
    length = ("Content-Length", str(len(body)))
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), length, *headers])
    return [body]
