"""The pool of connections to one server. It hands out none while the server cannot be used."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from redis import ConnectionPool, exceptions

from store.faults import StoreUnavailable
from store.patience import MIN_SECONDS, store_deadline

MAX_CONNECTIONS = 1000
"""The most requests of one process that use the server at the same time."""
PATIENT_PAUSE_SECONDS = 0.05


class GuardedPool(ConnectionPool):
    """A pool that asks a guard before it hands out a connection.

    `guard`: raises StoreUnavailable while the store cannot be used (`store.watch`). `patience`: seconds for which a
    process without HTTP clients waits for the store to come back, instead of failing at once. `is_stale`: its idle
    connections may lead to a server that is no longer the right one.

    A thread waits for the connection that it took last, until any thread gives it back. It waits for an answer no
    longer than it may (`store.patience`).
    """

    guard: Callable[[], None] | None = None
    patience = 0.0
    is_stale = False

    def get_connection(self, *_: Any, **__: Any) -> Any:
        waits = store_deadline()
        left = waits.left
        if left is not None and left < MIN_SECONDS:
            raise StoreUnavailable("slow")
        began = waits.begin()
        try:
            connection = self._guarded_connection()
            self._limit(connection, left)
        except BaseException:
            waits.end(began)
            raise
        connection.taken = (waits, began)
        return connection

    def release(self, connection: Any) -> None:
        self._limit(connection, None)  # the next one that takes it may have to connect it again
        taken = vars(connection).pop("taken", None)  # none if it could not connect: nobody took it
        super().release(connection)
        if taken:
            waits, began = taken
            waits.end(began)

    def _limit(self, connection: Any, left: float | None) -> None:
        """Let the connection wait for an answer as long as the thread may. `left`: seconds; None: no such limit."""
        most = self.connection_kwargs["socket_timeout"]
        seconds = most if left is None else min(most, left)
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
