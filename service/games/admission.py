"""Admission: how many streams an account may have open at once."""

from collections import Counter
from threading import Lock

MAX_STREAMS_OF_A_PLAYER = 50
"""In one process, of games and of the inbox together."""


class TooManyStreams(Exception):
    """The player has as many streams in this process as one may have."""


class Admission:
    """The number of streams of each account in this process."""

    def __init__(self) -> None:
        self._streams_of: Counter[str] = Counter()
        self._lock = Lock()

    def admit(self, player: str) -> None:
        """Count one more stream. Raises TooManyStreams."""
        with self._lock:
            if self._streams_of[player] >= MAX_STREAMS_OF_A_PLAYER:
                raise TooManyStreams(player)
            self._streams_of[player] += 1

    def dismiss(self, player: str) -> None:
        """Count one stream less."""
        with self._lock:
            self._streams_of[player] -= 1
            if not self._streams_of[player]:
                del self._streams_of[player]
