"""The socket of a client, with time limits for what it sends: a head, then a body.

A client that sends a byte now and then would otherwise hold its connection, and a request under way, for ever.
"""

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # imported before gevent has replaced the locks of the standard library
    from service.limits.scheduler import Turn

HEAD_SECONDS = 10.0
"""From its first byte, the request line and all headers must arrive within this time."""
BODY_SECONDS, BODY_BYTES_PER_SECOND = 20.0, 16_384
"""A body must arrive within this time, and a second more for this number of its bytes."""


class HeadTooSlow(Exception):
    """The head of a request did not arrive in time. No OSError, which gunicorn would log as its own fault."""


class BodyTooSlow(TimeoutError):
    """The body of a request did not arrive in time."""


class TimedSocket:
    """A connected socket whose `recv` keeps the time limits. Everything else is the socket's own.

    How long a connection may be idle is not decided here. `connected`: the socket itself. `idle`: the block in which it
    waits for the first bytes of a request; it ends the wait by leaving the block. `on_request`: called with these
    bytes; it may wait. `turn`: that of the request under way, which ends when the answer begins. `has_turn`: whether
    that request has waited for it.
    """

    def __init__(
        self,
        connected: socket.socket,
        now: Callable[[], float] = monotonic,
        idle: Callable[[], AbstractContextManager[bool | None]] = nullcontext,
        on_request: Callable[[bytes], "Turn | None"] = lambda head: None,
    ) -> None:
        self.connected, self._now, self._idle, self._on_request = connected, now, idle, on_request
        self.turn: Turn | None = None
        self.has_turn = False
        self._is_body = False
        self._on_slow: Callable[[], None] = lambda: None
        self._began: float | None = None
        self._received = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connected, name)

    def await_head(self, has_begun: bool) -> None:
        """What comes now is the head of the next request. `has_begun`: its first bytes came with the one before."""
        self._is_body, self._began, self.has_turn = False, self._now() if has_begun else None, False

    def take_turn(self, head: bytes) -> None:
        """Wait for the turn of the request that begins with these bytes."""
        self.has_turn = True
        self.turn = self._on_request(head)

    def await_body(self, on_slow: Callable[[], None]) -> None:
        """What comes now is the body of a request. `on_slow`: called before BodyTooSlow is raised."""
        self._is_body, self._on_slow = True, on_slow
        self._began, self._received = None, 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What has arrived, at most `size` bytes. Raises HeadTooSlow, BodyTooSlow."""
        if self._is_body and self._began is None:
            self._began = self._now()
        if self._began is None:  # nothing of the head has arrived
            data = self._receive_first(size, flags)
            if data:
                self.take_turn(data)
            self._began = self._now()
            return data
        seconds = BODY_SECONDS + self._received / BODY_BYTES_PER_SECOND if self._is_body else HEAD_SECONDS
        before = self.connected.gettimeout()
        try:
            data = self._receive(self._began + seconds, size, flags)
        except TimeoutError:
            if self._is_body:
                self._on_slow()
                raise BodyTooSlow("the body did not arrive in time") from None
            raise HeadTooSlow("the head did not arrive in time") from None
        finally:
            self.connected.settimeout(before)
        self._received += len(data)
        return data

    def _receive_first(self, size: int, flags: int) -> bytes:
        """What has arrived, even when the wait for it ends: a busy process may look at its clock first. Or nothing."""
        received: list[bytes] = []
        with self._idle():
            received.append(self.connected.recv(size, flags))
        if received:
            return received[0]
        before = self.connected.gettimeout()
        self.connected.settimeout(0)
        try:
            return self.connected.recv(size, flags)
        except BlockingIOError:
            return b""  # to gunicorn it looks as if the client had closed the connection
        finally:
            self.connected.settimeout(before)

    def _receive(self, until: float, size: int, flags: int) -> bytes:
        """What has arrived; others have the turn as long as nothing has. Raises TimeoutError."""
        if self._now() >= until:
            raise TimeoutError
        self.connected.settimeout(0)
        with suppress(BlockingIOError):
            return self.connected.recv(size, flags)
        self.connected.settimeout(max(0.001, until - self._now()))
        with self.turn.aside() if self.turn else nullcontext():
            data = self.connected.recv(size, flags)
            arrived = self._now()
        if self._began is not None:
            self._began += self._now() - arrived  # the client is not to blame for the others in its line
        return data

    def sendall(self, data: bytes, flags: int = 0) -> None:
        """Send a part of an answer. A client may take it slowly, so its turn is over."""
        self.end_turn()
        self.connected.sendall(data, flags)

    def end_turn(self) -> None:
        """Let others have the turn for good."""
        if self.turn:
            self.turn.end()
            self.turn = None
