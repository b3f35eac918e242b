"""Where analyses are: beside the game in the store, and, while a worker makes one, how far it is."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import zstandard
from redis import Redis

from service.analysis.document import Document
from store.keys import Keys

WAITING_SECONDS = 600
"""How long an analysis may wait for a worker; then it can be asked for again."""
SILENT_SECONDS = 60
"""After that long without progress, its worker is taken for dead."""
VERSION = 1
"""Of the documents. One of another version is made anew."""


class Progress(NamedTuple):
    """How many decisions are judged, of all; 0 of 0 before a worker begins."""

    judged: int
    decisions: int


class AnalysisStore:
    """The analyses of games. No process keeps any in memory: they are large, and seldom asked for twice."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis, self._keys = redis, keys

    def read(self, game: str, head: bytes) -> Document | Progress | None:
        """The document of the game with this head, the progress while it is made; None if nobody asked for it."""
        found: Any = self._redis.mget(self._keys.analysis(game), self._keys.analysing(game))
        stored, progress = found
        document = unpacked(stored, head) if stored else None
        if document is not None or not progress:
            return document
        return Progress(*map(int, progress.split()))

    def kept(self, games: Sequence[str]) -> list[bytes | None]:
        """By game that is over, what is kept of it, for `unpacked`; None without an analysis. One round trip."""
        pipe = self._redis.pipeline(transaction=False)
        for game in games:
            pipe.get(self._keys.analysis(game))
        found: list[bytes | None] = pipe.execute()
        return found

    def begin(self, game: str) -> bool:
        """Note that the game is to be analysed; False if that is so already."""
        return bool(self._redis.set(self._keys.analysing(game), "0 0", nx=True, ex=WAITING_SECONDS))

    def note(self, game: str, progress: Progress) -> None:
        """Note how far the analysis is."""
        self._redis.set(self._keys.analysing(game), f"{progress.judged} {progress.decisions}", ex=SILENT_SECONDS)

    def keep(self, game: str, head: bytes, document: Document) -> None:
        """Keep the document of the game with this head."""
        text = json.dumps({"version": VERSION, "head": head.hex(), "document": document}, separators=(",", ":"))
        self._redis.set(self._keys.analysis(game), zstandard.compress(text.encode()))
        self.give_up(game)

    def give_up(self, game: str) -> None:
        """Note that nobody makes the analysis any more."""
        self._redis.delete(self._keys.analysing(game))


def unpacked(stored: bytes, head: bytes | None = None) -> Document | None:
    """The document, if it is of this version, and of the game with this head. `head`: None for any, of a finished
    game, whose log does not change."""
    kept = json.loads(zstandard.decompress(stored))
    is_current = kept["version"] == VERSION and head in (None, bytes.fromhex(kept["head"]))
    return dict(kept["document"]) if is_current else None
