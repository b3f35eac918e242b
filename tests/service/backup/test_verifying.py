"""A backup is verified by a command, again and again; the command notes in the folder what it has found."""

import json
import os
from pathlib import Path

import pytest

from service.backup.options import Options
from service.backup.status import (
    VERIFIED,
    Outcome,
    Saved,
    Verified,
    read_saved,
    read_verified,
    write_saved,
    write_verified,
)
from service.backup.verifying import MAX_PAUSE_MS, MIN_PAUSE_MS, NICENESS, Verifications
from tests.end_to_end.running import await_true

NOW_MS = 1_795_000_000_000
HOUR_MS = 3_600_000
SOUND = Verified(Outcome.SOUND, NOW_MS, NOW_MS, games=3)
BROKEN = Verified(Outcome.BROKEN, NOW_MS, 5, "game a: bad", 3)
INCONCLUSIVE = Verified(Outcome.INCONCLUSIVE, NOW_MS, 5, "no space")


def verifications(folder: Path, script: str, oldest_ms: int = NOW_MS) -> Verifications:
    """Verifications by a shell script, which count their runs in the file `runs`."""
    write_saved(folder, Saved(NOW_MS, 2, 3, oldest_ms=oldest_ms))
    options = Options(7, 1 << 30, print, print, verify=["sh", "-c", f"echo >> {folder}/runs; {script}"])
    return Verifications(folder, options)


def known(folder: Path, verified: Verified) -> None:
    """Let a verification have ended so."""
    (folder / VERIFIED).write_text(json.dumps(verified._asdict()))


def noting(folder: Path, verified: Verified) -> str:
    """A script that notes what a verification has found."""
    return f"echo '{json.dumps(verified._asdict())}' > {folder}/{VERIFIED}"


def runs(folder: Path) -> int:
    return len((folder / "runs").read_bytes()) if (folder / "runs").exists() else 0


def await_run(made: Verifications, folder: Path, now_ms: int) -> None:
    """Let one more verification begin, and end."""
    before = runs(folder)
    made.turn(now_ms)
    await_true(lambda: runs(folder) == before + 1)
    await_true(lambda: made.turn(now_ms) is None and not made.runs)


@pytest.mark.parametrize(
    ("script", "why"), [("kill -9 $$", "it ended with status -9"), ("exit 2", "it ended with status 2")]
)
def test_a_verification_that_notes_nothing_is_inconclusive(tmp_path: Path, script: str, why: str):
    known(tmp_path, BROKEN)
    await_run(verifications(tmp_path, script), tmp_path, NOW_MS + 7)
    assert read_verified(tmp_path) == Verified(Outcome.INCONCLUSIVE, NOW_MS + 7, BROKEN.sound_ms, why)


def test_what_is_noted_stands_beside_what_is_saved(tmp_path: Path):
    write_saved(tmp_path, Saved(NOW_MS, 2, 3))
    assert write_verified(tmp_path, 5, Outcome.SOUND, games=1) == Verified(Outcome.SOUND, 5, 5, games=1)
    assert write_verified(tmp_path, 9, Outcome.BROKEN, "bad") == Verified(Outcome.BROKEN, 9, 5, "bad")
    write_saved(tmp_path, Saved(NOW_MS + 1, 2, 3))
    assert read_saved(tmp_path) == Saved(NOW_MS + 1, 2, 3, verified=Verified(Outcome.BROKEN, 9, 5, "bad"))


@pytest.mark.parametrize(
    ("last", "age_ms", "pause_ms"),
    [
        (SOUND, 0, MIN_PAUSE_MS),
        (SOUND, HOUR_MS, HOUR_MS),
        (SOUND, 50 * HOUR_MS, MAX_PAUSE_MS),
        (BROKEN, HOUR_MS, HOUR_MS),
        (INCONCLUSIVE, 50 * HOUR_MS, MIN_PAUSE_MS),
    ],
)
def test_the_next_one_begins_when_the_backup_is_twice_as_old(
    tmp_path: Path, last: Verified, age_ms: int, pause_ms: int
):
    made = verifications(tmp_path, noting(tmp_path, last), NOW_MS - age_ms)
    await_run(made, tmp_path, NOW_MS)
    made.turn(NOW_MS + pause_ms - 1)
    assert not made.runs
    await_run(made, tmp_path, NOW_MS + pause_ms)


def test_one_by_hand_counts_as_well(tmp_path: Path):
    known(tmp_path, SOUND)
    made = verifications(tmp_path, "")
    known(tmp_path, SOUND._replace(ms=NOW_MS + MIN_PAUSE_MS))
    made.turn(NOW_MS + MIN_PAUSE_MS)
    assert not made.runs


@pytest.mark.parametrize(("last", "is_due"), [(SOUND, False), (BROKEN, True), (INCONCLUSIVE, True)])
def test_after_a_restart_and_with_a_new_base_what_is_not_sound_is_verified_at_once(
    tmp_path: Path, last: Verified, is_due: bool
):
    known(tmp_path, last)
    made = verifications(tmp_path, noting(tmp_path, last))
    made.turn(NOW_MS + 1)
    assert made.runs == is_due
    await_true(lambda: made.turn(NOW_MS + 1) is None and not made.runs)
    made.on_base(is_first=False)
    made.turn(NOW_MS + 1)
    assert made.runs == is_due
    made.stop()


def test_a_base_that_goes_on_from_none_is_verified_at_once(tmp_path: Path):
    known(tmp_path, SOUND)
    made = verifications(tmp_path, "")
    made.on_base(is_first=True)
    await_run(made, tmp_path, NOW_MS + 1)


def test_it_leaves_the_cpu_to_all_others_and_stops_when_it_is_told(tmp_path: Path):
    made = verifications(tmp_path, f"echo $$ > {tmp_path}/pid; exec sleep 1000")
    made.turn(NOW_MS)
    await_true(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip())
    pid = int((tmp_path / "pid").read_text())
    assert os.getpriority(os.PRIO_PROCESS, pid) == NICENESS
    made.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
