"""`wonderful backup verify` and `wonderful verify --store`, in processes of their own, on a store with games."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from service.backend import Backend
from service.backup.folder import PAIR_NAME
from service.backup.pairs import BASE, DESCRIPTION, FORM, MARKS
from service.backup.restore import choose
from service.backup.status import VERIFIED, Outcome, Verified, read_saved
from service.commands.verify_backup import check_room
from service.commands.verify_store import show
from service.diagnosis.checks import CHECKS
from service.diagnosis.findings import examine
from service.diagnosis.metrics import StoreCollector
from service.diagnosis.reading import read_facts
from service.diagnosis.whole_store.accounts import Fault
from service.diagnosis.whole_store.check import MAX_NAMED, Report
from service.run.embedded_redis import Server, ensure_server, stop_server
from service.settings import StartError, read_settings
from tests.end_to_end.running import await_true, runs
from tests.isolation import WONDERFUL, environment
from tests.service.client import Caller, Service, ended_processes, id_of
from tests.service.commands.command_line import wonderful
from tests.service.diagnosis.conftest import backend_at


class Played:
    """A service's store with a finished game and one under way, and a backup of it."""

    def __init__(self, server: Server, backup: Path) -> None:
        self.server, self.backup = server, backup
        self.data = {"DATA_DIR": str(server.folder)}
        self.parts: Backend = backend_at(server.url, "")
        self.service = Service(self.parts)
        over, self.callers = self.service.start_game(2)
        self.service.play(over, self.callers)
        self.path, self.players = self.service.start_game(2)
        self.over, self.playing = id_of(over), id_of(self.path)
        assert wonderful("backup", str(backup), **self.data).returncode == 0

    def move(self) -> None:
        """Somebody plays on."""
        caller: Caller = self.players[0]
        assert caller.post(f"{self.path}/intentions", caller.get(f"{self.path}/legal").json[0]).status_code == 201

    @contextmanager
    def damaged(self) -> Iterator[None]:
        """A byte of an event is another in the store, for the block."""
        stream = self.parts.keys.stream(self.over)
        good: Any = self.parts.redis.dump(stream)
        rows: Any = self.parts.redis.xrange(stream)
        self.parts.redis.delete(stream)
        for entry_id, row in rows:
            if entry_id == b"7-0":
                row[b"data"] = row[b"data"][:-1] + b"!"
            self.parts.redis.xadd(stream, row, id=entry_id)
        try:
            yield
        finally:
            self.parts.redis.restore(stream, 0, good, replace=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("played")
    server = ensure_server(folder / "data", "no")
    with ended_processes():
        made = Played(server, folder / "backup")
        yield made
    made.parts.close()
    stop_server(server)


@pytest.fixture
def copy(played: Played, tmp_path: Path) -> Path:
    """A copy of the backup, which a test may spoil."""
    return Path(shutil.copytree(played.backup, tmp_path / "copy"))


def verified(folder: Path, status: int, *words: str, **settings: str) -> dict[str, Any]:
    """The report on a backup, after the exit status is as expected."""
    ended = wonderful("backup", "verify", str(folder), "--json", "--jobs", "1", *words, **settings)
    assert ended.returncode == status, ended.stdout + ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    assert found["exit_status"] == status
    return found


def digests(folder: Path) -> dict[str, str]:
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.rglob("*") if file.is_file()}


def test_a_backup_is_sound_and_stays_as_it_is_while_the_service_goes_on(played: Played):
    kept = played.backup / VERIFIED
    kept.unlink(missing_ok=True)
    before = digests(played.backup)
    played.move()
    found = verified(played.backup, 0, **played.data)
    assert (found["status"], found["games"], found["accounts"], found["not_compared"]) == ("sound", 2, 4, None)
    assert digests(played.backup).keys() - before.keys() == {str(kept)}
    last = last_verified(played.backup)
    assert last
    assert (last.outcome, last.ms, last.games) == (Outcome.SOUND, choose(played.backup).ms, 2), "what came is kept"
    kept.unlink()
    assert digests(played.backup) == before
    ended = wonderful(
        "backup", "verify", "--jobs", "2", DATA_DIR=str(played.server.folder), BACKUP_DIR=str(played.backup)
    )
    assert ended.returncode == 0
    assert " is sound. Checked: 2 games, " in ended.stdout


def test_without_the_service_a_backup_is_verified_alone(played: Played, tmp_path: Path):
    found = verified(played.backup, 0, DATA_DIR=str(tmp_path))
    assert "there is no store in" in found["not_compared"]


def test_a_service_with_another_history_is_named(played: Played):
    stream = played.parts.keys.stream(played.playing)
    good: Any = played.parts.redis.dump(stream)
    rows: Any = played.parts.redis.xrange(stream)
    try:
        played.parts.redis.xdel(stream, *[entry_id for entry_id, _ in rows[2:]])
        [fault] = verified(played.backup, 2, **played.data)["faults"]
    finally:
        played.parts.redis.restore(stream, 0, good, replace=True)
    assert fault == {"what": f"game {played.playing}", "fault": "the running service has another history of it"}
    epoch: Any = played.parts.redis.get("epoch")
    try:
        played.parts.redis.set("epoch", "another")
        assert "another store, of the epoch another" in verified(played.backup, 0, **played.data)["not_compared"]
    finally:
        played.parts.redis.set("epoch", epoch)


def cut_base(folder: Path) -> None:
    [base] = folder.glob(f"*/{BASE}")
    base.write_bytes(base.read_bytes()[:-100])


def change_base(folder: Path) -> None:
    [base] = folder.glob(f"*/{BASE}")
    base.write_bytes(base.read_bytes()[:-20] + b"x" * 20)


def change_a_mark(folder: Path) -> None:
    [marks] = folder.glob(f"*/{MARKS}")
    content = marks.read_bytes()
    marks.write_bytes(bytes([content[0] ^ 1]) + content[1:] + content)


def describe(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    [description] = folder.glob(f"*/{DESCRIPTION}")
    found = json.loads(description.read_bytes())
    change(found)
    description.write_text(json.dumps(found))


def write_in_form_of_tomorrow(folder: Path) -> None:
    describe(folder, lambda found: found.update(form=FORM + 1))


def save_by_server_of_tomorrow(folder: Path) -> None:
    [base] = folder.glob(f"*/{BASE}")
    content = base.read_bytes()
    assert content.startswith((b"REDIS0", b"VALKEY"))
    base.write_bytes(content[:5] + b"9999" + content[9:])
    sha256 = hashlib.sha256(base.read_bytes()).hexdigest()
    describe(folder, lambda found: found["files"][str(BASE)].update(sha256=sha256))


@pytest.mark.parametrize(
    ("spoil", "status", "words"),
    [
        (cut_base, 2, "has lost data"),
        (change_base, 2, "is not what was saved"),
        (change_a_mark, 2, "marks is not what was saved"),
        (write_in_form_of_tomorrow, 3, f"has the form {FORM + 1}, and this program reads {FORM - 1} and {FORM} only"),
        (save_by_server_of_tomorrow, 3, "ended with status"),
        (shutil.rmtree, 3, "there is no backup in"),
    ],
)
def test_files_that_are_not_what_was_saved_and_those_that_cannot_be_read_are_told_apart(
    copy: Path, tmp_path: Path, spoil: Callable[[Path], None], status: int, words: str
):
    spoil(copy)
    found = verified(copy, status, DATA_DIR=str(tmp_path))
    assert words in json.dumps(found["faults"] if status == 2 else found["whys"])


def test_a_part_of_a_backup_that_is_not_needed_is_told_too_if_it_is_damaged(copy: Path, tmp_path: Path):
    [newest] = [path for path in copy.iterdir() if PAIR_NAME.fullmatch(path.name)]
    for name, spoil in (("20260101T000000.000Z", cut_base), ("20260102T000000.000Z", write_in_form_of_tomorrow)):
        shutil.copytree(newest, tmp_path / "spoiled" / name)
        spoil(tmp_path / "spoiled")
        (tmp_path / "spoiled" / name).rename(copy / name)
    found = verified(copy, 2, DATA_DIR=str(tmp_path))
    [fault], [why] = found["faults"], found["whys"]
    assert "20260101T000000.000Z" in fault["fault"]
    assert "has lost data" in fault["fault"]
    assert f"has the form {FORM + 1}" in why
    assert found["games"] == 2, "the newest one is checked"


def test_a_game_that_was_damaged_before_it_was_saved_is_named(played: Played, tmp_path: Path):
    with played.damaged():
        assert wonderful("backup", str(tmp_path / "backup"), **played.data).returncode == 0
        ended = wonderful("backup", "verify", str(tmp_path / "backup"), "--jobs", "1", **played.data)
        live = wonderful("verify", "--store", "--jobs", "1", **played.data)
    for each in (ended, live):
        assert each.returncode == 2
        assert f"x game {played.over}: entry " in each.stdout
        assert "is broken: 1 fault." in each.stdout


def test_a_report_counts_what_it_does_not_name_and_says_what_it_could_not_tell(capsys: pytest.CaptureFixture[str]):
    report = Report(games=1)
    report.add([Fault(f"game {number}", "bad") for number in range(MAX_NAMED + 1000)])
    report.could_not_tell("stopped")
    assert show(report, "The store", as_json=False) == 2
    *named, more, why, last = capsys.readouterr().out.splitlines()
    assert (len(named), named[0]) == (MAX_NAMED, "x game 0: bad.")
    assert (more, why) == ("x … and 1,000 more.", "? stopped.")
    assert last.startswith(f"The store is broken: {MAX_NAMED + 1000:,} faults.")


@contextmanager
def temporary_files() -> Iterator[Path]:
    """A folder for the temporary files of a process; its path is short, as that of a socket must be."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def scratch_servers(folder: Path) -> list[int]:
    """The process ids of servers in scratch folders."""
    locks = [lock.read_text() for lock in folder.glob("wonderful-verify-*/lock")]
    return [int(lock.partition(" ")[0]) for lock in locks if " " in lock]


def test_a_verification_that_is_killed_leaves_no_server_and_no_file(played: Played):
    with temporary_files() as folder:
        variables = environment(TMPDIR=str(folder), **played.data)
        command = [
            *WONDERFUL,
            "backup",
            "verify",
            "--jobs",
            "1",
            str(played.backup),
        ]  # a killed pool leaves its own folder
        verifying = subprocess.Popen(command, env=variables, cwd=folder)
        await_true(lambda: scratch_servers(folder))
        [server] = scratch_servers(folder)
        os.kill(server, signal.SIGSTOP)  # so that the verification does not end before it is killed
        verifying.kill()
        verifying.wait()
        os.kill(server, signal.SIGCONT)
        await_true(lambda: not runs(server))
        await_true(lambda: not any(folder.iterdir()))


def test_what_a_crash_of_the_machine_has_left_goes_with_the_next_verification(played: Played):
    with temporary_files() as folder:
        (folder / "wonderful-verify-left").mkdir()
        (folder / "wonderful-verify-left" / "file").touch()
        verified(played.backup, 0, TMPDIR=str(folder), **played.data)
        assert not any(folder.iterdir())


def test_a_disk_that_takes_no_more_does_not_make_a_backup_broken(played: Played):
    ended = subprocess.run(
        ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *WONDERFUL, "backup", "verify", str(played.backup)],
        env=environment(**played.data),
        cwd=played.backup.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 3, ended.stdout + ended.stderr
    assert "File too large" in ended.stdout


@pytest.mark.parametrize(
    ("free", "words"),
    [(10**18, "on the disk of {folder}, which has .* left: set TMPDIR"), (10**19, "of memory, and .* are available")],
)
def test_a_backup_for_which_there_is_no_room_is_not_even_copied(
    tmp_path: Path, free: int, words: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Mock(free=free))
    with pytest.raises(StartError, match=words.format(folder=tmp_path.parent)):
        check_room(tmp_path, 10**18)


@contextmanager
def following(played: Played, folder: Path) -> Iterator[None]:
    """`wonderful backup --follow`, ended in order."""
    variables = environment(**played.data)
    process = subprocess.Popen(
        [*WONDERFUL, "backup", "--follow", str(folder)], env=variables, cwd=folder.parent, stdout=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        assert process.wait() == 0


def last_verified(folder: Path) -> Verified | None:
    saved = read_saved(folder)
    return saved.verified if saved else None


@pytest.mark.verify
def test_a_backup_verifies_itself_and_metrics_and_doctor_tell_of_a_broken_one(played: Played, tmp_path: Path):
    folder = tmp_path / "backup"
    settings = read_settings({**played.data, "BACKUP_DIR": str(folder)})
    with played.damaged(), following(played, folder):
        await_true(lambda: last_verified(folder))
    broken = last_verified(folder)
    assert broken is not None
    assert (broken.outcome, broken.sound_ms) == (Outcome.BROKEN, 0)
    assert broken.why.startswith(f"game {played.over}: entry ")
    samples = {
        (sample.name, sample.labels.get("outcome")): sample.value
        for family in StoreCollector(settings).collect()
        for sample in family.samples
    }
    assert samples["wonderful_backup_verification", "broken"] == 1
    assert samples["wonderful_backup_verification", "sound"] == 0
    assert samples["wonderful_backup_last_verified_timestamp_seconds", None] == 0
    [check] = [check for check in CHECKS if check.id == "D31"]
    [finding] = examine([check], read_facts(settings))
    [problem] = finding.problems
    assert played.over in problem.what
    assert f"wonderful backup verify {folder}" in problem.mend
    told = wonderful("backup", "status", str(folder)).stdout
    assert "broken, 2 games (game " in told
    assert "Found sound last: never." in told
    told_with_doctor = wonderful("backup", "status", str(folder), **played.data)
    assert told_with_doctor.returncode == 2
    assert "\nx D31 verified backup: " in told_with_doctor.stdout
    # The store is mended, and the process begins anew: it remembers, and looks whether that is so.
    with following(played, folder):
        await_true(lambda: (last := last_verified(folder)) and last.outcome != Outcome.BROKEN)
    sound = last_verified(folder)
    assert sound is not None
    assert (sound.outcome, sound.sound_ms, sound.why) == (Outcome.SOUND, sound.ms, "")
