"""gunicorn's gevent worker, with what it lacks: problems for what it cannot parse, an end of streams at a stop, beats.

Slow requests, too many connections and TLS are the task of a proxy before it (`deploy/`).
"""

import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from math import inf
from time import monotonic
from types import SimpleNamespace
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn import util
from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader, EOFReader, LengthReader
from gunicorn.workers.ggevent import GeventWorker

from service.ids import new_request_id
from service.logs import ABOUT, CAUSE, log_uncaught
from service.metrics import problems
from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS, problem_document
from service.run.quick_start import without_garbage_collection
from service.settings import load_settings

MAX_UNREAD_BYTES = 4 << 20
"""How much of a refused request is read and thrown away, so that the client can send it to its end and then read the
answer."""
MAX_HEADER_CHARACTERS = 8190
"""Of all headers of one name together, as of a single one: to read a list of media types as long takes 10 ms."""
MAX_SKIPPED_BYTES = 65_536
"""Of a body that nobody has read, such as that of a request without a token: after a longer one the connection ends."""
BEAT_SECONDS = 0.5
"""Between two beats, by which the store knows that the service answers."""
HANDSHAKE_SECONDS = 0.25
"""The longest time to establish a connection that began before the process was to stop."""
LINGER_SECONDS = 1.5
"""How long a process that is to stop keeps a connection on which no request comes."""
LAST_SECONDS = 1.0
"""Before gunicorn's master would kill the process, it ends what is still under way."""

REFUSALS: dict[type[Exception], str] = {
    errors.InvalidResponseHeader: "internal_error",
    errors.InvalidResponseHeaderName: "internal_error",
    errors.ConfigurationProblem: "internal_error",
    errors.LimitRequestLine: "uri_too_long",
    errors.LimitRequestHeaders: "headers_too_large",
    errors.ExpectationFailed: "expectation_failed",
    errors.UnsupportedTransferCoding: "unknown_transfer_coding",
    errors.InvalidHTTPVersion: "http_version_not_supported",
    errors.ParseException: "malformed_request",
}
"""Exception of gunicorn → code. A class stands before the class that it inherits from: the first match counts."""


class WebWorker(GeventWorker):  # type: ignore[misc]  # gunicorn ships no types
    """The worker class of `gunicorn.py`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stopping = Event()
        self._root = load_settings().root
        self._idle: dict[gevent.Timeout, tuple[Any, float]] = {}
        """The connections on which no request has begun: what ends the wait, the greenlet that waits, since when."""

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse to start with a certificate: that is the task of a proxy."""
        if cfg.is_ssl:
            sys.exit("wonderful: the web processes speak no TLS: give the certificate to a proxy before them")

    def load_wsgi(self) -> None:
        """Load the application. What it consists of is never garbage: to look through it took 60 ms each time."""
        with without_garbage_collection():
            super().load_wsgi()
            gc.collect()

    def run(self) -> None:
        """Serve until the process is to stop, then answer what was accepted.

        gunicorn's own loop notices a stop a second later, resets connections that it has not accepted yet, and waits
        for idle ones.
        """
        gevent.get_hub().print_exception = lambda _, *error: log_uncaught(*error)  # type: ignore[method-assign]
        connections = Pool(self.worker_connections)
        servers = [self._serve(each, connections) for each in self.sockets]
        if backend := self._part("backend"):
            gevent.spawn(self._keep_beating, backend.answering.beat)
        while self.alive:
            self.notify()
            self._stopping.wait(1.0)
        gevent.sleep(HANDSHAKE_SECONDS)
        for server in servers:
            _accept_the_rest(server)
        stopped_at = monotonic()
        end_at = stopped_at + self.cfg.graceful_timeout - LAST_SECONDS
        while len(connections) and monotonic() < end_at:
            self._end_idle(stopped_at)
            self.notify()
            gevent.sleep(0.05)
        connections.kill(timeout=LAST_SECONDS / 2)

    def _serve(self, listener: Any, connections: Pool) -> StreamServer:
        listener.setblocking(True)
        name = listener.getsockname()
        bound = SimpleNamespace(getsockname=lambda: name)  # the listener itself may be closed when it is asked
        server = StreamServer(listener, handle=partial(self.handle, bound), spawn=connections)
        if self.cfg.workers > 1:
            server.max_accept = 1  # the other processes take their share
        server.start()
        return server

    def _end_idle(self, stopped_at: float) -> None:
        """Close the connections on which no request has begun for LINGER_SECONDS, since the stop at the earliest.

        Who has only just had an answer may be about to send the next request.
        """

        def end(wait: gevent.Timeout) -> None:
            """Not if a request has begun meanwhile: it would be hit."""
            if wait in self._idle:
                self._idle[wait][0].throw(wait)

        now = monotonic()
        for wait, (_, since) in self._idle.items():
            if now >= max(since, stopped_at) + LINGER_SECONDS:
                gevent.get_hub().loop.run_callback(end, wait)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop. A signal handler must not wait, so another greenlet ends the streams."""
        super().handle_exit(sig, frame)
        self._stopping.set()
        # Not imported: the hub's locks must be made after gevent has replaced those of the standard library.
        if hub := self._part("live"):
            gevent.spawn(hub.stop)

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """The time in which a request must come on an open connection."""
        with gevent.Timeout(self.cfg.keepalive, False) as wait:  # type: ignore[arg-type]  # False: it ends the block
            self._idle[wait] = gevent.getcurrent(), monotonic()
            try:
                yield
            finally:
                del self._idle[wait]

    def _keep_beating(self, beat: Callable[[], int]) -> None:
        """Tell the store that the service answers, for as long as this process serves."""
        while not self._stopping.is_set():
            try:
                if lasted_ms := beat():
                    seconds = lasted_ms / 1000
                    self.log.warning("the service did not answer for %.1f s: players get this time back", seconds)
            except Exception:  # without beats, no clock would ever run out
                self.log.exception("a beat failed")
            self._stopping.wait(BEAT_SECONDS)

    def _part(self, name: str) -> Any:
        """A part of the application by its name; None before it is loaded, or if it has no such part."""
        return getattr(getattr(self, "wsgi", None), name, None)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request. If the client of a stream takes nothing of it in time, close the connection.

        Raises LimitRequestHeaders.
        """
        _check_repeated_headers(req.headers)
        is_last = False
        try:
            super().handle_request(listener_name, req, sock, addr)
        except StopIteration:  # gunicorn's way to say: close the connection
            is_last = True
        except TimeoutError:
            self.log.info("a client takes nothing of its stream: disconnected")
            raise StopIteration from None
        if _unread_bytes(req.body.reader) > (0 if is_last else MAX_SKIPPED_BYTES):
            # gunicorn would read it to its end, and no other request would have its turn
            util.close_graceful(sock, max_drain=MAX_UNREAD_BYTES)
            is_last = True
        if is_last:
            raise StopIteration

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer with the problem, log it and close the connection."""
        code = next((code for kind, code in REFUSALS.items() if isinstance(exc, kind)), "internal_error")
        request_id = new_request_id()
        CAUSE.set(request_id)
        ABOUT.set({})  # the last request on this connection may have been about a game
        problems.labels(code).inc()
        if code == "internal_error":
            self.log.error("request %s: unforeseen error in the web server", request_id, exc_info=exc)
        else:  # not the text of the exception: it repeats the line that it cannot read, perhaps with a token
            self.log.warning("request %s: refused as %s (%s)", request_id, code, type(exc).__name__)
        with suppress(OSError):
            util.write_nonblock(client, answer_of(code, request_id, self._root))
        util.close_graceful(client, max_drain=MAX_UNREAD_BYTES)


def _check_repeated_headers(headers: Sequence[tuple[str, str]]) -> None:
    """Check that what a client sends in several headers of one name is no longer than one may be: it is read as one.

    Raises LimitRequestHeaders.
    """
    if len(dict(headers)) == len(headers):
        return
    characters: dict[str, int] = {}
    for name, value in headers:
        characters[name] = characters.get(name, 0) + len(value)
    if max(characters.values(), default=0) > MAX_HEADER_CHARACTERS:
        raise errors.LimitRequestHeaders("headers of one name are too long together")


def _unread_bytes(reader: LengthReader | ChunkedReader | EOFReader) -> float:
    """How much of a body nobody has read. Of one in chunks that has not ended, it may be any number."""
    if isinstance(reader, LengthReader):
        return float(reader.length)
    return inf if isinstance(reader, ChunkedReader) and reader.parser is not None else 0


def _accept_the_rest(server: StreamServer) -> None:
    """Close the listener, but accept before what the kernel has accepted: it would reset these connections."""
    server.stop_accepting()
    while not server.full() and (accepted := server.do_read()):
        server.do_handle(*accepted)
    server.close()


def answer_of(code: str, request_id: str, root: str) -> bytes:
    """The whole answer, head and body, in the form of the API's own problems. `root`: the path of the service."""
    status = PROBLEMS[code].status
    instance = f"urn:wonderful-world:request:{request_id}"  # no path was read
    body = json.dumps(problem_document(code, PROBLEMS[code].remedy, instance, request_id, root=root))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Connection: close",
        f"Content-Type: {PROBLEM_MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Content-Language: en",  # no header was read
        "X-Content-Type-Options: nosniff",
        f"X-Request-Id: {request_id}",
    )
    return "\r\n".join((*head, "", body)).encode()
