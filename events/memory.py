"""The log in memory, for tests and for programs that keep no game."""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import time

from events.chain import Group, entries
from events.entry import Entry
from events.log import Appended, Conflict, IdempotencyKey, Newest


class MemoryLog:
    """A Log whose streams are lists."""

    def __init__(self, now: Callable[[], float] = time) -> None:
        self._now = now
        self._streams: dict[str, list[Entry]] = {}
        self._keys: dict[tuple[str, str], Appended] = {}
        self._lock = Lock()

    def append(self, game: str, groups: Sequence[Group], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        return self._write(game, entries(groups, expected, head, self._now), expected, head, key)

    def restore(self, game: str, entries: Sequence[Entry], key: IdempotencyKey) -> Appended:
        return self._write(game, entries, 0, b"", key)

    def _write(self, game: str, made: Sequence[Entry], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        with self._lock:
            known = self._keys.get((game, key.field))
            if known:
                return known
            stream = self._streams.get(game, [])
            if len(stream) != expected or (stream and stream[-1].hash != head):
                raise Conflict(game, expected, len(stream))
            self._streams[game] = [*stream, *made]
            self._keys[game, key.field] = Appended(expected + 1, made[-1].version, key.digest, known=True)
            return Appended(expected + 1, made[-1].version, key.digest, entries=tuple(made))

    def read(self, game: str, after: int = 0, upto: int | None = None, count: int | None = None) -> list[Entry]:
        found = self._streams.get(game, [])[after:upto]
        return found if count is None else found[:count]

    def read_many(self, after: Mapping[str, int]) -> list[list[Entry]]:
        return [self.read(game, version) for game, version in after.items()]

    def follow(self, game: str, version: int, head: bytes) -> list[Entry] | None:
        stream = self._streams.get(game, [])
        return (
            stream[version:] if not version or [head] == [each.hash for each in stream[version - 1 : version]] else None
        )

    def tail(self, game: str, version: int, head: bytes, field: str) -> tuple[list[Entry] | None, Appended | None]:
        return self.follow(game, version, head), self._keys.get((game, field))

    def heads(self, games: Sequence[str]) -> dict[str, bytes]:
        return {game: self._streams[game][-1].hash for game in games if game in self._streams}

    def accept(self, game: str) -> None:
        """Nothing: a log in memory is never found damaged."""

    def newest(self, games: Sequence[str]) -> dict[str, Newest]:
        last = {game: self._streams[game][-1] for game in games if game in self._streams}
        return {game: Newest(entry.name, entry.hash) for game, entry in last.items()}
