"""`wonderful verify`: exported logs, checked without a server."""

from pathlib import Path

import pytest

from service.commands import log_files
from tests.game.play import Play
from tests.projections.archive import record_game
from tests.service.commands.command_line import wonderful


def test_a_correct_log_is_ok_without_any_server(folder: Path):
    ended = wonderful("verify", str(folder / "right"), REDIS_URL="redis://127.0.0.1:1")
    assert (ended.returncode, ended.stderr) == (0, "")
    head = record_game(Play(1, 2)).entries[-1].hash.hex()
    assert ended.stdout == f"{folder / 'right'}: ok {head}\n"


def test_many_logs_are_verified_in_their_order_each_with_a_line(folder: Path):
    files = [str(folder / name) for name in ("right", "wrong", "assisted", "fork", "origin", "cut")]
    ended = wonderful("verify", *files)
    assert ended.returncode == 1
    right, wrong, assisted, fork, _, cut = ended.stdout.splitlines()
    assert ": ok " in right
    assert "rules:" in wrong or "actor:" in wrong or "order:" in wrong
    assert assisted.endswith(" (assisted)")
    assert fork.endswith("which agrees)")
    assert cut.endswith("line 101: encoding: the end is missing")


def test_a_fork_alone_names_the_origin_that_was_not_compared(folder: Path):
    ended = wonderful("verify", "--jobs", "1", str(folder / "fork"))
    assert ended.returncode == 0
    assert ended.stdout.endswith("which is not here to compare)\n")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("newer", 2, "ruleset 'base-7' is not known here"),
        ("nowhere", 2, "cannot be read: No such file"),
        ("packed", 1, "line 1: encoding: compressed: unpack it first"),
        ("binary", 1, "line 1: encoding: UTF-16 and not UTF-8"),
        ("huge", 1, "line 1: encoding: longer than"),
        (".", 2, "cannot be read: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_verified_is_reported_in_one_line(folder: Path, name: str, status: int, words: str):
    ended = wonderful("verify", str(folder / name))
    assert ended.returncode == status
    assert (ended.stdout + ended.stderr).count("\n") == 1
    assert words in ended.stdout + ended.stderr


def test_a_file_that_is_too_large_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch):
    size = (folder / "right").stat().st_size
    monkeypatch.setattr(log_files, "MAX_FILE_BYTES", size)
    assert len([*log_files.read_lines(folder / "right")]) > 100
    monkeypatch.setattr(log_files, "MAX_FILE_BYTES", size - 1)
    with pytest.raises(log_files.UnreadableFile, match="larger than"):
        [*log_files.read_lines(folder / "right")]


def test_a_log_may_come_from_a_pipe(folder: Path):
    for arguments in (["-", str(folder / "origin")], ["--jobs", "1", "-", str(folder / "origin")]):
        ended = wonderful("verify", *arguments, input=(folder / "fork").read_text("utf-8"))
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.splitlines()[0].endswith("which agrees)")
    assert "Finished" in wonderful("replay", "-", input=(folder / "right").read_text("utf-8")).stdout


def test_control_characters_of_a_log_do_not_reach_the_terminal(folder: Path):
    for old, new in ((b"aaaaaaaa", b"\\u001b[2Jaaa"), (b"player-0", b"\\u001b]0;x\\u0007")):
        (folder / "evil").write_bytes((folder / "right").read_bytes().replace(old, new))
        ended = wonderful("verify", str(folder / "evil"))
        assert ended.returncode == 1
        assert "\x1b" not in ended.stdout
        assert ended.stdout.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [[], ["--json", "log"], ["--store", "log"], ["--store", "--list"], ["--store", "--keys", "k"], ["--keys", "k"]],
)
def test_what_is_to_be_verified_is_files_a_store_or_a_list(words: list[str]):
    ended = wonderful("verify", *words)
    assert ended.returncode == 2
    assert "name files, or --store, or --list; --json needs --store" in ended.stderr
