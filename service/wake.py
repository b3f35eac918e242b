"""Waiting for games to go on: one listener a process hears of every append and wakes those who wait for it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import sleep

from redis.exceptions import RedisError

from events import Keys
from events.server import connect_blocking

log = logging.getLogger(__name__)


class Waiter(Event):
    """Set when there is news; `news`: of which games, as far as that was told. None: anything may have happened."""

    def __init__(self) -> None:
        super().__init__()
        self.news: set[str] | None = set()

    def take(self) -> set[str] | None:
        """The news so far, which is then no news any more."""
        self.clear()
        news, self.news = self.news, set()
        return news


class Wakes:
    """Who waits for which game, or for which player's turns. The listener starts with the first, after any fork."""

    def __init__(self, url: str, keys: Keys) -> None:
        self._url = url
        self._keys = keys
        self._waiting: dict[str, set[Waiter]] = {}
        self._lock = Lock()
        self._listener: Thread | None = None

    @contextmanager
    def waiting(self, whom: str) -> Iterator[Waiter]:
        """A waiter that is set when the game `whom` goes on from here, or the player `whom` is notified.

        Check the log after this begins, then wait. It may be set without need; after a lost connection it always is.
        """
        waiter = Waiter()
        with self._lock:
            self._waiting.setdefault(whom, set()).add(waiter)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="wakes", daemon=True)
                self._listener.start()
        try:
            yield waiter
        finally:
            with self._lock:
                self._waiting[whom].discard(waiter)
                if not self._waiting[whom]:
                    del self._waiting[whom]

    def _listen(self) -> None:
        while True:
            try:
                pubsub = connect_blocking(self._url).pubsub(ignore_subscribe_messages=False)  # type: ignore[no-untyped-call]
                pubsub.subscribe(self._keys.wake, self._keys.notices)
                for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        self._wake_all()  # what was told before we listened is lost
                    elif message["channel"] == self._keys.wake.encode():
                        self._wake(message["data"].split(b" ")[0].decode(), [])
                    else:
                        game, *players = message["data"].decode().split(" ")
                        self._wake(game, players)
            except RedisError as error:
                log.warning("lost the wake-up channel, listening again: %s", error)
                sleep(0.5)

    def _wake(self, game: str, players: list[str]) -> None:
        """Wake who waits for these players, or if there are none, for the game."""
        with self._lock:
            for whom in players or (game,):
                for waiter in self._waiting.get(whom, ()):
                    if waiter.news is not None:
                        waiter.news.add(game)
                    waiter.set()

    def _wake_all(self) -> None:
        with self._lock:
            for waiters in self._waiting.values():
                for waiter in waiters:
                    waiter.news = None
                    waiter.set()
