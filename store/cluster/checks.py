"""What a cluster must be like to hold a store. Each fault is one line for the operator."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from redis import Redis
from redis import exceptions as errors
from redis.exceptions import RedisError

from store.cluster.client import Cluster
from store.cluster.nodes import SLOTS
from store.durability import Volatile, why_volatile

FULL_COVERAGE = "cluster-require-full-coverage"
T = TypeVar("T")


class UnsuitableCluster(RuntimeError):
    """The cluster cannot hold the store as it is."""


def check_cluster(cluster: Cluster, may_be_volatile: bool, needs_replicas: bool) -> None:
    """Raises UnsuitableCluster or Volatile with what is wrong and how to fix it; RedisError while nodes start.

    `needs_replicas`: every write waits for a replica (REPLICAS_ACK).
    """
    for fault in why_unsuitable(cluster, needs_replicas):
        raise UnsuitableCluster(fault)
    if not may_be_volatile:
        _check_durable(cluster)


def why_unsuitable(cluster: Cluster, needs_replicas: bool) -> Iterator[str]:
    """Why a cluster cannot hold the store, whatever its nodes persist, and how to fix it. Raises RedisError."""
    yield from _coverage_faults(cluster)
    yield from _version_faults(cluster)
    if needs_replicas:
        yield from _replica_faults(cluster)


def _coverage_faults(cluster: Cluster) -> Iterator[str]:
    if missing := SLOTS - cluster.nodes.covered():
        yield f"the cluster is not complete: {missing} of its {SLOTS} slots have no owner; assign them"
    if names := [name for name, stops in everywhere(cluster, _stops_as_a_whole).items() if stops]:
        yield f"the cluster stops as a whole when one primary does: set {FULL_COVERAGE} no on {', '.join(names)}"


def _version_faults(cluster: Cluster) -> Iterator[str]:
    versions = everywhere(cluster, _version)
    if len({*versions.values()}) > 1:
        named = ", ".join(f"{version} on {name}" for name, version in versions.items())
        yield f"the nodes of the cluster have different versions: {named}; update the older ones"


def _check_durable(cluster: Cluster) -> None:
    """Replicas, too: each of them may become a primary."""
    for name, faults in everywhere(cluster, why_volatile).items():
        if faults:
            raise Volatile(f"the node {name} may lose games: {'; '.join(faults)}; or set ALLOW_VOLATILE=1")


def _replica_faults(cluster: Cluster) -> Iterator[str]:
    lonely = [
        node.name for node in cluster.nodes.primaries() if not node.redis.info("replication").get("connected_slaves")
    ]
    if lonely:
        yield (
            f"REPLICAS_ACK=1 needs a replica of each primary, but no replica follows {', '.join(lonely)}: add one, or "
            "set REPLICAS_ACK=0"
        )


def everywhere(cluster: Cluster, ask: Callable[[Redis], T]) -> dict[str, T]:
    """Address → answer of each node, primary or replica, that can be reached."""
    found: dict[str, T] = {}
    for node in cluster.nodes.all():
        with suppress(errors.ConnectionError, errors.TimeoutError):
            found[node.name] = ask(node.redis)
    return found


def _version(node: Redis) -> str:
    info = node.info("server")
    return str(info.get("valkey_version") or info.get("redis_version"))


def _stops_as_a_whole(node: Redis) -> bool:
    with suppress(RedisError):  # a managed service may hide its settings
        return bool(node.config_get(FULL_COVERAGE).get(FULL_COVERAGE) == "yes")
    return False
