"""What the watches over a server and over a cluster have in common: a process goes by the epoch of its store."""

from collections import deque
from collections.abc import Callable
from threading import Lock

from redis import Redis

from store.breaker import Breaker
from store.identity import MAX_FORMERS, Epoch
from store.keys import Keys


class EpochWatch(Breaker):
    """A breaker that also knows which store it is: the one of `epoch`, or one that an operator accepted in its place.

    `on_acceptance`: called when it has taken such a one.
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
        super().__init__(url, seconds, keys.no_key)
        self.epoch = ""
        self.on_acceptance: Callable[[], None] = lambda: None
        self._keys, self._expected, self._prepare = keys, expected, prepare
        self._prepared = False
        self._refused: set[str] = set()
        self._formers: deque[str] = deque(maxlen=MAX_FORMERS)
        self._lock = Lock()

    def is_unexpected(self, found: Epoch) -> bool:
        """Whether the first store of this process must be another one."""
        return bool(self._expected) and found.own != self._expected and found.replaced is None

    def _takes(self, found: Epoch) -> bool:
        """Take another epoch, if an operator accepted it in the place of one that this process knows; with the lock."""
        if not {self.epoch, *self._refused}.intersection(found.replaced or ()):
            self._refused.add(found.own)
            return False
        self._formers.appendleft(self.epoch)
        self.epoch = found.own
        self._refused.clear()
        return True

    def _missing(self, found: Epoch) -> list[str]:
        """The former epochs of this process that its accepted epoch does not name."""
        with self._lock:
            return found.lacking(self._formers) if found.own == self.epoch else []
