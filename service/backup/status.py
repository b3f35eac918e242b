"""How a backup is, as its folder tells: what is saved, and what came of its last verification."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from service.backup.files import write_json

SAVED, VERIFIED = "saved.json", "verified.json"
"""The two files: the process that follows the store writes the first, each verification the second."""
SOUND, BROKEN, INCONCLUSIVE = "sound", "broken", "inconclusive"


class Saved(NamedTuple):
    """What is saved. `saved_ms`: the newest second that is, in ms since 1970. `bytes`: of all pairs.

    `problem`: why the backup does not follow the store now; empty: it does, or a complete copy was all it was to make.
    """

    saved_ms: int
    pairs: int
    bytes: int
    problem: str = ""


class Verified(NamedTuple):
    """What came of a verification. `verified_ms`: when it ended; `of_ms`: the newest second that it saw.

    `outcome`: SOUND, BROKEN or INCONCLUSIVE. `detail`: one line.
    """

    verified_ms: int
    of_ms: int
    outcome: str
    detail: str


class Status(NamedTuple):
    """None: nothing was saved, or verified, or the file cannot be read."""

    saved: Saved | None
    verified: Verified | None


def read_status(folder: Path) -> Status:
    """How the backup in a folder is. It raises nothing: a folder that cannot be read has neither."""
    return Status(_read(folder / SAVED, Saved), _read(folder / VERIFIED, Verified))


def write_saved(folder: Path, saved: Saved) -> None:
    """Note what is saved. Raises OSError."""
    write_json(folder / SAVED, saved._asdict())


def write_verified(folder: Path, verified: Verified) -> None:
    """Note what came of a verification. Raises OSError."""
    write_json(folder / VERIFIED, verified._asdict())


def _read(file: Path, kind: Any) -> Any:
    with suppress(OSError, ValueError, TypeError):
        return kind(**json.loads(file.read_bytes()))
    return None
