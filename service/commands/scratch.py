"""A scratch folder. It is gone with this process, however that ends."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "wonderful-verify-"
REMOVE_AT_END = 'read -r end; for pause in 0 1 5 25; do sleep "$pause"; rm -rf -- "$1" && [ ! -e "$1" ] && exit; done'
"""For a shell: it waits until nobody can write to it any more, which is so when this process has died, too.

It tries several times: a server that still ends may write a file between two steps of `rm`.
"""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A private temporary folder for the block. What a crash of the whole machine left of others goes first.

    Raises OSError.
    """
    _remove_leftovers()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    in_use = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(in_use, fcntl.LOCK_EX)
        # In a session of its own: a supervisor kills whole groups of processes.
        remover = subprocess.Popen(
            ["sh", "-c", REMOVE_AT_END, "sh", str(folder)], stdin=subprocess.PIPE, start_new_session=True
        )
        try:
            yield folder
        finally:
            remover.communicate()
    finally:
        os.close(in_use)


def _remove_leftovers() -> None:
    """Remove the scratch folders that no process has locked."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(descriptor)
