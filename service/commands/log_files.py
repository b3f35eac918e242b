"""Reads files of exported logs. They may come from anybody, so their size is limited."""

import sys
from collections.abc import Iterator
from pathlib import Path

from events.export import MAX_LINE_CHARACTERS

MAX_FILE_BYTES = 64 << 20
"""A log usually has a few hundred thousand bytes."""
MAX_LINE_BYTES = 4 * MAX_LINE_CHARACTERS + 2
"""UTF-8 takes up to 4 bytes for each character; 2 more for the end of the line and to notice a longer line."""
PROOF_SUFFIX = ".tlog-proof"
"""Of a file beside a log: the proof that the public list has the game."""


class UnreadableFile(Exception):
    """A file cannot be read. The message says why."""


def read_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`; longer lines than MAX_LINE_BYTES are split.

    Raises UnreadableFile.
    """
    read, standard_input = 0, str(file) == "-"
    if standard_input and sys.stdin is None:
        raise UnreadableFile("cannot be read: standard input is closed")
    try:
        with open(sys.stdin.fileno() if standard_input else file, "rb", closefd=not standard_input) as lines:
            while line := lines.readline(MAX_LINE_BYTES):
                read += len(line)
                if read > MAX_FILE_BYTES:
                    raise UnreadableFile(f"larger than {MAX_FILE_BYTES >> 20} MiB: not a log")
                yield line
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {error.strerror}") from None
