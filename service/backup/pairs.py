"""A pair as it lies in its folder: a base, its increment, and the marks that tell what was saved when.

The base is a file from which a server can start. The increment has the commands that came after it, as frames of
Zstandard, each of whole transactions. The file `pair.json` tells which store it is, and the checksums of what is
complete. Each line of `marks` is a time, how long the increment was then, and how far the history of the server: up to
there, everything is on disk, in whole frames. Behind them is the checksum of the line, which lines of the form 2 lack.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import zstandard

from service.backup.files import chunks

BASE, INCREMENT, MARKS, DESCRIPTION = Path("base.rdb"), Path("increment.zst"), Path("marks"), Path("pair.json")
FORM = 3
"""Of a pair, as `pair.json` says."""
READABLE_FORMS = (2, FORM)
TAIL_BYTES = 4096
"""More than the longest mark."""


class DamagedPair(Exception):
    """The files of a pair are not what was saved. The message is one line."""


class OtherForm(DamagedPair):
    """Another version of the program has written a pair, and this one cannot read it."""


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

    `offset`: how far the history was at the base. `increment`: what of the increment is complete and has a checksum;
    the rest may still grow.
    """

    folder: Path
    epoch: str
    history: str
    offset: int
    base: Checksum
    increment: Checksum
    form: int = FORM

    @property
    def name(self) -> str:
        return self.folder.name

    def to_json(self) -> dict[str, object]:
        """The content of `pair.json`."""
        files = {str(BASE): self.base._asdict(), str(INCREMENT): self.increment._asdict()}
        own = {"epoch": self.epoch, "history": self.history, "offset": self.offset}
        return {"form": self.form, **own, "files": files}


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
        if found["form"] not in READABLE_FORMS:
            readable = " and ".join(map(str, READABLE_FORMS))
            raise OtherForm(
                f"{folder / DESCRIPTION} has the form {found['form']}, and this program reads {readable} only"
            )
        base, increment = [Checksum(**found["files"][str(part)]) for part in (BASE, INCREMENT)]
        own = str(found["epoch"]), str(found["history"]), int(found["offset"])
        return Pair(folder, *own, base, increment, found["form"])
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedPair(f"{folder / DESCRIPTION} cannot be read: {error}") from None


def read_marks(pair: Pair) -> list[Mark]:
    """All marks of a pair, oldest first, without lines that are damaged or cut. Raises DamagedPair if there is none."""
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


def size_of(pair: Pair) -> int:
    """The bytes of a pair that count. Raises DamagedPair."""
    return pair.base.bytes + last_mark(pair).length


def check_lengths(pair: Pair) -> None:
    """Raises DamagedPair if a file of a pair has not the bytes that are known of it."""
    for path, least in ((BASE, pair.base.bytes), (INCREMENT, max(pair.increment.bytes, last_mark(pair).length))):
        try:
            found = (pair.folder / path).stat().st_size
        except OSError as error:
            raise DamagedPair(f"{pair.folder / path} cannot be read: {error.strerror}") from None
        if found < least:
            raise DamagedPair(f"{pair.folder / path} has lost data: it has {found} bytes, and had {least}")


def check_marks(pair: Pair) -> None:
    """Raises DamagedPair if a line of the marks of a pair is not what was saved. One that a crash has cut is none."""
    try:
        lines = (pair.folder / MARKS).read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise DamagedPair(f"{pair.folder / MARKS} cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        if _parse(line) is None:
            raise DamagedPair(f"{pair.folder / MARKS} is not what was saved: line {number} is damaged")


def mark_at(marks: Sequence[Mark], ms: int) -> Mark | None:
    """The last mark at that time or before it; None if the first one is later."""
    at = bisect_right(marks, ms, key=lambda mark: mark.ms)
    return marks[at - 1] if at else None


def commands(pair: Pair, length: int) -> Iterator[bytes]:
    """The commands in so many bytes of the increment of a pair. `length`: of a mark. Raises DamagedPair."""
    opened = zstandard.ZstdDecompressor().decompressobj(read_across_frames=True)
    try:
        yield from map(opened.decompress, chunks(pair.folder / INCREMENT, 0, length))
    except OSError as error:
        raise DamagedPair(f"{pair.folder / INCREMENT} cannot be read: {error.strerror}") from None
    except zstandard.ZstdError as error:
        raise DamagedPair(f"{pair.folder / INCREMENT} is not what was saved: {error}") from None


def parse_marks(text: bytes) -> list[Mark]:
    """The marks of a text, without lines that are none, or that are not what was saved."""
    return [mark for mark in map(_parse, text.split(b"\n")[:-1]) if mark]


def line_of(mark: Mark) -> bytes:
    """The line of a mark, with its checksum, without its end.

    >>> line_of(Mark(1795848262250, 0, 10))
    b'1795848262250 0 10 crc:b923141b'
    """
    text = b"%d %d %d" % mark
    return b"%b crc:%08x" % (text, crc32(text))


def _parse(line: bytes) -> Mark | None:
    """The mark of a whole line, without its end."""
    words = line.split(b" ")
    if len(words) not in (3, 4) or not all(map(bytes.isdigit, words[:3])):
        return None
    mark = Mark(*map(int, words[:3]))
    return mark if len(words) == 3 or line == line_of(mark) else None
