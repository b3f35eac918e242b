"""Files that are whole after a crash."""

import os
from pathlib import Path
from secrets import token_hex


def write_whole(file: Path, content: bytes | bytearray, mode: int = 0o600) -> None:
    """Write a file in one step: a crash, a stop or a full disk leaves the old one or the new one.

    Several processes may do it at once. `mode`: of the file, less what the umask takes away. Until it has its name, it
    is `<name>.<8 hexadecimal digits>.new`. Raises OSError.
    """
    new = file.with_name(f"{file.name}.{token_hex(4)}.new")
    try:
        with open(new, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
        os.replace(new, file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Let the names in a folder survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
