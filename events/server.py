"""The Redis server: connecting to it, and checking that it persists its data."""

from redis import Redis, exceptions
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

MAX_CONNECTIONS = 1000
"""Of one process: so many of its requests can use the server at the same time."""


class Volatile(RuntimeError):
    """The server may lose games: it keeps no append-only file, or evicts keys when memory is short."""


def connect(url: str, retries: int = 3) -> Redis:
    """A client for short commands: 5 s per command, a few quick retries on a lost connection; responses are bytes."""
    retry = Retry(ExponentialBackoff(cap=0.5, base=0.02), retries)
    return Redis.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        socket_timeout=5,
        socket_connect_timeout=2,
        retry=retry,
        retry_on_error=[exceptions.ConnectionError, exceptions.TimeoutError],
    )


def connect_blocking(url: str) -> Redis:
    """A client for commands that wait on the server, like XREADGROUP BLOCK: no time limit of its own."""
    return Redis.from_url(url, socket_timeout=None, socket_connect_timeout=2, retry=Retry(ExponentialBackoff(), 0))


def check_durable(redis: Redis) -> None:
    """Raises Volatile, which says what is wrong and how to fix it."""
    persistence, memory = redis.info("persistence"), redis.info("memory")
    faults = []
    if not persistence.get("aof_enabled"):
        faults.append("it has no append-only file (set appendonly yes)")
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        faults.append(f"it may evict keys (maxmemory-policy is {policy}, set noeviction)")
    if faults:
        raise Volatile(f"the Redis server may lose games: {'; '.join(faults)}; or set ALLOW_VOLATILE=1")
