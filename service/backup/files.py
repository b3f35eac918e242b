"""Files that only their owner can read, and that are whole after a crash."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Any

from store.whole_files import write_whole

FOLDER_MODE, FILE_MODE = 0o700, 0o600
READ_BYTES = 1 << 20
OnBytes = Callable[[int], None]
"""Called with a number of bytes again and again, while they are read or written."""


def open_private(path: Path, flags: int = os.O_RDWR | os.O_CREAT) -> int:
    """A file descriptor; the file is made for its owner alone."""
    return os.open(path, flags, FILE_MODE)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all bytes. Raises OSError; some may be written then."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON object in one step, as `write_whole` does."""
    write_whole(path, f"{dumps(value, indent=1)}\n".encode())


def chunks(path: Path, start: int = 0, end: int = sys.maxsize) -> Iterator[bytes]:
    """What a file has between two bytes, some at a time; less if it is shorter. Raises OSError."""
    with path.open("rb") as file:
        file.seek(start)
        while start < end and (data := file.read(min(READ_BYTES, end - start))):
            yield data
            start += len(data)


def write_chunks(path: Path, content: Iterable[bytes], on_bytes: OnBytes) -> None:
    """Write a new file for its owner alone, and let it survive a loss of power. Raises OSError."""
    descriptor = open_private(path)
    try:
        for data in content:
            write_all(descriptor, data)
            on_bytes(len(data))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def digest_of(path: Path, length: int, on_bytes: OnBytes = lambda count: None) -> "hashlib._Hash":
    """The SHA-256 of the first bytes of a file, to go on with. Raises OSError."""
    digest = hashlib.sha256()
    for data in chunks(path, 0, length):
        digest.update(data)
        on_bytes(len(data))
    return digest


def utc(ms: int, form: str = "%Y-%m-%d %H:%M:%S UTC") -> str:
    """A time for people. `ms`: since 1970.

    >>> utc(1795395985954)
    '2026-11-23 01:06:25 UTC'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).strftime(form)
