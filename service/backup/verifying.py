"""Verifications of a backup that is being made, each in a process of its own that leaves the CPU to all others.

The process is `wonderful backup verify`, which notes in the folder what it has found.
"""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

from service.backup.options import Options
from service.backup.status import Outcome, Verified, read_saved, read_verified, write_verified

MIN_PAUSE_MS, MAX_PAUSE_MS = 10 * 60 * 1000, 6 * 3600 * 1000
"""Between the beginnings of two verifications: a young backup is verified again once it is twice as old."""
NICENESS = 19
END_SECONDS = 5.0
"""The longest wait for a verification to stop."""


class Verifications:
    """Verifications of the backup in a folder by the command of its options, if there is one.

    Times: ms since 1970.
    """

    def __init__(self, folder: Path, options: Options) -> None:
        self._folder, self._options = folder, options
        self._process: subprocess.Popen[bytes] | None = None
        self._before: Verified | None = None  # what was noted when the process began
        self._began_ms = 0
        self._is_due = not self._is_sound

    @property
    def runs(self) -> bool:
        """Whether a verification runs."""
        return self._process is not None

    def on_base(self, is_first: bool) -> None:
        """A base is new: what is not known to be sound may be sound now.

        `is_first`: it does not go on from the base before, so nothing is known of it.
        """
        self._is_due = is_first or not self._is_sound

    def turn(self, now_ms: int) -> None:
        """Begin a verification if it is time, and tell of one that has ended."""
        if self._process is None:
            if self._options.verify and self._is_time(now_ms):
                self._begin(now_ms)
        elif (status := self._process.poll()) is not None:
            self._process = None
            verified = read_verified(self._folder)
            if verified == self._before:
                verified = self._note(f"it ended with status {status}")
            self._tell(verified)

    def stop(self) -> None:
        """Stop a verification that runs."""
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def _begin(self, now_ms: int) -> None:
        self._is_due, self._began_ms, self._before = False, now_ms, read_verified(self._folder)
        try:
            self._process = subprocess.Popen(self._options.verify, stdout=subprocess.DEVNULL)
            os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)
        except OSError as error:
            self._tell(self._note(f"it could not begin: {error.strerror}"))

    def _note(self, why: str) -> Verified | None:
        """Note that a verification came to no end. On a full disk, the former words stay."""
        with suppress(OSError):
            return write_verified(self._folder, self._began_ms, Outcome.INCONCLUSIVE, why)
        return None

    def _tell(self, verified: Verified | None) -> None:
        is_sound = verified is not None and verified.outcome == Outcome.SOUND
        tell = self._options.tell if is_sound else self._options.warn
        tell(f"The verification of the backup: {verified.finding if verified else 'it could not be noted'}.")

    @property
    def _is_sound(self) -> bool:
        last = read_verified(self._folder)
        return last is not None and last.outcome == Outcome.SOUND

    def _is_time(self, now_ms: int) -> bool:
        last, saved = read_verified(self._folder), read_saved(self._folder)
        if self._is_due or last is None:
            return True
        age_ms = last.ms - saved.oldest_ms if saved and last.outcome != Outcome.INCONCLUSIVE else 0
        return now_ms >= last.ms + min(max(age_ms, MIN_PAUSE_MS), MAX_PAUSE_MS)
