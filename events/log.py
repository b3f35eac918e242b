"""The log's contract: append and read. Two logs keep it, one in memory and one on Redis streams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from typing import NamedTuple, Protocol

from events.chain import link
from events.codec import encode
from events.entry import Entry
from game.events import SECRET, Event


class Conflict(Exception):
    """The game's version, or its hash there, differs from the expected one. Nothing was appended."""

    def __init__(self, game: str, expected: int, version: int) -> None:
        super().__init__(f"game {game}: expected version {expected}, found {version}")
        self.version = version


class Queued(Conflict):
    """Another writer has the turn to append to the game: ask for one. Nothing was appended."""


class Group(NamedTuple):
    """The events of one intention, or of one action of the service, and their actor."""

    actor: str
    events: Sequence[Event]


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

    def tail(self, game: str, after: int, field: str) -> tuple[list[Entry], Appended | None]:
        """Entries after a version, and the content of the idempotency entry `field`, in one round trip."""
        ...

    def heads(self, games: Sequence[str]) -> dict[str, bytes]:
        """The hash of each game's newest entry, in the order of the games; unknown games are left out."""
        ...

    def accept(self, game: str) -> None:
        """Let writers append to a game again that was found damaged: its log is sound."""
        ...

    def newest(self, games: Sequence[str]) -> dict[str, Entry]:
        """The newest entry of each game, in the order of the games; unknown games are left out."""
        ...


def entries(
    groups: Sequence[Group],
    expected: int,
    head: bytes,
    now: Callable[[], float],
    salt: Callable[[int], bytes] = token_bytes,
) -> list[Entry]:
    """The entries that an append writes: versions from expected + 1, salts where secret, the hash on the last."""
    ms, version, made = int(now() * 1000), expected, []
    for group in groups:
        first = version + 1
        for event in group.events:
            version += 1
            name, seat, data = encode(event)
            entry = Entry(version, name, seat, first, group.actor, ms, data, salt(16) if name in SECRET else b"")
            head = link(head, entry)
            made.append(entry)
    made[-1] = made[-1]._replace(hash=head)
    return made
