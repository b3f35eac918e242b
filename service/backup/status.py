"""What a backup folder says of itself: how new it is, and whether it was found sound."""

import json
import os
import shutil
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from service.backup.files import write_json

SAVED, VERIFIED = "saved.json", "verified.json"


class Outcome(StrEnum):
    """How a verification came out. `inconclusive`: it could not be made, or not of everything."""

    SOUND = "sound"
    BROKEN = "broken"
    INCONCLUSIVE = "inconclusive"


class Verified(NamedTuple):
    """The last verification that has ended. `ms`: the second of the store that it has checked, since 1970.

    `sound_ms`: the newest second that was found sound; 0: none was. `why`: what it found first, if it was not sound.
    `games`: how many it has checked.
    """

    outcome: Outcome
    ms: int
    sound_ms: int
    why: str = ""
    games: int = 0

    @property
    def finding(self) -> str:
        """The outcome, of how much, and why."""
        said = f"{self.outcome}, {self.games:,} {'game' if self.games == 1 else 'games'}"
        return f"{said} ({self.why})" if self.why else said


class Saved(NamedTuple):
    """What is saved. `saved_ms`: the newest second that is, in ms since 1970. `bytes`: of all pairs.

    `problem`: why the backup does not follow the store now; empty: it does, or a complete copy was all it was to make.
    `verified`: None if no verification has ended; it stands in a file of its own. `copied_ms`: the newest second in the
    bucket; 0: none yet; None: there is no bucket. `copy_problem`: why nothing is copied now. `oldest_ms`: the oldest
    second that can be restored.
    """

    saved_ms: int
    pairs: int
    bytes: int
    problem: str = ""
    verified: Verified | None = None
    copied_ms: int | None = None
    copy_problem: str = ""
    oldest_ms: int = 0


def read_saved(folder: Path) -> Saved | None:
    """What is saved in a folder; None if nothing is, or the file cannot be read. It raises nothing."""
    with suppress(OSError, ValueError, TypeError):
        return Saved(**json.loads((folder / SAVED).read_bytes()))._replace(verified=read_verified(folder))
    return None


def write_saved(folder: Path, saved: Saved) -> None:
    """Note what is saved, without what is verified. Raises OSError."""
    write_json(folder / SAVED, saved._replace(verified=None)._asdict())


def free_bytes(folder: Path) -> int:
    """What is left on the disk of a backup; 0 if it cannot be told."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free
    return 0


def read_verified(folder: Path) -> Verified | None:
    """The last verification of the backup in a folder; None if none has ended, or the file cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        found = json.loads((folder / VERIFIED).read_bytes())
        return Verified(**found | {"outcome": Outcome(found["outcome"])})
    return None


def write_verified(folder: Path, ms: int, outcome: Outcome, why: str = "", games: int = 0) -> Verified:
    """Note how a verification came out. See Verified. The file belongs to the owner of the folder. Raises OSError."""
    before = read_verified(folder)
    sound_ms = ms if outcome == Outcome.SOUND else before.sound_ms if before else 0
    verified = Verified(outcome, ms, sound_ms, why, games)
    write_json(folder / VERIFIED, verified._asdict())
    with suppress(PermissionError):
        os.chown(folder / VERIFIED, folder.stat().st_uid, folder.stat().st_gid)
    return verified
