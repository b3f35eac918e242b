"""Whether a server persists its data."""

from collections.abc import Mapping
from typing import Any

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
    return volatile_by({**redis.info("persistence"), **redis.info("memory")})


def volatile_by(info: Mapping[str, Any]) -> list[str]:
    """The same by what INFO says. Raises BusyLoadingError."""
    if info.get("loading"):
        raise BusyLoadingError("the Redis server is still loading its data")
    faults = []
    if not info.get("aof_enabled"):
        faults.append("it has no append-only file (set appendonly yes)")
    policy = info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        faults.append(f"it may evict keys (maxmemory-policy is {policy}, set noeviction)")
    return faults
