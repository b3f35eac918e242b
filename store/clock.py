"""The store's clock. All processes go by it, because the clocks of their hosts may differ by seconds.

A process asks the store for the time now and then, and counts on with its monotonic clock.
"""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from store.cluster import Cluster
from store.patience import store_deadline

DAY_MS = 86_400_000
LOOK_SECONDS = 10.0
"""Between two questions to the store."""
RETRY_SECONDS = 1.0
"""The same after one that failed, or whose answer took longer than BLURRED_SECONDS."""
BLURRED_SECONDS = 0.01
MAX_WAIT_SECONDS = 0.2
"""A request that looks waits for that long, and has the rest of its time for what it asks for."""
DRIFT = 0.0005
"""How many seconds the monotonic clock and that of the store may drift apart in a second, as both are adjusted."""
CLOCK_KEY = "{lobby}"
"""The owner of its slot tells the time of a cluster: the clocks of its nodes may differ."""
STEP_BACK_SECONDS = 2.0
"""A process never sees the time go back, unless the store's clock is set back by more than that."""


class Lead(NamedTuple):
    """By how much the store's clock leads the monotonic one: between `low` and `high` seconds, known at `at`."""

    low: float
    high: float
    at: float

    @property
    def seconds(self) -> float:
        """The middle."""
        return (self.low + self.high) / 2


def lead_of(sent: float, told: float, received: float) -> Lead:
    """What an answer of the store shows. `told`: its time; `sent`, `received`: when it was asked and had answered.

    >>> lead_of(10.0, 100.5, 12.0)
    Lead(low=88.5, high=90.5, at=12.0)
    """
    return Lead(told - received, told - sent, received)


def combined(before: Lead | None, newer: Lead) -> Lead:
    """What both show together; the newer alone if the store's clock was set in between, or it is another store.

    >>> combined(Lead(88.5, 90.5, 12.0), Lead(90.0, 91.0, 12.0))
    Lead(low=90.0, high=90.5, at=12.0)
    >>> combined(Lead(88.5, 90.5, 12.0), Lead(80.0, 81.0, 12.0))
    Lead(low=80.0, high=81.0, at=12.0)
    """
    if before is None:
        return newer
    drift = (newer.at - before.at) * DRIFT
    low, high = max(before.low - drift, newer.low), min(before.high + drift, newer.high)
    return Lead(low, high, newer.at) if low <= high else newer


def read_time(redis: Redis) -> float:
    """The time of a server, in seconds since 1970; of a cluster that of always the same part."""
    answer: Any = redis.on_owner(CLOCK_KEY, lambda node: node.time()) if isinstance(redis, Cluster) else redis.time()
    seconds, microseconds = answer
    return float(seconds + microseconds / 1_000_000)


class StoreClock:
    """A clock that tells the store's time, in seconds since 1970. Thread-safe.

    The first call asks the store, and may raise RedisError. Later, a store in trouble does not matter.
    """

    def __init__(self, ask: Callable[[], float], monotonic: Callable[[], float] = monotonic) -> None:
        """`ask`: the store for its time. `monotonic`: seconds."""
        self._ask, self._monotonic = ask, monotonic
        self._lead: Lead | None = None
        self._look_at = self._told = 0.0
        self._looking, self._telling = Lock(), Lock()

    def __call__(self) -> float:
        """The time, in seconds since 1970."""
        lead = self._lead
        if lead is None:
            with self._looking:
                lead = self._lead or self._look()
        elif self._monotonic() >= self._look_at and self._looking.acquire(blocking=False):
            try:
                with store_deadline().at_most(MAX_WAIT_SECONDS):
                    lead = self._look()
            except RedisError:
                self._look_at = self._monotonic() + RETRY_SECONDS
            finally:
                self._looking.release()
        with self._telling:
            now = self._monotonic() + lead.seconds
            if not self._told - STEP_BACK_SECONDS < now < self._told:
                self._told = now
            return self._told

    def _look(self) -> Lead:
        sent = self._monotonic()
        told = self._ask()
        received = self._monotonic()
        self._lead = combined(self._lead, lead_of(sent, told, received))
        is_blurred = self._lead.high - self._lead.low > BLURRED_SECONDS
        self._look_at = received + (RETRY_SECONDS if is_blurred else LOOK_SECONDS)
        return self._lead


def store_clock(redis: Redis) -> StoreClock:
    """The clock of the server that a client leads to. A process has one of them, so that its own times agree."""
    return StoreClock(lambda: read_time(redis))
