"""What a backup folder says of itself: how new it is."""

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from service.backup.files import write_json

SAVED = "saved.json"


class Saved(NamedTuple):
    """What is saved. `saved_ms`: the newest second that is, in ms since 1970. `bytes`: of all pairs.

    `problem`: why the backup does not follow the store now; empty: it does, or a complete copy was all it was to make.
    """

    saved_ms: int
    pairs: int
    bytes: int
    problem: str = ""


def read_saved(folder: Path) -> Saved | None:
    """What is saved in a folder; None if nothing is, or the file cannot be read. It raises nothing."""
    with suppress(OSError, ValueError, TypeError):
        return Saved(**json.loads((folder / SAVED).read_bytes()))
    return None


def write_saved(folder: Path, saved: Saved) -> None:
    """Note what is saved. Raises OSError."""
    write_json(folder / SAVED, saved._asdict())
