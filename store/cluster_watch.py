"""The watch of a process over a store on a cluster: what is wrong with one primary is no fault of the others.

A primary that comes back without its data is refused until an operator accepts it. One that has only lost its newest
entries is taken: its replica was promoted, and REPLICAS_ACK says what that may lose.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from redis import Redis
from redis import exceptions as errors
from redis.exceptions import AskError, RedisError

from store.cluster.client import Cluster
from store.cluster.epochs import epochs_at
from store.cluster.nodes import Node, Nodes
from store.cluster.slots import slot_of
from store.epoch_watch import EpochWatch
from store.faults import FAULTS, StoreUnavailable, describe, fault_of
from store.identity import Epoch, accept_for, read_epoch
from store.keys import Keys

logger = logging.getLogger(__name__)


class ClusterWatch(EpochWatch):
    """What this process knows of its store. `fault`: only if no primary can be used.

    `degraded`: the primaries that cannot be used now, by address → fault. `epoch`: that of the store.
    """

    def __init__(
        self,
        url: str,
        keys: Keys,
        seconds: float,
        expected: str = "",
        prepare: Callable[[Redis], None] = lambda redis: None,
    ) -> None:
        """The arguments are those of `EpochWatch`."""
        super().__init__(url, keys, seconds, expected, prepare)
        self.degraded: dict[str, str] = {}
        self._guarded: list[Nodes] = []
        self._partitions: dict[str, list[int]] = {}
        self._lists_at: str | None = None
        self._took_at: dict[str, float] = {}

    def guard(self, redis: Redis, patience: float = 0.0) -> None:
        """Let a client ask this watch before each command. `patience`: unused; a cluster has a short one of its own."""
        assert isinstance(redis, Cluster)
        redis.nodes.guard, redis.nodes.greet = self._check_node, self._greet
        if redis.nodes not in self._guarded:
            self._guarded.append(redis.nodes)

    def saw(self, partition: int, milliseconds: int, number: int) -> None:
        """Nothing: a cluster may lose its newest entries when it promotes a replica."""

    def look(self) -> str | None:
        """Try every primary out once. Returns the fault, if none of them can be used."""
        try:
            fault, error = self._try_out(), ""
        except RedisError as refusal:
            fault, error = fault_of(refusal), str(refusal)
        self._note(fault, error)
        return fault

    @property
    def trouble(self) -> str | None:
        faults = dict(self.degraded)
        if not faults:
            return None
        affected = sum(len(self._partitions.get(node, ())) for node in faults)
        causes = "; ".join(sorted({FAULTS[fault] for fault in faults.values()}))
        lists = ", and the lists" if self._lists_at in faults else ""
        return f"{affected} of {self._keys.count} parts of the store cannot be used{lists}: {causes}"

    def _try_out(self) -> str | None:
        client = self._cluster
        client.nodes.refresh(next(iter(self.degraded), None))
        if not self._prepared and (fault := self._adopt_epoch()):
            return fault
        self._partitions = self._by_primary()
        self._lists_at = self._owner_of(self._keys.lobby(""))
        looks = {node.name: self._look_at(node) for node in client.nodes.primaries() if node.name in self._partitions}
        self._tell_of_nodes({name: fault for name, fault in looks.items() if fault})
        return next(iter(looks.values()), "gone") if all(looks.values()) else None

    def _adopt_epoch(self) -> str | None:
        """The fault of the first store of this process; otherwise prepare it and take its epoch."""
        stored = read_epoch(self._cluster, self._keys)
        if stored and self.is_unexpected(stored):
            return "foreign"
        self._prepare(self._cluster)
        self.epoch = read_epoch(self._cluster, self._keys).own
        self._prepared = True
        return None

    @property
    def _cluster(self) -> Cluster:
        assert isinstance(self._client, Cluster)
        return self._client

    def _by_primary(self) -> dict[str, list[int]]:
        """Address of each primary → its partitions. A partition that nobody owns is left out."""
        found: dict[str, list[int]] = {}
        for partition in range(self._keys.count):
            if owner := self._owner_of(self._keys.epoch_of(partition)):
                found.setdefault(owner, []).append(partition)
        return found

    def _owner_of(self, key: str) -> str | None:
        try:
            return self._cluster.nodes.owner(slot_of(key)).name
        except errors.ConnectionError:
            return None

    def _look_at(self, node: Node) -> str | None:
        """The fault of one primary."""
        began = monotonic()
        try:
            found = epochs_at(node.redis, self._keys, self._partitions[node.name])
        except AskError:
            return None  # its slots have moved; the next look has a newer map
        except RedisError as error:
            return fault_of(error)
        slow, took, before = self._seconds / 4, monotonic() - began, self._took_at.get(node.name, 0.0)
        self._took_at[node.name] = took
        faults = [self._classify(epoch) for epoch in found.values() if isinstance(epoch, Epoch)]
        self._add_formers(node, found)
        return next(filter(None, faults), "slow" if self._slow_is_fault and min(took, before) > slow else None)

    def _classify(self, found: Epoch) -> str | None:
        with self._lock:
            if found.own == self.epoch:
                return None
            if not self._takes(found):
                return "foreign"
        self.on_acceptance()
        return None

    def _add_formers(self, node: Node, found: Mapping[int, Epoch | Exception]) -> None:
        """Add the former epochs of this process to the accepted one, where a primary has it. Each look tries again."""
        for epoch in {each for each in found.values() if isinstance(each, Epoch)}:
            if missing := self._missing(epoch):
                keys = [self._keys.epoch_of(partition) for partition, each in found.items() if each == epoch]
                with suppress(RedisError):
                    accept_for(node.redis, keys, epoch, missing)

    def _check_node(self, node: str) -> None:
        if self._started and (fault := self.degraded.get(node)):
            raise StoreUnavailable(fault)

    def _greet(self, node: str, connection: Any) -> None:
        """Begin a new connection: it may lead to a primary that restarted without its data."""
        connection.on_connect()
        partitions = self._partitions.get(node)
        if not self.epoch or not partitions:
            return
        connection.send_command("GET", self._keys.epoch_of(partitions[0]))
        try:
            found = Epoch((connection.read_response() or b"").decode())
        except AskError:
            return  # it owns this partition no more
        if fault := self._classify(found):
            if self._started:
                self._tell_of_nodes(self.degraded | {node: fault})
            raise StoreUnavailable(fault)

    def _tell_of_nodes(self, faults: dict[str, str]) -> None:
        before, self.degraded = self.degraded, faults
        if not self._started:
            return
        for node, fault in faults.items():
            if before.get(node) != fault:
                logger.warning("%s: %s", node, describe(fault))
        for node in before.keys() - faults.keys():
            logger.warning("%s can be used again, or another node has its place", node)
            for nodes in self._guarded:
                nodes.invalidate_cache(node)
