"""A backup is verified by a command, again and again; what the command says is kept."""

import json
import os
from pathlib import Path

import pytest

from service.backup.options import Options
from service.backup.status import Outcome, Saved, Verified, read_saved, write_saved
from service.backup.verifying import NICENESS, RETRY_MS, VERIFY_MS, Verifications
from tests.end_to_end.running import await_true

NOW_MS = 1_795_000_000_000
REPORTS = {
    Outcome.SOUND: {"status": "sound", "faults": [], "whys": []},
    Outcome.BROKEN: {"status": "broken", "faults": [{"what": "game a", "fault": "bad"}], "whys": ["late"]},
    Outcome.INCONCLUSIVE: {"status": "inconclusive", "faults": [], "whys": ["no space"]},
}


def verifications(folder: Path, script: str, last: Verified | None = None) -> Verifications:
    """Verifications by a shell script, which count their runs in the file `runs`."""
    write_saved(folder, Saved(1, 2, 3, verified=last))
    return Verifications(folder, Options(7, print, print, verify=["sh", "-c", f"echo >> {folder}/runs; {script}"]))


def runs(folder: Path) -> int:
    return len((folder / "runs").read_bytes()) if (folder / "runs").exists() else 0


def saying(outcome: Outcome) -> str:
    return f"echo '{json.dumps(REPORTS[outcome])}'"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (saying(Outcome.SOUND), Verified(Outcome.SOUND, NOW_MS, NOW_MS)),
        (saying(Outcome.BROKEN), Verified(Outcome.BROKEN, NOW_MS, 5, "game a: bad")),
        (saying(Outcome.INCONCLUSIVE), Verified(Outcome.INCONCLUSIVE, NOW_MS, 5, "no space")),
        ("kill -9 $$", Verified(Outcome.INCONCLUSIVE, NOW_MS, 5, "it ended with status -9")),
        ("echo '[]'; exit 2", Verified(Outcome.INCONCLUSIVE, NOW_MS, 5, "it ended with status 2")),
    ],
)
def test_what_a_verification_says_is_kept(tmp_path: Path, script: str, expected: Verified):
    made = verifications(tmp_path, script, Verified(Outcome.BROKEN, 7, 5))
    await_true(lambda: made.turn(NOW_MS))
    assert made.last == expected
    write_saved(tmp_path, Saved(1, 2, 3, verified=made.last))
    assert read_saved(tmp_path) == Saved(1, 2, 3, verified=expected)


@pytest.mark.parametrize(("outcome", "pause_ms"), [(Outcome.SOUND, VERIFY_MS), (Outcome.INCONCLUSIVE, RETRY_MS)])
def test_the_next_one_begins_when_it_is_time(tmp_path: Path, outcome: Outcome, pause_ms: int):
    made = verifications(tmp_path, saying(outcome))
    await_true(lambda: made.turn(NOW_MS))
    assert not made.turn(NOW_MS + pause_ms - 1)
    assert runs(tmp_path) == 1
    await_true(lambda: made.turn(NOW_MS + pause_ms))
    assert runs(tmp_path) == 2


def test_after_a_restart_only_what_is_not_sound_is_verified_at_once(tmp_path: Path):
    sound = verifications(tmp_path, "", Verified(Outcome.SOUND, NOW_MS, NOW_MS))
    assert not sound.turn(NOW_MS + 1)
    sound.look_soon()
    assert not sound.turn(NOW_MS + 1)
    assert runs(tmp_path) == 0
    broken = verifications(tmp_path, "", Verified(Outcome.BROKEN, NOW_MS, NOW_MS))
    await_true(lambda: broken.turn(NOW_MS + 1))
    assert runs(tmp_path) == 1


def test_it_leaves_the_cpu_to_all_others_and_stops_when_it_is_told(tmp_path: Path):
    made = verifications(tmp_path, f"echo $$ > {tmp_path}/pid; exec sleep 1000")
    made.turn(NOW_MS)
    await_true(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip())
    pid = int((tmp_path / "pid").read_text())
    assert os.getpriority(os.PRIO_PROCESS, pid) == NICENESS
    made.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
