"""A connection on which a server replicates its data. redis-py makes it and authenticates, as for other commands."""

import socket
import ssl
from contextlib import suppress
from time import monotonic
from typing import Any

from redis import ConnectionPool
from redis import exceptions as errors
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.backup.faults import Lost, Unsuitable
from store.identity import Epoch
from store.keys import Keys

ANSWER_SECONDS = 5.0
"""The longest wait for an answer before the stream begins, and to send an acknowledgement."""
SILENCE_SECONDS = 65.0
"""A server pings its replicas every ten seconds, as a rule. After so long without a byte, it is gone."""
CHUNK_BYTES = 1 << 20
A_NODE = "the server of REDIS_URL is a node of a cluster: name it as cluster://host:port"


class ReplicaConnection:
    """A connection to the server, at first for a few questions, then for its stream."""

    def __init__(self, url: str) -> None:
        """Connect and authenticate. Raises Lost, Unsuitable."""
        limits = {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": ANSWER_SECONDS}
        pool = ConnectionPool.from_url(url, retry=Retry(NoBackoff(), 0), protocol=2, driver_info=None, **limits)
        connection: Any = pool.make_connection()
        self._connection = connection
        self.heard = monotonic()
        try:
            connection.connect()
            self._socket: socket.socket = connection._get_socket()
        except (RedisError, OSError) as error:
            raise _why(error) from None

    def epoch(self, keys: Keys) -> Epoch:
        """The epoch of the store of a single server; empty if it has none. Raises Lost, Unsuitable."""
        if b"cluster_enabled:1" in self._ask("INFO", "cluster"):
            raise Unsuitable(A_NODE)
        return Epoch((self._ask("GET", keys.epoch) or b"").decode())

    def begin(self, history: str, offset: int) -> None:
        """Ask for the stream behind an offset of a history; "?" and -1: for a new base. Raises Lost, Unsuitable."""
        try:
            self._ask("REPLCONF", "capa", "eof", "capa", "psync2")
        except Unsuitable as error:
            raise Unsuitable(psync_refused(str(error))) from None
        self._send("PSYNC", history, str(offset + 1 if offset >= 0 else offset))
        self._socket.settimeout(0)

    def receive(self) -> bytes:
        """What has come, at most CHUNK_BYTES; nothing if nothing has. Raises Lost."""
        try:
            data = self._socket.recv(CHUNK_BYTES)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            if monotonic() - self.heard > SILENCE_SECONDS:
                raise Lost(f"the server has said nothing for {SILENCE_SECONDS:g} seconds") from None
            return b""
        except OSError as error:
            raise Lost(str(error)) from None
        if not data:
            raise Lost("the server has closed the connection")
        self.heard = monotonic()
        return data

    def acknowledge(self, offset: int) -> None:
        """Tell the server that everything up to an offset of its history is on disk. Raises Lost."""
        self._socket.settimeout(ANSWER_SECONDS)
        self._send("REPLCONF", "ACK", str(offset))
        self._socket.settimeout(0)

    def fileno(self) -> int:
        """For `select`."""
        return self._socket.fileno()

    def close(self) -> None:
        with suppress(OSError, RedisError):
            self._connection.disconnect()

    def _send(self, *words: str) -> None:
        try:
            self._socket.sendall(b"".join(self._connection.pack_command(*words)))
        except OSError as error:
            raise Lost(str(error)) from None

    def _ask(self, *words: str) -> Any:
        try:
            self._connection.send_command(*words)
            return self._connection.read_response()
        except (RedisError, OSError) as error:
            raise _why(error) from None


def _why(error: Exception) -> Exception:
    """Lost if another try may succeed later; otherwise Unsuitable."""
    later = (errors.BusyLoadingError, errors.ConnectionError, errors.TimeoutError, OSError)
    if isinstance(error, later) and not isinstance(error, errors.AuthenticationError):
        return Lost(str(error))
    return Unsuitable(f"the server refuses the backup: {error}")


def psync_refused(words: str) -> str:
    """The line for a server that lets nobody replicate its data."""
    return (
        f"the server refuses to replicate its data ({words}): its user needs +psync and +replconf. Some managed "
        "servers let nobody do it; then use the backups of their provider"
    )
