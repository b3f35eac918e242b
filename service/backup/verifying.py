"""Verifications of a backup that is being made, each in a process of its own that leaves the CPU to all others.

The process is `wonderful backup verify`, which prints its report as JSON.
"""

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path

from service.backup.options import Options
from service.backup.status import Outcome, Verified, read_saved

VERIFY_MS = 6 * 3600 * 1000
"""Between the beginnings of two verifications."""
RETRY_MS = 10 * 60 * 1000
"""The same after an inconclusive one."""
NICENESS = 19
END_SECONDS = 5.0
"""The longest wait for a verification to stop."""


class Verifications:
    """Verifications of the backup in a folder by the command of its options, if there is one.

    `last`: the newest that has ended, None if none has. Times: ms since 1970.
    """

    def __init__(self, folder: Path, options: Options) -> None:
        saved = read_saved(folder)
        self.last = saved.verified if saved else None
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._began_ms = 0
        self._is_due = False
        self.look_soon()

    def look_soon(self) -> None:
        """Something is new, so what is not known to be sound may be sound now."""
        self._is_due = self.last is None or self.last.outcome != Outcome.SOUND

    def turn(self, now_ms: int) -> bool:
        """Begin a verification if it is time, and note one that has ended. Returns whether one has."""
        if self._options.verify and self._process is None and self._is_time(now_ms):
            self._is_due, self._began_ms = False, now_ms
            try:
                self._process = subprocess.Popen(self._options.verify, stdout=subprocess.PIPE, text=True)
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)
            except OSError as error:
                self._end(Outcome.INCONCLUSIVE, f"it could not begin: {error.strerror}")
                return True
        if self._process is None or self._process.poll() is None:
            return False
        said, _ = self._process.communicate()
        self._end(*_parse(said) or (Outcome.INCONCLUSIVE, f"it ended with status {self._process.returncode}"))
        return True

    def stop(self) -> None:
        """Stop a verification that runs."""
        if self._process:
            self._process.terminate()
            try:
                self._process.communicate(timeout=END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def _is_time(self, now_ms: int) -> bool:
        if self._is_due or self.last is None:
            return True
        return now_ms >= self.last.ms + (RETRY_MS if self.last.outcome == Outcome.INCONCLUSIVE else VERIFY_MS)

    def _end(self, outcome: Outcome, why: str) -> None:
        sound_ms = self._began_ms if outcome == Outcome.SOUND else self.last.sound_ms if self.last else 0
        self.last, self._process = Verified(outcome, self._began_ms, sound_ms, why), None
        tell = self._options.tell if outcome == Outcome.SOUND else self._options.warn
        tell(f"The verification of the backup: {self.last.finding}.")


def _parse(said: str) -> tuple[Outcome, str] | None:
    """The outcome of a report, and what it says first to be wrong; None if it is no report."""
    with suppress(ValueError, KeyError, TypeError):
        report = json.loads(said)
        faults = [f"{fault['what']}: {fault['fault']}" for fault in report["faults"]]
        return Outcome(report["status"]), str(next(iter([*faults, *report["whys"]]), ""))
    return None
