"""The breaker of a process: a thread that tries a store out. While it cannot be used, all who ask are told at once."""

import logging
from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep

from redis import Redis
from redis.exceptions import RedisError

from store.cluster import Cluster
from store.faults import STORE, StoreUnavailable, describe, fault_of
from store.pool import GuardedPool
from store.server import connect

logger = logging.getLogger(__name__)
TROUBLE_SECONDS = 0.1
"""Pause between two looks at a store that cannot be used."""


def _start_thread(run: Callable[[], None]) -> None:
    Thread(target=run, name="store", daemon=True).start()


class Breaker:
    """Whether a store can be used. `fault`: of FAULTS, as the last look found it; None: all is well.

    `error`: the words of the store.

    Without `start` nothing is refused because of a fault, and each `look` tries the store out.
    """

    def __init__(self, url: str, seconds: float, no_key: str, part: str = STORE) -> None:
        """`seconds`: the longest wait of a command. A look waits half as long. `no_key`: a name that no key has.

        `part`: which store it is, of PARTS.
        """
        self.fault: str | None = None
        self.error = ""
        self._seconds = seconds
        self._no_key = no_key
        self._part = part
        self._client = connect(url, retries=1, seconds=seconds / 2)
        self._pools: list[GuardedPool] = []
        self._took = 0.0
        self._started = False
        self._slow_is_fault = True
        self._stopped = False

    def guard(self, redis: Redis, patience: float = 0.0) -> None:
        """Let a client of `connect` ask this breaker before each command, while there is a fault.

        `patience`: seconds that its commands wait for the store to come back.
        """
        pool = redis.connection_pool
        assert isinstance(pool, GuardedPool)
        if pool not in self._pools:
            self._pools.append(pool)
        pool.guard, pool.patience = self.check if self.fault else None, patience

    def start(
        self,
        pause: float,
        start_thread: Callable[[Callable[[], None]], None] = _start_thread,
        slow_is_fault: bool = True,
    ) -> None:
        """Look at the store from a thread for as long as the process lives. `pause`: seconds between two looks.

        `slow_is_fault`: False where nobody waits for an answer. A process that computes delays its looks itself.
        """
        self._started = True
        self._slow_is_fault = slow_is_fault
        self._disconnect()  # a connection belongs to the thread that opened it
        start_thread(lambda: self._follow(pause))

    def stop(self) -> None:
        """Look no more: the thread ends after its next look."""
        self._stopped = True
        if not self._started:
            self._disconnect()

    def check(self) -> None:
        """Raises StoreUnavailable if the last look of the thread found a fault."""
        if self._started and (fault := self.fault):
            raise StoreUnavailable(fault, self._part)

    @property
    def trouble(self) -> str | None:
        """What of the store cannot be used, in a sentence, although the rest can; None: all of it can."""
        return None

    def now(self) -> str | None:
        """The fault of the store now. It takes no longer than a look."""
        return self.fault if self._started else self.look()

    def look(self) -> str | None:
        """Try the store out once. Returns the fault."""
        began = monotonic()
        try:
            fault, error = self._try_out(), ""
        except RedisError as refusal:
            fault, error = fault_of(refusal), str(refusal)
        slow, took = self._seconds / 4, monotonic() - began
        if fault is None and self._slow_is_fault and min(took, self._took) > slow:
            fault, error = "slow", f"an answer took {took:.1f} s"
        self._took = took
        self._note(fault, error)
        return fault

    def _try_out(self) -> str | None:
        """Raises RedisError."""
        self._client.set(self._no_key, 1, xx=True)  # changes nothing, but is refused by a server that takes no writes
        return None

    def _note(self, fault: str | None, error: str) -> None:
        if fault and fault != "slow":
            self._disconnect()  # the next look follows the address to where it leads then
        self._tell(fault, error)

    def _disconnect(self) -> None:
        client = self._client
        (client.nodes if isinstance(client, Cluster) else client.connection_pool).disconnect()

    def _tell(self, fault: str | None, error: str) -> None:
        before, self.fault, self.error = self.fault, fault, error
        if fault == before:
            return
        for pool in self._pools:  # while all is well, no command asks
            pool.guard = self.check if fault else None
        if not self._started:
            return
        if fault:
            logger.warning("%s%s", describe(fault, self._part), f" ({error})" if error else "")
            return
        logger.warning("%s can be used again", self._part)
        for pool in self._pools:
            pool.is_stale = True

    def _follow(self, pause: float) -> None:
        while not self._stopped:
            try:
                self.look()
            except Exception as error:
                self._note("unfit", str(error))
            slow = self._took > self._seconds / 4
            sleep((0.0 if slow else pause) if self.fault is None else TROUBLE_SECONDS)
        self._disconnect()
