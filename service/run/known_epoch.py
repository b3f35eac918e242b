"""The epoch of the embedded server's store, kept in a file beside its data: it tells whether the data was lost."""

from contextlib import suppress
from pathlib import Path

from store.whole_files import write_whole

FILE = "epoch"


def known_epoch(data_dir: Path) -> str:
    """The epoch that the store of this folder had last; empty if the folder is new, or has no such file yet."""
    with suppress(FileNotFoundError):
        return (data_dir / FILE).read_text("ascii").strip()
    return ""


def remember_epoch(data_dir: Path, epoch: str) -> None:
    """Write the epoch of the folder's store. A crash leaves the old file or the new one."""
    if known_epoch(data_dir) == epoch:
        return
    write_whole(data_dir / FILE, f"{epoch}\n".encode())
