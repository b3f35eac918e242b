"""A mailbox: what the reader of the process has for one client, until the client's own thread takes it."""

from collections.abc import Sequence
from threading import Event, Lock

from service.games.live.items import Item, end_item

MAX_WAITING_CHARACTERS = 262_144
"""Of items that wait for a client. The events of a whole game have about 150,000."""


class Mailbox:
    """Items for one client, in order. The reader puts them and never waits; the client's thread takes them and waits.

    `version`: from which the client can go on.
    """

    def __init__(self, version: int) -> None:
        self._version = version
        self._waiting: list[Item] = []
        self._characters = 0
        self._closed = False
        self._ready = Event()
        self._lock = Lock()

    def put(self, items: Sequence[Item], last: bool = False) -> bool:
        """Add items; False if they are too many. Then the client is cut off: it gets nothing more but `end`, `slow`.

        `last`: no other items follow. Items that come alone are never too many.
        """
        size = sum(len(item.text) for item in items)
        with self._lock:
            if self._closed:
                return True
            fits = not self._waiting or self._characters + size <= MAX_WAITING_CHARACTERS
            if fits:
                self._waiting += items
                self._characters += size
            else:
                self._waiting = [end_item("slow", self._version)]
            self._closed = last or not fits
            self._ready.set()
        return fits

    def end(self, reason: str) -> None:
        """Let the client have what waits, and an end."""
        with self._lock:
            version = next((item.version for item in reversed(self._waiting) if item.version is not None), None)
        self.put([end_item(reason, self._version if version is None else version)], last=True)

    def take(self, seconds: float) -> list[Item] | None:
        """All that waits, once something does; nothing after `seconds`; None after the last items."""
        self._ready.wait(seconds)
        with self._lock:
            found, self._waiting, self._characters = self._waiting, [], 0
            if not found and self._closed:
                return None
            self._version = next((item.version for item in reversed(found) if item.version is not None), self._version)
            if not self._closed:
                self._ready.clear()
        return found
