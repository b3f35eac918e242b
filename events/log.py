"""The log's contract: append and read. Two logs keep it, one in memory and one on Redis streams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from events.chain import Group
from events.entry import Entry


class Conflict(Exception):
    """The game's version, or its hash there, differs from the expected one. Nothing was appended."""

    def __init__(self, game: str, expected: int, version: int) -> None:
        super().__init__(f"game {game}: expected version {expected}, found {version}")
        self.version = version


class IdempotencyKey(NamedTuple):
    """An idempotency entry: `field` is `<player>:<key>`, `digest` the SHA-256 of the request."""

    field: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Appended:
    """Versions of the first and last entry. `known`: an earlier append with the same key, and `digest`, wrote them."""

    first: int
    last: int
    digest: bytes
    known: bool = False
    entries: tuple[Entry, ...] = ()


class Newest(NamedTuple):
    """The newest entry of a game: the name of its event, and its hash."""

    name: str
    hash: bytes


class Log(Protocol):
    """Streams of entries, one a game, append-only."""

    def append(self, game: str, groups: Sequence[Group], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        """Append all events or none, when the game is at version `expected`, whose hash is `head`.

        A key that was used before appends nothing; the result tells what it appended then. Raises Conflict.
        """
        ...

    def restore(self, game: str, entries: Sequence[Entry], key: IdempotencyKey) -> Appended:
        """Append the whole log of a game unchanged, times and salts included. Raises Conflict if the game exists."""
        ...

    def read(self, game: str, after: int = 0, upto: int | None = None, count: int | None = None) -> list[Entry]:
        """Entries with versions after < v <= upto, ascending, at most `count` (1..); empty for an unknown game."""
        ...

    def read_many(self, after: Mapping[str, int]) -> list[list[Entry]]:
        """The entries of several games, each after its version, in one round trip."""
        ...

    def follow(self, game: str, version: int, head: bytes) -> list[Entry] | None:
        """The entries after a version whose hash is `head`; None if the log has another entry there, or none."""
        ...

    def tail(self, game: str, version: int, head: bytes, field: str) -> tuple[list[Entry] | None, Appended | None]:
        """The same as `follow`, and the content of the idempotency entry `field`, in one round trip."""
        ...

    def heads(self, games: Sequence[str]) -> dict[str, bytes]:
        """The hash of each game's newest entry, in the order of the games; unknown games are left out."""
        ...

    def accept(self, game: str) -> None:
        """Let writers append to a game again that was found damaged: its log is sound."""
        ...

    def newest(self, games: Sequence[str]) -> dict[str, Newest]:
        """What the newest entry of each game is, in the order of the games; unknown games are left out."""
        ...
