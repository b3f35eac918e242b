"""Packing: all entries of a finished game, and its snapshot, in a few kB. What is unpacked is exactly what was packed.

A packed game is one frame of zstd: `zstd -D DICTIONARY -dc` shows it. It holds lines of text, and times and salts in
bytes. Hashes are not stored: they follow from the entries, and the last one proves all.
"""

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from sys import byteorder
from typing import Any, NamedTuple

import zstandard

from events.chain import first_link, link
from events.entry import Entry, canonical

SCHEMA = 1
"""Counts up when packed games get another form. The older forms must be read for ever."""
LEVEL = 19
"""The level of zstd: about 15 ms for a game of four seats."""
MAX_UNPACKED_BYTES = 16 << 20
"""Of one game; 40 times those of a usual one."""
DICTIONARIES = {"base-1": 40_001}
"""Ruleset → the dictionary for its games from now on. A game names the one that it was packed with, so none ever
changes or goes. `make dictionary` makes one; give it the next number. Ship it a release before games are packed with
it: when a service is updated, workers begin, and the web processes that read come later."""
SALT_BYTES, TIME_BYTES = 16, 8
ENDS_APPEND, HAS_SALT = 1, 2
Snapshot = Mapping[str, str]
"""The fields of a stored snapshot as text without line ends (`projections.snapshots`)."""


class NotPackable(ValueError):
    """Entries that do not come out of their packed form as they went in."""


class Unreadable(ValueError):
    """What is not a packed game, not whole, or of another program."""


class Packed(NamedTuple):
    """A packed game as far as it is unpacked. `length`: how many entries it has. `head`: the hash of the last one.

    `body`: the entries.
    """

    game: str
    length: int
    head: bytes
    snapshot: Snapshot
    body: bytes


def pack(game: str, ruleset: str, entries: Sequence[Entry], snapshot: Snapshot) -> bytes:
    """All entries of a game and its snapshot, packed. Raises NotPackable."""
    content = content_of(game, entries, snapshot)
    dictionary = _dictionary(DICTIONARIES[ruleset]) if ruleset in DICTIONARIES else None
    packed = zstandard.ZstdCompressor(level=LEVEL, dict_data=dictionary, write_checksum=True).compress(content)
    try:
        found = opened(packed)
        if unpacked(found) != [*entries] or found.snapshot != snapshot:
            raise NotPackable("it does not come out of its packed form as it went in")
    except Unreadable as error:
        raise NotPackable(str(error)) from error
    return packed


def content_of(game: str, entries: Sequence[Entry], snapshot: Snapshot) -> bytes:
    """What is packed, before it is compressed. Raises NotPackable."""
    head = {"count": len(entries), "game": game, "head": entries[-1].hash.hex(), "schema": SCHEMA}
    lines = [canonical(head), *[f"{name} {value}" for name, value in snapshot.items()], ""]
    try:
        return "\n".join((*lines, *_texts(entries), "")).encode() + _times(entries) + b"".join(_salts(entries))
    except (ValueError, OverflowError, AttributeError) as error:
        raise NotPackable(f"its entries cannot be packed: {error}") from error


def opened(packed: bytes) -> Packed:
    """The snapshot of a packed game; its entries wait for `unpacked`. Raises Unreadable."""
    try:
        frame = zstandard.get_frame_parameters(packed)
        if not 0 < frame.content_size <= MAX_UNPACKED_BYTES:
            raise Unreadable("it is not of a size that a packed game has")
        dictionary = _dictionary(frame.dict_id) if frame.dict_id else None
        content = zstandard.ZstdDecompressor(dict_data=dictionary).decompress(packed)
        texts, _, body = content.partition(b"\n\n")
        first, *fields = texts.decode().split("\n")
        head: dict[str, Any] = json.loads(first)
        if head["schema"] != SCHEMA:
            raise Unreadable(f"it has the schema {head['schema']}, and this program knows {SCHEMA} only")
        snapshot = dict(field.split(" ", 1) for field in fields)
        return Packed(str(head["game"]), int(head["count"]), bytes.fromhex(head["head"]), snapshot, body)
    except Unreadable:
        raise
    except (zstandard.ZstdError, KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"it is not a packed game: {error}") from error


def unpacked(packed: Packed) -> list[Entry]:
    """All entries of a packed game. Raises Unreadable, also if the last hash is not that of its head."""
    try:
        entries = [*_entries(packed)]
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"its entries cannot be unpacked: {error}") from error
    if not entries or entries[-1].hash != packed.head:
        raise Unreadable("its entries do not lead to its last hash")
    return entries


def _texts(entries: Sequence[Entry]) -> Iterator[str]:
    """The lines of the entries: kinds, and of each entry kind, seat, group, actor and flags; then the values.

    A kind is a name with the keys of the data. Values stand together by kind and key, because they are alike.
    """
    kinds: dict[tuple[str, ...], int] = {}
    values: dict[tuple[int, str], list[str]] = {}
    numbers = []
    for entry in entries:
        data: dict[str, Any] = json.loads(entry.data)
        number = kinds.setdefault((entry.name, *data), len(kinds))
        numbers.append(str(number))
        for key, value in data.items():
            values.setdefault((number, key), []).append(canonical(value))
    actors = [*dict.fromkeys(entry.actor for entry in entries)]
    yield canonical([[*kind] for kind in kinds])
    yield " ".join(numbers)
    yield " ".join("" if entry.seat is None else str(entry.seat) for entry in entries)
    yield " ".join(str(entry.version - entry.group) for entry in entries)
    yield canonical(actors)
    yield " ".join(str(actors.index(entry.actor)) for entry in entries)
    yield "".join(str(ENDS_APPEND * bool(entry.hash) + HAS_SALT * bool(entry.salt)) for entry in entries)
    for number, kind in enumerate(kinds):
        for key in kind[1:]:
            yield from values[number, key]


def _times(entries: Sequence[Entry]) -> bytes:
    """The time between entries, in ms: first the low bytes of all, last the high ones."""
    apart = array("q", [later - earlier for earlier, later in pairwise((0, *[entry.ms for entry in entries]))])
    if byteorder == "big":
        apart.byteswap()
    raw = apart.tobytes()
    return b"".join(raw[place::TIME_BYTES] for place in range(TIME_BYTES))


def _salts(entries: Sequence[Entry]) -> Iterator[bytes]:
    for entry in entries:
        if len(entry.salt) not in (0, SALT_BYTES):
            raise ValueError(f"entry {entry.version} has a salt of {len(entry.salt)} bytes")
        yield entry.salt


def _entries(packed: Packed) -> Iterator[Entry]:
    length, rest = packed.length, packed.body
    lines = []
    for _ in range(7):
        line, _, rest = rest.partition(b"\n")
        lines.append(line.decode())
    kinds = [tuple(kind) for kind in json.loads(lines[0])]
    numbers, seats, groups, actors = (
        [*map(int, lines[1].split())],
        lines[2].split(" "),
        [*map(int, lines[3].split())],
        [json.loads(lines[4])[int(each)] for each in lines[5].split()],
    )
    flags = [*map(int, lines[6])]
    columns: dict[tuple[int, str], Iterator[str]] = {}
    for number, kind in enumerate(kinds):
        held = numbers.count(number)
        for key in kind[1:]:
            *values, rest = rest.split(b"\n", held)
            columns[number, key] = iter([value.decode() for value in values])
    salts_at = TIME_BYTES * length
    times = accumulate(_from_times(rest[:salts_at]))
    computed = first_link(packed.game)
    for at, (number, seat, group, actor, flag, ms) in enumerate(
        zip(numbers, seats, groups, actors, flags, times, strict=True)
    ):
        name, *keys = kinds[number]
        data = "{" + ",".join([f"{canonical(key)}:{next(columns[number, key])}" for key in keys]) + "}"
        salt = b""
        if flag & HAS_SALT:
            salt = rest[salts_at : salts_at + SALT_BYTES]
            salts_at += SALT_BYTES
        entry = Entry(at + 1, name, int(seat) if seat else None, at + 1 - group, actor, ms, data, salt)
        computed = link(computed, entry)
        yield entry._replace(hash=computed) if flag & ENDS_APPEND else entry


def _from_times(raw: bytes) -> Sequence[int]:
    count = len(raw) // TIME_BYTES
    apart = array("q", bytes(raw[place * count + at] for at in range(count) for place in range(TIME_BYTES)))
    if byteorder == "big":
        apart.byteswap()
    return apart


@cache
def _dictionary(number: int) -> zstandard.ZstdCompressionDict:
    """A dictionary of the package. Raises Unreadable if there is none of this number."""
    file = files(__package__).joinpath("dictionaries", f"{number}.zdict")
    if not file.is_file():
        raise Unreadable(f"it needs the dictionary {number}, which this program does not have: install a newer one")
    return zstandard.ZstdCompressionDict(file.read_bytes())
