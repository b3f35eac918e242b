"""The hash chain: a known hash proves that no entry before it was altered.

h0 = SHA-256(game id); hv = SHA-256(hv-1 and, for version, name, seat, group, actor, ms, salt, data in this
order, 4 bytes big-endian length and the bytes). Integers as decimal ASCII, none as nothing.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from events.entry import Entry


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
