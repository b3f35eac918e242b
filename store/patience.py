"""How long a thread, or a greenlet, waits for the store, and how long it may: of one request, all waits together."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

UNCOUNTED_SECONDS = 0.05
"""Left out of each wait: a busy process may do other things before it takes an answer that has come."""
MIN_SECONDS = 0.1
"""With less than this left no command is sent: it could be done, and its answer too late."""


class StoreDeadline:
    """The waits of one thread. `since`: when the one under way began, by the monotonic clock; None: it does not wait.

    `spent`: seconds of the waits before, as far as they count. `limit`: seconds for all of them; `answer_limit`: for
    each answer; None: no limit.
    """

    __slots__ = ("answer_limit", "limit", "since", "spent")

    def __init__(self) -> None:
        self.limit: float | None = None
        self.answer_limit: float | None = None
        self.since: float | None = None
        self.spent = 0.0

    @property
    def left(self) -> float | None:
        """Seconds that are left; None without a limit."""
        return None if self.limit is None else self.limit - self.spent

    def begin(self) -> float:
        """A connection is asked for. Returns when, for `end`.

        A wait ends where the next one begins: a thread that keeps a connection for a subscription, or has lost one,
        waits for it no longer once it takes another.
        """
        self.since = now = monotonic()
        return now

    def end(self, began: float) -> None:
        """The connection that was asked for then is not in use any more. Any thread may say so."""
        if self.since == began:
            self.since = None
            self.spent += max(0.0, monotonic() - began - UNCOUNTED_SECONDS)

    def limit_to(self, seconds: float | None) -> None:
        """From now on the thread waits for `seconds`, all waits together; None: no limit."""
        self.limit, self.spent = seconds, 0.0

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Inside the block the thread waits for at most `seconds`, and leaves the rest of its time for later."""
        before, most = self.limit, self.spent + seconds
        self.limit = most if before is None else min(before, most)
        try:
            yield
        finally:
            self.limit = before

    @contextmanager
    def each_within(self, seconds: float) -> Iterator[None]:
        """Inside the block the thread waits for each answer for at most `seconds`."""
        before, self.answer_limit = self.answer_limit, seconds
        try:
            yield
        finally:
            self.answer_limit = before

    @contextmanager
    def not_counted(self) -> Iterator[None]:
        """Inside the block the thread waits for something else, which counts for no limit."""
        before, spent = self.since, self.spent
        if before is None:
            self.since = monotonic()
        try:
            yield
        finally:
            self.since, self.spent = before, spent


_own: ContextVar[StoreDeadline] = ContextVar("store_deadline")


def store_deadline() -> StoreDeadline:
    """The waits of this thread."""
    found = _own.get(None)
    if found is None:
        found = StoreDeadline()
        _own.set(found)
    return found
