"""Waiting for a game to go on: one listener a process hears of every append and wakes those who wait for it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import sleep

from redis.exceptions import RedisError

from events.server import connect_blocking

log = logging.getLogger(__name__)


class Wakes:
    """Who waits for which game. The listener starts with the first who waits, after any fork."""

    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._waiting: dict[str, set[Event]] = {}
        self._lock = Lock()
        self._listener: Thread | None = None

    @contextmanager
    def waiting(self, game: str) -> Iterator[Event]:
        """An event that is set when the game goes on from here; check the log after this begins, then wait.

        It may be set without need, and after a lost connection it always is.
        """
        event = Event()
        with self._lock:
            self._waiting.setdefault(game, set()).add(event)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="wakes", daemon=True)
                self._listener.start()
        try:
            yield event
        finally:
            with self._lock:
                self._waiting[game].discard(event)
                if not self._waiting[game]:
                    del self._waiting[game]

    def _listen(self) -> None:
        while True:
            try:
                pubsub = connect_blocking(self._url).pubsub(ignore_subscribe_messages=False)  # type: ignore[no-untyped-call]
                pubsub.subscribe(self._channel)
                for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        self._wake_all()  # what was told before we listened is lost
                    else:
                        self._wake(message["data"].split(b" ")[0].decode())
            except RedisError as error:
                log.warning("lost the wake-up channel, listening again: %s", error)
                sleep(0.5)

    def _wake(self, game: str) -> None:
        with self._lock:
            for event in self._waiting.get(game, ()):
                event.set()

    def _wake_all(self) -> None:
        with self._lock:
            for events in self._waiting.values():
                for event in events:
                    event.set()
