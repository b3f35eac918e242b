"""The Redis server: connecting to it, and checking that it persists its data."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from redis import ConnectionPool, Redis, exceptions
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from events.faults import StoreUnavailable
from events.patience import LEAST_SECONDS, store_wait

MAX_CONNECTIONS = 1000
"""Of one process: so many of its requests can use the server at the same time."""
PATIENT_PAUSE_SECONDS = 0.05


class Volatile(RuntimeError):
    """The server may lose games: it keeps no append-only file, or evicts keys when memory is short."""


class GuardedPool(ConnectionPool):
    """A pool that asks a guard before it hands out a connection.

    `guard`: raises StoreUnavailable while the store cannot be used (`events.watch`). `patience`: seconds for which a
    process without HTTP clients waits for the store to come back, instead of failing at once. `is_stale`: its idle
    connections may lead to a server that is no longer the right one.

    A connection counts as waited for until it is given back. It waits for an answer no longer than its thread may
    (`events.patience`).
    """

    guard: Callable[[], None] | None = None
    patience = 0.0
    is_stale = False

    def get_connection(self, *_: Any, **__: Any) -> Any:
        waits = store_wait()
        left = waits.left
        if left is not None and left < LEAST_SECONDS:
            raise StoreUnavailable("slow")
        depth = waits.begin()
        try:
            connection = self._guarded_connection()
            self._limit(connection, left)
        except BaseException:
            waits.end(depth)
            raise
        return connection

    def release(self, connection: Any) -> None:
        self._limit(connection, None)  # the next one that takes it may have to connect it again
        super().release(connection)
        store_wait().end()

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


def connect(url: str, retries: int = 3, seconds: float = 1.5) -> Redis:
    """A client for short commands, with a few quick retries on a lost connection; responses are bytes.

    `seconds`: the longest wait for an answer; half of it for a connection. What takes longer is not repeated, because
    somebody waits for it.
    """
    pool = GuardedPool.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        socket_timeout=seconds,
        socket_connect_timeout=seconds / 2,
        driver_info=None,  # two round trips for each connection, only to tell the name of the library
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), retries, (exceptions.ConnectionError,)),
    )
    return Redis.from_pool(pool)


def connect_blocking(url: str, seconds: float | None = None) -> Redis:
    """A client for commands that wait on the server, like XREADGROUP BLOCK.

    `seconds`: the longest wait for an answer, more than the command waits; None: none. redis-py's
    TCP keep-alive notices within a minute that the server's machine is gone.
    """
    return Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=2, retry=Retry(ExponentialBackoff(), 0))


def check_durable(redis: Redis) -> None:
    """Raises Volatile, which says what is wrong and how to fix it; BusyLoadingError while the server loads its data.

    A server that loads says that it has no append-only file, even if it has one.
    """
    persistence, memory = redis.info("persistence"), redis.info("memory")
    if persistence.get("loading"):
        raise exceptions.BusyLoadingError("the Redis server is still loading its data")
    faults = []
    if not persistence.get("aof_enabled"):
        faults.append("it has no append-only file (set appendonly yes)")
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        faults.append(f"it may evict keys (maxmemory-policy is {policy}, set noeviction)")
    if faults:
        raise Volatile(f"the Redis server may lose games: {'; '.join(faults)}; or set ALLOW_VOLATILE=1")
