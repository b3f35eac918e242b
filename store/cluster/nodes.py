"""The nodes of a cluster as a client knows them: which primary owns which slot."""

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from redis import ConnectionPool, Redis
from redis import exceptions as errors
from redis.cluster import ClusterNode, NodesManager
from redis.exceptions import MovedError, RedisClusterException, RedisError

from store.cluster.urls import Seeds
from store.faults import fault_of
from store.patience import store_deadline
from store.pool import MAX_CONNECTIONS, GuardedPool

SLOTS = 16_384
REFRESH_SECONDS = 0.1
"""The interval at which the map of the slots is read at most, however many threads want a newer one."""
MAP_SECONDS = 0.5
"""A node that does not give the map within this time is passed over: the others know the map, too."""
NOT_A_CLUSTER = "cluster support disabled"
_known: dict[tuple[tuple[str, int], ...], dict[tuple[str, int], None]] = {}
"""Seeds → the addresses of all nodes that any client of this process has heard of."""
logging.getLogger("redis.cluster").addHandler(logging.NullHandler())


class NotACluster(RuntimeError):
    """The server at a cluster URL is a single one."""


class Node(NamedTuple):
    """A primary: its address, `host:port`, and a client of this server alone."""

    name: str
    redis: Redis


class Nodes:
    """The nodes of a cluster. They are asked for when they are first needed.

    `guard`: called with the address of a node before it is used; raises StoreUnavailable. `greet`: begins each new
    connection to a node.
    """

    def __init__(
        self, seeds: Seeds, options: dict[str, Any], pool: Callable[..., ConnectionPool] = GuardedPool
    ) -> None:
        self.guard: Callable[[str], None] = lambda node: None
        self.greet: Callable[[str, Any], None] = lambda node, connection: connection.on_connect()
        self._seeds = seeds
        self._known = _known.setdefault(tuple(seeds.addresses), dict.fromkeys(seeds.addresses))
        self._options = seeds.options | options
        self._make_pool = pool
        self._pools: dict[str, ConnectionPool] = {}
        self._lock = Lock()
        self._manager: NodesManager | None = None
        self._refreshed = 0.0

    def __repr__(self) -> str:
        return ", ".join(f"{host}:{port}" for host, port in self._seeds.addresses)

    def owner(self, slot: int) -> Node:
        """The primary of a slot. Raises ConnectionError if no known node owns it, or no node answers."""
        try:
            return _node(self._map().get_node_from_slot(slot))
        except RedisClusterException as error:
            raise errors.ConnectionError("no node of the cluster owns this slot now") from error

    def primaries(self) -> list[Node]:
        """All primaries that own a slot, in the order of their addresses. Raises ConnectionError if no node answers."""
        owners = {id(nodes[0]): nodes[0] for nodes in self._map().slots_cache.values()}
        return [_node(node) for node in sorted(owners.values(), key=lambda node: node.name)]

    def lowest_slots(self) -> list[int]:
        """The lowest slot of each primary that owns any. Raises ConnectionError if a slot has no owner."""
        owners = self._map().slots_cache
        if len(owners) < SLOTS:
            raise errors.ConnectionError("slots of the cluster have no owner now")
        lowest: dict[str, int] = {}
        for slot in sorted(owners):
            lowest.setdefault(owners[slot][0].name, slot)
        return sorted(lowest.values())

    def all(self) -> list[Node]:
        """All primaries and replicas, in the order of their addresses. Raises ConnectionError if no node answers."""
        return [_node(node) for node in sorted(self._map().nodes_cache.values(), key=lambda node: node.name)]

    def covered(self) -> int:
        """How many of the 16,384 slots have an owner. Raises ConnectionError if no node answers."""
        return len(self._map().slots_cache)

    def move(self, moved: MovedError) -> None:
        """Note the new owner that a node has named for a slot."""
        nodes = self._map()
        nodes.move_slot(moved)
        _connect(nodes, [nodes.get_node_from_slot(moved.slot_id)])

    def at(self, host: str, port: int) -> Redis:
        """A client of the node at this address, which another node has named."""
        nodes = self._map()
        node = nodes.get_node(host, port)
        if node is None:
            node = _unconnected(host, port)
            nodes.nodes_cache[node.name] = node
        _connect(nodes, [node])
        return _node(node).redis

    def refresh(self, failed: str | None = None) -> None:
        """Ask a node for the map of the slots, unless that was done just now. `failed`: a node to ask last.

        A map that no node gives stays as it is.
        """
        with self._lock:
            if self._manager is None or monotonic() - self._refreshed < REFRESH_SECONDS:
                return
            self._refreshed = monotonic()
        try:
            with store_deadline().each_within(MAP_SECONDS):
                self._manager.initialize([*self._known], False, last_failed_node_name=failed)
            self._learn(self._manager)
        except RedisClusterException:
            pass
        finally:
            self._refreshed = monotonic()

    def invalidate_cache(self, name: str) -> None:
        """Let the idle connections to a node be closed before they are used: it may be another server by now."""
        pool = self._pools.get(name)
        if isinstance(pool, GuardedPool):
            pool.is_stale = True

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Close the connections to all nodes; the next commands open new ones."""
        for pool in [*self._pools.values()]:
            pool.disconnect(inuse_connections)

    def _map(self) -> NodesManager:
        if self._manager is None:
            with self._lock:
                if self._manager is None:
                    self._manager = self._first_map()
        return self._manager

    def _first_map(self) -> NodesManager:
        seeds = [_unconnected(host, port) for host, port in self._known]
        try:
            found = NodesManager(seeds, from_url=True, connection_pool_class=self._pool, **self._options)
        except RedisClusterException as error:
            why = _why(error)
        else:
            self._learn(found)
            return found
        raise why  # not inside the block, where the error would take the place of its cause

    def _learn(self, found: NodesManager) -> None:
        """Note the addresses of all nodes for all clients: one that is idle while nodes come and go finds them."""
        self._known.update(dict.fromkeys((node.host, node.port) for node in [*found.nodes_cache.values()]))

    def _pool(self, **options: Any) -> ConnectionPool:
        """The pool of a node. NodesManager makes one for each node, and again for a node that it has forgotten."""
        name = f"{options['host']}:{options['port']}"
        if name not in self._pools:
            made = self._make_pool(max_connections=MAX_CONNECTIONS, **options)
            made.connection_kwargs["redis_connect_func"] = lambda connection: self.greet(name, connection)
            if isinstance(made, GuardedPool):
                made.guard = lambda: self.guard(name)
            self._pools[name] = made
        return self._pools[name]


def _why(error: RedisClusterException) -> Exception:
    """Why the first map could not be read, by what the last node has answered."""
    refusal = error.__cause__
    if isinstance(refusal, RedisClusterException):  # in the place of the answer of a node
        refusal = refusal.__context__
    if NOT_A_CLUSTER in str(refusal):
        return NotACluster("the server at a cluster URL is a single one: use redis://")
    if isinstance(refusal, errors.AuthenticationError | errors.ResponseError):
        return refusal
    if isinstance(error.__cause__, RedisError) and fault_of(error.__cause__) == "untrusted":
        return error.__cause__
    return errors.ConnectionError("no node of the cluster answers")


def _connect(nodes: NodesManager, members: list[ClusterNode]) -> None:
    nodes.create_redis_connections(members)  # type: ignore[no-untyped-call]


def _unconnected(host: str, port: int) -> ClusterNode:
    return ClusterNode(host, port)  # type: ignore[no-untyped-call]


def _node(node: ClusterNode) -> Node:
    assert node.redis_connection is not None
    return Node(node.name, node.redis_connection)
