"""The entries of an append, and the hash chain: a known hash proves that no entry before it was altered.

h0 = SHA-256(game id); hv = SHA-256(hv-1 and, for version, name, seat, group, actor, ms, salt, data in this
order, 4 bytes big-endian length and the bytes). Integers as decimal ASCII, none as nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Any, NamedTuple

from events.entry import Entry, UnknownEvent, encode
from game.declared import Event
from game.events import SECRET


class Group(NamedTuple):
    """The events of one intention, or of one action of the service, and their actor."""

    actor: str
    events: Sequence[Event]


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


def first_link(game: str) -> bytes:
    """The hash before the first entry."""
    return sha256(game.encode()).digest()


def link(previous: bytes, entry: Entry) -> bytes:
    """The hash of an entry, given that of the one before."""
    parts = [previous]
    seat = b"" if entry.seat is None else b"%d" % entry.seat
    for part in (
        b"%d" % entry.version,
        entry.name.encode(),
        seat,
        b"%d" % entry.group,
        entry.actor.encode(),
        b"%d" % entry.ms,
        entry.salt,
        entry.data.encode(),
    ):
        parts += (len(part).to_bytes(4, "big"), part)
    return sha256(b"".join(parts)).digest()


def links(game: str, entries: Iterable[Entry]) -> Iterator[bytes]:
    """The hash of each of the first entries of a game."""
    computed = first_link(game)
    for entry in entries:
        computed = link(computed, entry)
        yield computed


class BrokenChain(ValueError):
    """`version`: the entry whose stored and computed hashes differ; it ends an append."""

    def __init__(self, version: int, expected: bytes, found: bytes) -> None:
        super().__init__(f"entry {version}: expected hash {expected.hex()}, found {found.hex() or 'none'}")
        self.version = version


def checked_links(game: str, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
    """Each of all entries of a game, with its hash.

    Raises BrokenChain where a stored hash is wrong, or missing at the end.
    """
    computed, last = first_link(game), None
    for last in entries:
        computed = link(computed, last)
        if last.hash and last.hash != computed:
            raise BrokenChain(last.version, computed, last.hash)
        yield last, computed
    if last is not None and not last.hash:
        raise BrokenChain(last.version, computed, b"")


def head(game: str, entries: Iterable[Entry]) -> bytes:
    """The hash of the last of all entries of a game. Raises BrokenChain as `checked_links` does."""
    *_, (_, found) = [(None, first_link(game)), *checked_links(game, entries)]
    return found


class DamagedLog(Exception):
    """The stored log of a game is not what was appended. `version`: the entry at fault, or the end of its append."""

    def __init__(self, game: str, version: int, reason: str) -> None:
        super().__init__(f"game {game}: entry {version} of its log is damaged: {reason}")
        self.game = game
        self.version = version
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return DamagedLog, (self.game, self.version, self.reason)  # processes send it to each other


def check_stretch(
    game: str, entries: Sequence[Entry], after: int, to_end: bool = False, head: bytes | None = None
) -> None:
    """Check stored entries that follow each other in a log: none is missing, and the hashes fit.

    `after`: the version before them; `head`: its hash. From 0 on, the chain is checked from its beginning; without a
    head, from the first hash on: what leads there is not. `to_end`: the last of them is the newest of the game. Raises
    DamagedLog.
    """
    computed = head if after else first_link(game)
    begins = 0
    for at, entry in enumerate(entries):
        if entry.version != after + 1 + at:
            raise DamagedLog(game, after + 1 + at, "it is missing")
        if computed is not None:
            computed = link(computed, entry)
        if entry.hash:
            if computed not in (None, entry.hash):
                raise _damaged(game, entries[begins : at + 1])
            computed, begins = entry.hash, at + 1
    if to_end and begins < len(entries):
        raise DamagedLog(game, entries[-1].version, "its hash is missing")


def _damaged(game: str, append: Sequence[Entry]) -> DamagedLog:
    """What is wrong with an append whose hash does not fit: the entry that cannot be read, if it is one alone."""
    for entry in append:
        try:
            _ = entry.event
        except UnknownEvent as error:
            return DamagedLog(game, entry.version, str(error))
    return DamagedLog(game, append[-1].version, "its hash does not fit what it and the entries of its append say")
