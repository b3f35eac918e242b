"""The writers of a game, one after the other: those of this process, and those of all processes."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

from store.patience import store_deadline


class TookTooLong(Exception):
    """Others were before this writer until it gave up."""


class Writers:
    """The queues of this process: one for each game to which somebody writes now."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Event]] = {}
        self._lock = Lock()

    @contextmanager
    def alone(self, game: str, seconds: float) -> Iterator[bool]:
        """Nobody else of this process writes to the game inside the block. Gives whether others were before.

        Raises TookTooLong when they still are after `seconds`.
        """
        own = Event()
        with self._lock:
            queue = self._waiting.setdefault(game, deque())
            queue.append(own)
            had_to_wait = len(queue) > 1
        try:
            if had_to_wait:
                with store_deadline().not_counted():
                    is_first = own.wait(seconds)
                if not is_first:
                    raise TookTooLong(game)
            yield had_to_wait
        finally:
            with self._lock:
                was_first = queue[0] is own
                queue.remove(own)
                if not queue:
                    del self._waiting[game]
                elif was_first:
                    queue[0].set()
