"""Reading the files of exported logs, which may come from strangers."""

import sys
from collections.abc import Iterator
from pathlib import Path

from events.export import MAX_LINE_CHARACTERS

MAX_FILE_BYTES = 64 << 20
"""A log has some hundred thousand bytes."""
MAX_LINE_BYTES = 4 * MAX_LINE_CHARACTERS + 2
"""UTF-8 uses up to four bytes for a character."""


class UnreadableFile(Exception):
    """Why a file cannot be read."""


def read_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`; a longer line is cut. Raises UnreadableFile."""
    read, standard_input = 0, str(file) == "-"
    try:
        with open(sys.stdin.fileno() if standard_input else file, "rb", closefd=not standard_input) as lines:
            while line := lines.readline(MAX_LINE_BYTES):
                read += len(line)
                if read > MAX_FILE_BYTES:
                    raise UnreadableFile(f"larger than {MAX_FILE_BYTES >> 20} MiB, which no log is")
                yield line
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {error.strerror}") from None
