"""The pool of connections to one server. It hands out none while the server cannot be used."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from redis import ConnectionPool, UnixDomainSocketConnection, exceptions

from store.faults import StoreUnavailable
from store.patience import MIN_SECONDS, store_deadline

MAX_CONNECTIONS = 1000
"""The most requests of one process that use the server at the same time."""
PATIENT_PAUSE_SECONDS = 0.05
# redis-py counts errors by host and port. It asks connections over unix sockets for their port, too, which would be an
# AttributeError in the place of the error.
UnixDomainSocketConnection.port = 0  # type: ignore[attr-defined]


class GuardedPool(ConnectionPool):
    """A pool that asks a guard, if it has one, before it hands out a connection.

    `guard`: raises StoreUnavailable while the store cannot be used (`store.breaker`). `patience`: seconds for which a
    process without HTTP clients waits for the store to come back, instead of failing at once. `is_stale`: its idle
    connections may lead to a server that is no longer the right one.

    A thread waits for the connection that it took last, until any thread gives it back. It waits for an answer no
    longer than it may (`store.patience`).
    """

    guard: Callable[[], None] | None = None
    patience = 0.0
    is_stale = False

    def make_connection(self) -> Any:
        """A new connection. The answers to its greeting are waited for no longer than others."""
        made: Any = super().make_connection()
        greet = made.redis_connect_func or type(made).on_connect

        def greet_in_time(connection: Any) -> None:
            waits = store_deadline()
            left = None if waits.left is None else max(waits.left, MIN_SECONDS)
            self._limit(connection, left, waits.answer_limit)
            greet(connection)

        made.redis_connect_func = greet_in_time
        return made

    def get_connection(self, *_: Any, **__: Any) -> Any:
        waits = store_deadline()
        left = waits.left
        if left is not None and left < MIN_SECONDS:
            raise StoreUnavailable("slow")
        began = waits.begin()
        try:
            connection = self._guarded_connection()
            self._limit(connection, left, waits.answer_limit)
        except BaseException:
            waits.end(began)
            raise
        connection.taken = (waits, began)
        return connection

    def release(self, connection: Any) -> None:
        self._limit(connection)  # the next one that takes it may have to connect it again
        taken = vars(connection).pop("taken", None)  # none if it could not connect: nobody took it
        super().release(connection)
        if taken:
            waits, began = taken
            waits.end(began)

    def _limit(self, connection: Any, *limits: float | None) -> None:
        """Let the connection wait for an answer as long as the thread may. `limits`: seconds; None: no such limit."""
        seconds = self.connection_kwargs["socket_timeout"]
        for limit in limits:
            if limit is not None and limit < seconds:
                seconds = limit
        if connection.socket_timeout != seconds:
            connection.socket_timeout = seconds
            connection.update_current_socket_timeout(seconds)

    def _guarded_connection(self) -> Any:
        deadline = 0.0
        while True:
            try:
                if self.guard:
                    self.guard()
                if self.is_stale:
                    self.is_stale = False
                    self.disconnect(inuse_connections=False)
                return super().get_connection()
            except (StoreUnavailable, exceptions.ConnectionError, exceptions.TimeoutError):
                now = monotonic()
                deadline = deadline or now + self.patience
                if now >= deadline:
                    raise
                sleep(PATIENT_PAUSE_SECONDS)
