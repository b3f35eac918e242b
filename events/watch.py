"""The watch of a process over its store: a thread that tries the store out, and the breaker that follows from it.

While the store cannot be used, everything that asks for a connection is told at once, and only the watch tries again.
The watch also knows which store this is. A store that lost data is refused until an operator accepts it.
"""

import logging
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from events.faults import FAULTS, StoreUnavailable, fault_of
from events.identity import Head, Identity, identity_question, parse_head, parse_identity, report_missed
from events.keys import Keys
from events.server import GuardedPool, connect

logger = logging.getLogger(__name__)
TROUBLE_SECONDS = 0.1
"""Pause between two looks at a store that cannot be used."""
NO_HEAD: Head = (0, 0)


def _start_thread(run: Callable[[], None]) -> None:
    Thread(target=run, name="store", daemon=True).start()


class Watch:
    """What this process knows of its store. `fault`: of FAULTS, as the last look found it; None: all is well.

    Without `start` nothing is refused because of a fault, and each `look` tries the store out.
    """

    def __init__(
        self,
        url: str,
        keys: Keys,
        seconds: float,
        expected: str = "",
        prepare: Callable[[Redis], None] = lambda redis: None,
    ) -> None:
        """`seconds`: the longest wait of a command. A look waits half as long.

        `expected`: the only epoch to take, unless an operator accepted another one; empty: the first that is found.
        `prepare`: checks the store and writes what a new one needs, before its epoch is taken. If it raises anything
        but RedisError, the store is `unfit`.
        """
        self.fault: str | None = None
        self.error = ""
        self.epoch = ""
        self.on_acceptance: Callable[[], None] = lambda: None
        self._question = identity_question(keys)
        self._keys = keys
        self._seconds = seconds
        self._expected = expected
        self._prepare = prepare
        self._client = connect(url, retries=1, seconds=seconds / 2)
        self._pools: list[GuardedPool] = []
        self._head = NO_HEAD
        self._refused: set[str] = set()
        self._took = 0.0
        self._prepared = False
        self._started = False
        self._slow_is_fault = True
        self._stopped = False
        self._lock = Lock()

    def guard(self, redis: Redis, patience: float = 0.0) -> None:
        """Let a client of `connect` ask this watch before each command, and check which store it connects to.

        `patience`: seconds that its commands wait for the store to come back.
        """
        pool = redis.connection_pool
        assert isinstance(pool, GuardedPool)
        pool.guard, pool.patience = self.check, patience
        pool.connection_kwargs["redis_connect_func"] = self._greet
        if pool not in self._pools:
            self._pools.append(pool)

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
        self._client.connection_pool.disconnect()  # a connection belongs to the thread that opened it
        start_thread(lambda: self._follow(pause))

    def stop(self) -> None:
        """Let the thread end after its next look."""
        self._stopped = True

    def check(self) -> None:
        """Raises StoreUnavailable if the last look of the thread found a fault."""
        if self._started and (fault := self.fault):
            raise StoreUnavailable(fault)

    def now(self) -> str | None:
        """The fault of the store now. It takes no longer than a look."""
        return self.fault if self._started else self.look()

    def saw(self, pointer: bytes) -> None:
        """Note that the store has answered with this id of a pointer in a feed: its head is never older again."""
        with self._lock:
            self._head = max(self._head, parse_head(pointer))

    def look(self) -> str | None:
        """Try the store out once: does it answer, take writes, and is it the same? Returns the fault.

        Raises what `prepare` raises.
        """
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
        fault = self._recognize(self._client)
        if fault is None and not self._prepared:
            self._prepare(self._client)
            self._prepared = True
            fault = self._recognize(self._client)
        return fault

    def _recognize(self, redis: Redis) -> str | None:
        seen = self._head
        pipe = redis.pipeline(transaction=False)
        pipe.eval(*self._question)
        pipe.set(self._keys.no_key, 1, xx=True)  # changes nothing, but is refused by a server that takes no writes
        answer, _ = pipe.execute()
        found = parse_identity(answer)
        fault = self._judge(found, seen)
        if fault == "older" and found.missed < seen:
            report_missed(redis, self._keys, seen)
        return fault

    def _greet(self, connection: Any) -> None:
        """Begin a new connection: it may lead to another store, or to one that restarted without its data."""
        connection.on_connect()
        if not self.epoch:
            return
        seen = self._head
        connection.send_command("EVAL", *self._question)
        if fault := self._judge(parse_identity(connection.read_response()), seen):
            if self._started:
                self._tell(fault, "")  # not `_note`: the watch's own client belongs to its thread
            raise StoreUnavailable(fault)

    def _judge(self, found: Identity, seen: Head) -> str | None:
        """The fault of a store with this identity. `seen`: the head that was known before it was asked for."""
        with self._lock:
            if not self.epoch:
                return self._meet(found)
            if found.epoch == self.epoch:
                if found.head < max(seen, found.missed):
                    return "older"
                self._head = max(self._head, found.head)
                return None
            if found.replaced is None or found.replaced not in {self.epoch, *self._refused}:
                self._refused.add(found.epoch)
                return "foreign"
            self._take(found)
        self.on_acceptance()
        return None

    def _meet(self, found: Identity) -> str | None:
        """The same for the first store of this process."""
        if self._expected and found.epoch != self._expected and found.replaced is None:
            return "foreign"
        if found.head < found.missed:
            return "older"
        if self._prepared:
            self._take(found)
        return None

    def _take(self, found: Identity) -> None:
        self.epoch, self._head = found.epoch, found.head
        self._refused.clear()

    def _note(self, fault: str | None, error: str) -> None:
        if fault and fault != "slow":
            self._client.connection_pool.disconnect()  # the next look follows the address to where it leads then
        self._tell(fault, error)

    def _tell(self, fault: str | None, error: str) -> None:
        before, self.fault, self.error = self.fault, fault, error
        if fault == before or not self._started:
            return
        if fault:
            logger.warning("%s%s", FAULTS[fault], f" ({error})" if error else "")
            return
        logger.warning("the store can be used again")
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
