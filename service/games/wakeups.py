"""Wake-ups: one listener for each process hears of every append and wakes what waits for it."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from threading import Event, Lock, Thread
from time import sleep
from typing import Any

from redis.exceptions import RedisError

from store.keys import Keys
from store.patience import store_deadline
from store.subscription import SILENCE_SECONDS, Subscription

logger = logging.getLogger(__name__)
RECONNECT_SECONDS = 0.5
ACCOUNTS, NOTHING = "accounts", "nothing"
"""As what a waiter waits for: any account that changes; only the end of the process."""
KEEP_ALIVE_SECONDS = 10.0
"""A wake-up may get lost, so a stream without news looks again that often, and sends a sign of life.

Only then does the service notice that a client has gone.
"""


class Waiter(Event):
    """Set when there is news. `games`: the games with news, as far as they are known; None: it may be any game.

    `tables`: the games in which something beside the log has changed, such as presence. `accounts`: those that have
    changed; None: it may be any account. `after`: versions up to this one are no news.
    """

    def __init__(self, after: int = -1) -> None:
        super().__init__()
        self._after = after
        self.games: set[str] | None = set()
        self.tables: set[str] = set()
        self.accounts: set[str] | None = set()
        self._lock = Lock()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set; False if it is not after `seconds`. Then the thread may wait for the store anew."""
        is_set = super().wait(timeout)
        store_deadline().spent = 0.0
        return is_set

    def tell(self, game: str, beside_log: bool = False, version: int = 0) -> None:
        """Set the waiter because of a game. `version`: the newest one, if that is known."""
        if version <= self._after:
            return
        with self._lock:
            if beside_log:
                self.tables.add(game)
            elif self.games is not None:
                self.games.add(game)
            self.set()

    def tell_account(self, player: str) -> None:
        """Set the waiter because of an account."""
        with self._lock:
            if self.accounts is not None:
                self.accounts.add(player)
            self.set()

    def tell_all(self) -> None:
        """Set the waiter because of any game, and of any account."""
        with self._lock:
            self.games = self.accounts = None
            self.set()

    def take(self) -> set[str] | None:
        """The games with news so far; the waiter is then cleared."""
        return self.take_all()[0]

    def take_all(self) -> tuple[set[str] | None, set[str]]:
        """`games` and `tables` so far; the waiter is then cleared."""
        with self._lock:
            self.clear()
            games, tables = self.games, self.tables
            self.games, self.tables = set(), set()
        return games, tables

    def take_accounts(self) -> set[str] | None:
        """The accounts that have changed so far; the waiter stays set."""
        with self._lock:
            accounts, self.accounts = self.accounts, set()
        return accounts


class Wakeups:
    """What waits for a game or for a player. The listener starts with the first request, after any fork.

    `forget`: called with each account that has changed, before what waits for it is woken; with None for all accounts.
    """

    def __init__(self, url: str, keys: Keys, forget: Callable[[str | None], None] = lambda player: None) -> None:
        self._url = url
        self._keys = keys
        self._forget = forget
        self._waiters: dict[str, set[Waiter]] = {}
        self._lock = Lock()
        self._listener: Thread | None = None
        self._is_lost = False
        self._stopped = False

    def stop(self) -> None:
        """Wake everything for the last time, because the process stops: polls and streams then end.

        The listener ends with the next message, or a little later.
        """
        self._stopped = True
        self._wake_all()

    def is_stopped(self) -> bool:
        """Whether the process is to stop, so that nothing waits any more."""
        return self._stopped

    def start(self) -> None:
        """Begin to listen, if this process does not listen yet."""
        if self._listener is None:
            with self._lock:
                if self._listener is None:
                    self._listener = Thread(target=self._listen, name="wakeups", daemon=True)
                    self._listener.start()

    @contextmanager
    def waiting(self, *targets: str, after: int = -1) -> Iterator[Waiter]:
        """A waiter that is set when a game of `targets` moves on, or a player of them is notified or changes.

        With `after`, only later versions and changes of players set it.

        Check the log inside the block, then wait. The waiter may be set without need, and always is after a lost
        connection.
        """
        waiter = Waiter(after)
        with ExitStack() as stack:
            for target in targets:
                self.add(waiter, target)
                stack.callback(self.remove, waiter, target)
            yield waiter

    def pause(self, seconds: float) -> None:
        """Sleep, but no longer than the process goes on."""
        with self.waiting(NOTHING) as waiter:
            if not self._stopped:
                waiter.wait(seconds)

    def add(self, waiter: Waiter, target: str) -> None:
        """Let the waiter wait for one more game or player."""
        with self._lock:
            self._waiters.setdefault(target, set()).add(waiter)
        self.start()

    def remove(self, waiter: Waiter, target: str) -> None:
        """Let the waiter no longer wait for a game or player."""
        with self._lock:
            self._waiters[target].discard(waiter)
            if not self._waiters[target]:
                del self._waiters[target]

    def _listen(self) -> None:
        while not self.is_stopped():
            try:
                self._listen_once()
            except RedisError as error:
                if not self.is_stopped():
                    if not self._is_lost:  # once, not twice a second for as long as the store is down
                        logger.warning("lost the wake-up channel, listening again: %s", error)
                    self._is_lost = True
                    sleep(RECONNECT_SECONDS)

    def _listen_once(self) -> None:
        """Do what the messages say, until `stop`. Raises RedisError."""
        channels = self._keys.wake, self._keys.notices, self._keys.tables, self._keys.accounts
        with Subscription(self._url, *channels) as subscription:
            while not self._stopped:
                if message := subscription.next(SILENCE_SECONDS):
                    self._dispatch(message)

    def _dispatch(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._is_lost = False
            self._forget(None)
            self._wake_all()  # messages sent before we listened are lost
            return
        first, *rest = message["data"].decode().split(" ")
        if message["channel"] == self._keys.wake.encode():
            self._wake(first, [first], version=int(rest[0]))
        elif message["channel"] == self._keys.tables.encode():
            self._wake(first, [first], beside_log=True)
        elif message["channel"] == self._keys.accounts.encode():
            self._forget(first)
            self._wake_for(first)
        else:
            self._wake(first, rest)

    def _wake(self, game: str, targets: Sequence[str], beside_log: bool = False, version: int = 0) -> None:
        """Wake what waits for these games or players, because of a game. `version`: as in `Waiter.tell`."""
        with self._lock:
            for target in targets:
                for waiter in self._waiters.get(target, ()):
                    waiter.tell(game, beside_log, version)

    def _wake_for(self, player: str) -> None:
        """Wake what waits for a player because their account has changed."""
        with self._lock:
            for target in (player, ACCOUNTS):
                for waiter in self._waiters.get(target, ()):
                    waiter.tell_account(player)

    def _wake_all(self) -> None:
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.tell_all()
