"""What a backup folder says of itself: how new it is, and whether it was found sound."""

import json
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from service.backup.files import write_json

SAVED = "saved.json"


class Outcome(StrEnum):
    """How a verification came out. `inconclusive`: it could not be made, or not of everything."""

    SOUND = "sound"
    BROKEN = "broken"
    INCONCLUSIVE = "inconclusive"


class Verified(NamedTuple):
    """The last verification that has ended. `ms`: when it began, since 1970.

    `sound_ms`: when the last one began that found the backup sound; 0: none has. `why`: what it found first, if it was
    not sound.
    """

    outcome: Outcome
    ms: int
    sound_ms: int
    why: str = ""

    @property
    def finding(self) -> str:
        """The outcome, and why."""
        return f"{self.outcome} ({self.why})" if self.why else self.outcome


class Saved(NamedTuple):
    """What is saved. `saved_ms`: the newest second that is, in ms since 1970. `bytes`: of all pairs.

    `problem`: why the backup does not follow the store now; empty: it does, or a complete copy was all it was to make.
    `verified`: None if no verification has ended. `copied_ms`: the newest second in the bucket; 0: none yet; None:
    there is no bucket. `copy_problem`: why nothing is copied now. `oldest_ms`: the oldest second that can be restored.
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
    with suppress(OSError, ValueError, TypeError, KeyError):
        saved = Saved(**json.loads((folder / SAVED).read_bytes()))
        found: Any = saved.verified
        return saved._replace(verified=found and Verified(**found | {"outcome": Outcome(found["outcome"])}))
    return None


def write_saved(folder: Path, saved: Saved) -> None:
    """Note what is saved. Raises OSError."""
    write_json(folder / SAVED, saved._asdict() | {"verified": saved.verified and saved.verified._asdict()})
