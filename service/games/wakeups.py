"""Wake-ups: one listener for each process hears of every append and wakes the requests that wait for it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import sleep

from redis.exceptions import RedisError

from events import Keys
from events.server import connect_blocking

logger = logging.getLogger(__name__)
RECONNECT_SECONDS = 0.5


class Waiter(Event):
    """Set when there is news. `games`: the games with news, as far as they are known; None: it may be any game."""

    def __init__(self) -> None:
        super().__init__()
        self.games: set[str] | None = set()

    def take(self) -> set[str] | None:
        """The games with news so far; the waiter is then cleared."""
        self.clear()
        games, self.games = self.games, set()
        return games


class Wakeups:
    """The requests that wait for a game or for a player's turns. The listener starts with the first, after any fork."""

    def __init__(self, url: str, keys: Keys) -> None:
        self._url = url
        self._keys = keys
        self._waiters: dict[str, set[Waiter]] = {}
        self._lock = Lock()
        self._listener: Thread | None = None

    @contextmanager
    def waiting(self, target: str) -> Iterator[Waiter]:
        """A waiter that is set when the game `target` moves on, or the player `target` is notified.

        Check the log inside the block, then wait. The waiter may be set without need, and always is after a lost
        connection.
        """
        waiter = Waiter()
        with self._lock:
            self._waiters.setdefault(target, set()).add(waiter)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="wakeups", daemon=True)
                self._listener.start()
        try:
            yield waiter
        finally:
            with self._lock:
                self._waiters[target].discard(waiter)
                if not self._waiters[target]:
                    del self._waiters[target]

    def _listen(self) -> None:
        while True:
            try:
                pubsub = connect_blocking(self._url).pubsub(ignore_subscribe_messages=False)  # type: ignore[no-untyped-call]
                pubsub.subscribe(self._keys.wake, self._keys.notices)
                for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        self._wake_all()  # messages sent before we listened are lost
                    elif message["channel"] == self._keys.wake.encode():
                        self._wake(message["data"].split(b" ")[0].decode(), [])
                    else:
                        game, *players = message["data"].decode().split(" ")
                        self._wake(game, players)
            except RedisError as error:
                logger.warning("lost the wake-up channel, listening again: %s", error)
                sleep(RECONNECT_SECONDS)

    def _wake(self, game: str, players: list[str]) -> None:
        """Wake the requests that wait for these players; without players, those that wait for the game."""
        with self._lock:
            for target in players or (game,):
                for waiter in self._waiters.get(target, ()):
                    if waiter.games is not None:
                        waiter.games.add(game)
                    waiter.set()

    def _wake_all(self) -> None:
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.games = None
                    waiter.set()
