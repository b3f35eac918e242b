"""A pair as it lies in its folder: a base, its increment, and the marks that tell what was saved when.

The folder is one from which a server can start: `appendonlydir` in it is an append-only file of several parts. The file
`pair.json` tells which store it is, and the checksums of what is complete. Each line of `marks` is a time, how long the
increment was then, and how far the history of the server: up to there, everything is on disk, in whole transactions.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from service.backup.files import chunks
from service.backup.resp import Malformed, Transactions

PARTS = Path("appendonlydir")
BASE = PARTS / "appendonly.aof.1.base.rdb"
INCREMENT = PARTS / "appendonly.aof.1.incr.aof"
LIST = PARTS / "appendonly.aof.manifest"
LIST_TEXT = f"file {BASE.name} seq 1 type b\nfile {INCREMENT.name} seq 1 type i\n"
MARKS, DESCRIPTION = Path("marks"), Path("pair.json")
FORM = 1
"""Of `pair.json`."""
TAIL_BYTES = 4096
"""More than the longest mark."""


class DamagedPair(Exception):
    """The files of a pair are not what was saved. The message is one line."""


class NewerPair(DamagedPair):
    """A newer program has written a pair, and this one cannot read it."""


class Mark(NamedTuple):
    """By `ms` (since 1970), the increment had `length` bytes on disk, and the server's history was at `offset`."""

    ms: int
    length: int
    offset: int


class Checksum(NamedTuple):
    """The SHA-256 of the first `bytes` of a file, in hex."""

    bytes: int
    sha256: str


class Pair(NamedTuple):
    """`epoch`: of the store when the base was made. `history`: the id that the server gives its stream.

    `increment`: what of the increment is complete and has a checksum; the rest may still grow.
    """

    folder: Path
    epoch: str
    history: str
    base: Checksum
    increment: Checksum

    @property
    def name(self) -> str:
        return self.folder.name

    def to_json(self) -> dict[str, object]:
        """The content of `pair.json`."""
        files = {str(BASE): self.base._asdict(), str(INCREMENT): self.increment._asdict()}
        return {"form": FORM, "epoch": self.epoch, "history": self.history, "files": files}


def read_pair(folder: Path) -> Pair:
    """The pair of a folder. Raises DamagedPair."""
    try:
        text = (folder / DESCRIPTION).read_bytes()
    except OSError as error:
        raise DamagedPair(f"{folder / DESCRIPTION} cannot be read: {error.strerror}") from None
    return parse_description(folder, text)


def parse_description(folder: Path, text: bytes) -> Pair:
    """The pair of a folder by its `pair.json`. Raises DamagedPair."""
    try:
        found = json.loads(text)
        if int(found["form"]) > FORM:
            raise NewerPair(f"{folder / DESCRIPTION} has the form {found['form']}, and this program reads {FORM} only")
        checksums = [Checksum(**found["files"][str(part)]) for part in (BASE, INCREMENT)]
        return Pair(folder, str(found["epoch"]), str(found["history"]), *checksums)
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedPair(f"{folder / DESCRIPTION} cannot be read: {error}") from None


def read_marks(pair: Pair) -> list[Mark]:
    """All marks of a pair, oldest first, without a line that a crash has cut. Raises DamagedPair if there is none."""
    try:
        marks = parse_marks((pair.folder / MARKS).read_bytes())
    except OSError as error:
        raise DamagedPair(f"{pair.folder / MARKS} cannot be read: {error.strerror}") from None
    if not marks:
        raise DamagedPair(f"{pair.folder / MARKS} has no mark")
    return marks


def last_mark(pair: Pair) -> Mark:
    """The newest mark of a pair, without a look at all others. Raises DamagedPair."""
    try:
        with (pair.folder / MARKS).open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL_BYTES))
            found = parse_marks(file.read())
    except OSError as error:
        raise DamagedPair(f"{pair.folder / MARKS} cannot be read: {error.strerror}") from None
    return found[-1] if found else read_marks(pair)[-1]


def check_lengths(pair: Pair) -> None:
    """Raises DamagedPair if a file of a pair has not the bytes that are known of it."""
    for path, least in ((BASE, pair.base.bytes), (INCREMENT, max(pair.increment.bytes, last_mark(pair).length))):
        try:
            found = (pair.folder / path).stat().st_size
        except OSError as error:
            raise DamagedPair(f"{pair.folder / path} cannot be read: {error.strerror}") from None
        if found < least:
            raise DamagedPair(f"{pair.folder / path} has lost data: it has {found} bytes, and had {least}")


def mark_at(marks: Sequence[Mark], ms: int) -> Mark | None:
    """The last mark at that time or before it; None if the first one is later."""
    at = bisect_right(marks, ms, key=lambda mark: mark.ms)
    return marks[at - 1] if at else None


def whole_length(increment: Path, known: int = 0) -> int:
    """How many bytes of an increment are whole transactions. `known`: so many are, as a mark says. Raises DamagedPair.

    A crash may cut the file anywhere behind a mark: the command, and the transaction, that it cuts do not count.
    """
    transactions, at = Transactions(), known
    try:
        for data in chunks(increment, known):
            at += transactions.feed(data).read
    except OSError as error:
        raise DamagedPair(f"{increment} cannot be read: {error.strerror}") from None
    except Malformed as error:
        raise DamagedPair(f"{increment} holds something else than commands behind byte {at}: {error}") from None
    return at


def parse_marks(text: bytes) -> list[Mark]:
    """The marks of a text, without lines that are none."""
    return [mark for mark in map(_parse, text.splitlines(keepends=True)) if mark]


def _parse(line: bytes) -> Mark | None:
    words = line.split(b" ")
    if len(words) != 3 or not line.endswith(b"\n") or not all(word.strip().isdigit() for word in words):
        return None
    return Mark(*map(int, words))
