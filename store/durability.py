"""Whether a server persists its data."""

from redis import Redis
from redis.exceptions import BusyLoadingError


class Volatile(RuntimeError):
    """A server may lose games: it keeps no append-only file, or evicts keys when memory is short."""


def check_durable(redis: Redis) -> None:
    """Raises Volatile, which says what is wrong and how to fix it; BusyLoadingError while the server loads its data."""
    if faults := why_volatile(redis):
        raise Volatile(f"the Redis server may lose games: {'; '.join(faults)}; or set ALLOW_VOLATILE=1")


def why_volatile(redis: Redis) -> list[str]:
    """Why a server may lose games, and how to fix it. Raises BusyLoadingError while it loads its data.

    A server that loads says that it has no append-only file, even if it has one.
    """
    persistence, memory = redis.info("persistence"), redis.info("memory")
    if persistence.get("loading"):
        raise BusyLoadingError("the Redis server is still loading its data")
    faults = []
    if not persistence.get("aof_enabled"):
        faults.append("it has no append-only file (set appendonly yes)")
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        faults.append(f"it may evict keys (maxmemory-policy is {policy}, set noeviction)")
    return faults
