"""Facts of servers: those of the store, and that of the queues."""

from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from service.diagnosis.facts import Server
from service.diagnosis.opening import Opened
from service.redacting import redacted_value
from store.cluster import Cluster
from store.cluster.checks import everywhere, why_unsuitable
from store.durability import volatile_by


def read_servers(opened: Opened) -> tuple[Server, ...]:
    """The server of the store, or each node of a cluster that can be reached. Raises RedisError."""
    if isinstance(opened.redis, Cluster):
        nodes = everywhere(opened.redis, lambda node: read_server("", node))
        return tuple(server._replace(name=name) for name, server in nodes.items())
    return (read_server(redacted_value(opened.settings.redis_url or ""), opened.redis),)


def read_faults(opened: Opened) -> tuple[str, ...]:
    """Why a cluster cannot hold the store; nothing of a single server. Raises RedisError."""
    if isinstance(opened.redis, Cluster):
        return tuple(why_unsuitable(opened.redis, opened.settings.replicas_ack))
    return ()


def read_server(name: str, redis: Redis) -> Server:
    """What a server says of itself. Raises RedisError, also while it loads its data."""
    info = redis.info()
    return Server(
        name,
        "valkey" if "valkey_version" in info else "redis",
        tuple(int(part) for part in str(info["redis_version"]).split(".") if part.isdecimal()),
        info.get("role") == "slave",
        bool(info.get("cluster_enabled")),
        tuple(volatile_by(info)),
        _setting(redis, "appendfsync"),
        str(info.get("aof_last_write_status", "ok")),
        str(info.get("aof_last_bgrewrite_status", "ok")),
        int(info.get("used_memory", 0)),
        int(info.get("maxmemory", 0)),
        int(info.get("total_system_memory", 0)),
        int(info.get("connected_clients", 0)),
        int(info.get("maxclients", 0)),
    )


def _setting(redis: Redis, name: str) -> str | None:
    with suppress(RedisError):  # a managed service may hide its settings
        found: Any = redis.config_get(name)
        return str(found[name]) if name in found else None
    return None
