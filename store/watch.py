"""The watch of a process over its store: a breaker that also knows which store this is.

A store that lost data is refused until an operator accepts it.
"""

from typing import Any

from redis import Redis

from store.epoch_watch import EpochWatch
from store.faults import StoreUnavailable
from store.identity import NO_POINTER, Identity, Pointer, accept_for, identity_question, parse_identity, report_missed
from store.server import check_single


class Watch(EpochWatch):
    """What this process knows of its store."""

    _seen = NO_POINTER

    def guard(self, redis: Redis, patience: float = 0.0) -> None:
        """Let a client ask this watch before each command, and check which store it connects to."""
        super().guard(redis, patience)
        redis.connection_pool.connection_kwargs["redis_connect_func"] = self._greet

    def saw(self, partition: int, milliseconds: int, number: int) -> None:
        """Note that the store has answered with this id of a pointer in a feed: it never lacks it again."""
        with self._lock:
            self._seen = max(self._seen, Pointer((milliseconds, number), partition))

    def _try_out(self) -> str | None:
        """The fault, also that it is another store. Raises what `prepare` raises, and BelongsToCluster."""
        if not self._prepared:
            check_single(self._client)
        fault = self._recognize(self._client)
        if fault is None and not self._prepared:
            self._prepare(self._client)
            self._prepared = True
            fault = self._recognize(self._client)
        return fault

    def _recognize(self, redis: Redis) -> str | None:
        seen = self._seen
        pipe = redis.pipeline(transaction=False)
        pipe.eval(*identity_question(self._keys, seen))
        pipe.set(self._keys.no_key, 1, xx=True)  # changes nothing, but is refused by a server that takes no writes
        answer, _ = pipe.execute()
        found = parse_identity(answer)
        fault = self._classify(found, seen)
        if fault == "older" and found.missed < seen.head and _misses(found, seen):
            report_missed(redis, self._keys, seen)
        if missing := self._missing(found.epoch):
            accept_for(redis, [self._keys.epoch], found.epoch, missing)
        return fault

    def _greet(self, connection: Any) -> None:
        """Begin a new connection: it may lead to another store, or to one that restarted without its data."""
        connection.on_connect()
        if not self.epoch:
            return
        seen = self._seen
        connection.send_command("EVAL", *identity_question(self._keys, seen))
        if fault := self._classify(parse_identity(connection.read_response()), seen):
            if self._started:
                self._tell(fault, "")  # not `_note`: the watch's own client belongs to its thread
            raise StoreUnavailable(fault)

    def _classify(self, found: Identity, seen: Pointer) -> str | None:
        """The fault of a store with this identity. `seen`: the newest pointer that was known when it was asked for."""
        with self._lock:
            if not self.epoch:
                return self._adopt_epoch(found)
            if found.epoch.own == self.epoch:
                if _misses(found, seen) or found.is_missed:
                    return "older"
                self._seen = max(self._seen, found.newest)
                return None
            if not self._takes(found.epoch):
                return "foreign"
            self._seen = found.newest
        self.on_acceptance()
        return None

    def _adopt_epoch(self, found: Identity) -> str | None:
        """The same for the first store of this process."""
        if self.is_unexpected(found.epoch):
            return "foreign"
        if found.is_missed:
            return "older"
        if self._prepared:
            self.epoch, self._seen = found.epoch.own, found.newest
        return None


def _misses(found: Identity, seen: Pointer) -> bool:
    """Whether this process misses what it has seen."""
    return found.lacks_seen or found.newest.head < seen.head
