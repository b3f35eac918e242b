"""gunicorn's gevent worker, for what never reaches the application.

Requests that gunicorn cannot parse get problem+json, too: it refuses them while it reads the request line and the
headers. Requests that arrive too slowly are cut off. Live streams end when a client takes nothing of its stream.

A process that is to stop answers all that it has accepted. It ends the streams and what waits, and answers a connection
that a client keeps open once more, with `Connection: close`.
"""

import gc
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network
from time import monotonic
from typing import Any, NamedTuple

import gevent
from gevent.event import Event
from gevent.hub import Waiter
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.ids import new_request_id
from service.limits.level import Level, LimitExceeded, refusal_detail, refusal_members
from service.limits.refusals import Refusals
from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS, problem_document
from service.run.idle_connections import Connection, IdleConnections, peer_of
from service.run.timed_socket import HeadTooSlow, TimedSocket

MAX_UNREAD_BYTES = 1 << 20
"""How much of a refused request is read and thrown away, so that the client can send it to its end and then read the
answer."""
LINGER_SECONDS = 1.5
"""After that a process that is to stop closes the connections on which no request comes."""
HANDSHAKE_SECONDS = 0.25
"""The longest time to establish a connection that began before the process was to stop."""
BEAT_SECONDS = 0.5
"""Between two beats, by which the store knows that the service answers."""
LAST_SECONDS = 1.0
"""Before gunicorn's master would kill the process, it ends what is still under way."""
LOOKED_FIRST = 2
"""The highest priority of libev: after one look at all connections, not only once none of them has anything to do."""
MAX_DRAINED_BYTES = 16 << 20
"""How much of a body that the application did not want is read, so that the connection can serve other requests."""


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
    HeadTooSlow: "request_too_slow",
    LimitExceeded: "quota_exceeded",
}
"""Exception of gunicorn → code. A class stands before the class that it inherits from: the first match counts."""


class Bound(NamedTuple):
    """What the handler of a connection asks of its listener, which may be closed by then."""

    name: Any

    def getsockname(self) -> Any:
        """The address to which the listener is bound."""
        return self.name


class WebWorker(GeventWorker):  # type: ignore[misc]  # gunicorn ships no types
    """The worker class of `gunicorn.py`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stopping = Event()
        self._refusals = Refusals()
        self._connections = IdleConnections(self.worker_connections)
        self._trusted: tuple[IPv4Network | IPv6Network, ...] = ()  # proxies

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse to start with a certificate: the port would speak plain HTTP all the same."""
        if cfg.is_ssl:
            sys.exit("wonderful: the web processes speak no TLS: give the certificate to a proxy before them")

    def patch(self) -> None:
        """Let gevent replace what blocks. `sleep(0)` then lets everything go on that has come meanwhile.

        That of gevent looks for what has come only after fifty others that slept, or every five milliseconds.
        """
        super().patch()
        time.sleep = cooperative_sleep  # type: ignore[assignment]

    def load_wsgi(self) -> None:
        """Load the application. What it consists of is never garbage: to look through it took 60 ms each time."""
        super().load_wsgi()
        if backend := self._extension("backend"):
            self._trusted = backend.settings.trusted_proxies
        gc.collect()
        gc.freeze()

    def run(self) -> None:
        """Serve until the process is to stop, then answer what was accepted."""
        connections = Pool(self.worker_connections)
        servers = [self._serve(each, connections) for each in self.sockets]
        if beat := self._extension("beat"):
            gevent.spawn(self._keep_beating, beat)
        while self.alive:
            self.notify()
            self._stopping.wait(1.0)
        gevent.sleep(HANDSHAKE_SECONDS)
        for server in servers:
            _accept_the_rest(server)
        close_at = monotonic() + LINGER_SECONDS
        end_at = monotonic() + self.cfg.graceful_timeout - LAST_SECONDS
        while len(connections) and monotonic() < end_at:
            if monotonic() >= close_at:
                for connection in self._connections:
                    _end_wait(connection)
            self.notify()
            gevent.sleep(0.05)
        connections.kill(timeout=LAST_SECONDS / 2)

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

    def _serve(self, listener: Any, connections: Pool) -> StreamServer:
        listener.setblocking(True)
        server = StreamServer(listener, handle=partial(self.handle, Bound(listener.getsockname())), spawn=connections)
        if self.cfg.workers > 1:
            server.max_accept = 1  # the other processes take their share
        server.start()
        return server

    def timeout_ctx(self) -> AbstractContextManager[None]:
        """The time limit of gunicorn for a request; the sockets have their own."""
        return nullcontext()

    @contextmanager
    def _idle(self, connection: Connection) -> Iterator[None]:
        """The time in which a request must begin on an open connection."""
        seconds = connection.idle_seconds if self.alive else LINGER_SECONDS
        with gevent.Timeout(seconds, False) as timeout:  # type: ignore[arg-type]  # False: it only ends the block
            connection.wait = timeout
            if surplus := self._connections.wait(connection):
                _end_wait(surplus)
            try:
                yield
            finally:
                connection.wait = None
                connection.idle_seconds = self.cfg.keepalive
                self._connections.begin(connection)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop. A signal handler must not wait, so another greenlet ends the streams."""
        super().handle_exit(sig, frame)
        self._stopping.set()
        # Not imported: the hub's locks must be made after gevent has replaced those of the standard library.
        if hub := self._extension("live"):
            gevent.spawn(hub.stop)

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Serve a connection, or close it at once if its peer has too many and none of them is idle."""
        address = addr[0] if isinstance(addr, tuple) else ""
        connection = Connection(peer_of(address, self._trusted), gevent.getcurrent())
        surplus = self._connections.open(connection)
        timed = TimedSocket(client, idle=partial(self._idle, connection), on_request=partial(self._take_turn, address))
        try:
            if surplus is connection:
                client.close()
                return
            if surplus:
                _end_wait(surplus)
            super().handle(listener, timed, addr)
        finally:
            timed.end_turn()
            self._connections.close(connection)

    def _take_turn(self, peer: str, head: bytes) -> Any:
        """Wait for the turn of the request that begins with these bytes. Raises LimitExceeded."""
        admission = self._extension("admission")
        return admission(peer, head) if admission else None

    def _extension(self, name: str) -> Any:
        """A part of the application by its name; None before it is loaded, or if it has no such part."""
        return getattr(getattr(self, "wsgi", None), "extensions", {}).get(name)

    def handle_request(self, listener_name: Any, req: Any, sock: TimedSocket, addr: Any) -> Any:
        """Answer a request. If the client does not take the answer in time, close the connection."""
        if not sock.has_turn:  # it came together with the one before
            sock.take_turn(b"".join(b"\r\n%b: %b" % (n.encode(), v.encode("latin-1")) for n, v in req.headers))
        sock.await_body(req.force_close)
        try:
            answered = super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:  # only the sockets of streams have a time limit
            self.log.info("a client takes nothing of its stream: disconnected")
            raise StopIteration from None  # gunicorn's way to say: close the connection
        if not drained(req.body):
            raise StopIteration
        sock.await_head(has_begun=bool(req.unreader.buf.getvalue().strip(b"\r\n")))  # some clients send an empty line
        return answered

    def handle_error(self, req: Any, client: TimedSocket, addr: Any, exc: BaseException) -> None:
        """Answer with the problem, log it and close the connection."""
        code, request_id = code_of(exc), new_request_id()
        if code == "internal_error":
            self.log.error("request %s: unforeseen error in the web server", request_id, exc_info=exc)
        else:
            # Not the text of the exception: it repeats the line that it cannot read, perhaps with a token. A client
            # that asks too much, or too slowly, can do so hundreds of times a second.
            log = self.log.info if isinstance(exc, LimitExceeded | HeadTooSlow) else self.log.warning
            log("request %s: refused as %s (%s)", request_id, code, type(exc).__name__)
        client.end_turn()
        level = exc.level if isinstance(exc, LimitExceeded) else None
        if level:
            self._stopping.wait(self._refusals.seconds(addr[0] if isinstance(addr, tuple) else ""))
        with suppress(OSError):
            util.write_nonblock(client.connected, answer_of(code, request_id, level))
        util.close_graceful(client.connected, max_drain=MAX_UNREAD_BYTES)


def cooperative_sleep(seconds: float = 0.0) -> None:
    """`time.sleep`; for 0 seconds: go on after the next look at all connections."""
    if seconds > 0:
        gevent.sleep(seconds)
        return
    loop = gevent.get_hub().loop
    waiter: Waiter[None] = Waiter()
    looked = loop.idle(priority=LOOKED_FIRST)

    def go_on() -> None:
        """After what this look has found: libev calls idle watchers of this priority first."""
        looked.stop()
        loop.run_callback(waiter.switch, None)

    looked.start(go_on)
    try:
        waiter.get()
    finally:
        looked.stop()
        looked.close()


def _end_wait(connection: Connection) -> None:
    """Close an idle connection, unless a request begins meanwhile. Not `kill`: it would end a request, too."""
    wait = connection.wait

    def end() -> None:
        if wait and connection.wait is wait:
            connection.greenlet.throw(wait)

    gevent.get_hub().loop.run_callback(end)


def _accept_the_rest(server: StreamServer) -> None:
    """Close the listener, but accept before what the kernel has accepted: it would reset these connections."""
    server.stop_accepting()
    while not server.full() and (accepted := server.do_read()):
        server.do_handle(*accepted)
    server.close()


def drained(body: Any) -> bool:
    """Read what the application left of a body: whether the next request can follow."""
    left = MAX_DRAINED_BYTES
    try:
        while left > 0 and (data := body.read(65_536)):
            left -= len(data)
    except Exception:  # it is broken, or too slow
        return False
    return left > 0


def code_of(exc: BaseException) -> str:
    """The code of the problem that an exception of gunicorn is for the client."""
    return next((code for kind, code in REFUSALS.items() if isinstance(exc, kind)), "internal_error")


def answer_of(code: str, request_id: str, level: Level | None = None) -> bytes:
    """The whole answer, head and body, in the form of the API's own problems. `level`: of the limit that refuses."""
    status = PROBLEMS[code].status
    instance = f"urn:wonderful-world:request:{request_id}"  # no path was read
    detail, more = (refusal_detail(level), refusal_members(level)) if level else (PROBLEMS[code].remedy, None)
    body = json.dumps(problem_document(code, detail, instance, request_id, more=more))
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Connection: close",
        f"Content-Type: {PROBLEM_MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Content-Language: en",  # no header was read
        "X-Content-Type-Options: nosniff",
        f"X-Request-Id: {request_id}",
        *([f"Retry-After: {level.seconds}"] if level else []),
    )
    return "\r\n".join((*head, "", body)).encode()
