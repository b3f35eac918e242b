"""Whatever a terminal can show, no command fails at what it prints; files and logs stay as they are."""

import os
import subprocess
from pathlib import Path

import pytest

from service.commands.fitting_text import ERRORS, fitting
from service.run.up import ROOT
from tests.isolation import WONDERFUL
from tests.service.commands.command_line import wonderful

ENCODINGS = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "C": {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
    "POSIX": {"PYTHONUTF8": "0", "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.parametrize(
    "name", ["C", *[pytest.param(name, marks=pytest.mark.verify) for name in ENCODINGS if name != "C"]]
)
def test_a_board_has_plain_symbols_where_the_terminal_has_no_others(folder: Path, name: str):
    encoding = "ascii" if name in ("C", "POSIX") else name
    for arguments in (["--at", "5"], ["--lang", "ru"], ["--lang", "fr"]):
        ended = _bytes("replay", str(folder / "right"), *arguments, **ENCODINGS[name])
        assert ended[0] == 0, ended
        assert "#" in ended[1].decode(encoding), "a cube is a # there"
        assert "Traceback" not in ended[1].decode(encoding)
    status, written = _bytes(
        "hint", str(folder / "right"), "--seat", "0", "--at", "30", "--lang", "fr", **ENCODINGS[name]
    )
    assert status == 0
    assert written.decode(encoding)
    assert _bytes("--help", **ENCODINGS[name])[0] == 0


def test_in_utf8_a_board_has_its_symbols(folder: Path):
    status, written = _bytes("replay", str(folder / "right"), "--at", "5", PYTHONUTF8="1")
    assert status == 0
    assert "■" in written.decode()


@pytest.mark.parametrize("name", ["C", "latin-1"])
def test_a_file_name_of_any_bytes_is_printed_as_it_is(folder: Path, tmp_path: Path, name: str):
    file = bytes(tmp_path) + b"/\xc3\xa9\xff.jsonl"
    Path(file.decode("utf-8", "surrogateescape")).write_bytes((folder / "right").read_bytes())
    status, written = _bytes("verify", file.decode("utf-8", "surrogateescape"), **ENCODINGS[name])
    assert status == 0
    assert b"\xff.jsonl: ok " in written


@pytest.mark.parametrize("name", ["C", "ascii"])
def test_a_dataset_goes_into_a_folder_of_any_name_and_comes_from_one(folder: Path, tmp_path: Path, name: str):
    source, target = tmp_path / "spöttisch ■", tmp_path / "gäste"
    source.mkdir()
    (source / "partie.jsonl").write_bytes((folder / "right").read_bytes())
    for said in (b"Wrote 1 game to ", b"1 were there"):
        status, written = _bytes("dataset", str(target), "--from", str(source), "--jobs", "1", **ENCODINGS[name])
        assert (status, said in written) == (0, True), written
    assert len([*target.glob("games/*/*/*.parquet")]) == 1
    assert {path.name for path in tmp_path.iterdir()} == {source.name, target.name}


def test_a_name_that_the_locale_does_not_know_is_told_with_what_helps(folder: Path, tmp_path: Path):
    data = tmp_path / "dätä"
    status, written = _bytes("import", str(folder / "right"), **ENCODINGS["C"], DATA_DIR=str(data))
    assert status == 2
    last = written.splitlines()[-1].decode("ascii")
    assert last.startswith("wonderful: ")
    assert last.endswith("cannot be used in this locale: set PYTHONUTF8=1, or LC_ALL=C.UTF-8")


def test_a_log_whose_line_ends_or_encoding_were_changed_is_refused_with_the_reason(folder: Path, tmp_path: Path):
    right = (folder / "right").read_bytes()
    changed = {
        "crlf": (right.replace(b"\n", b"\r\n"), "line 1: encoding: it ends with CR LF"),
        "mark": (b"\xef\xbb\xbf" + right, "line 1: encoding: it begins with a byte-order mark"),
        "utf16": (right.decode().encode("utf-16"), "line 1: encoding: UTF-16 and not UTF-8"),
    }
    for name, (content, _) in changed.items():
        (tmp_path / name).write_bytes(content)
    ended = wonderful("verify", *[str(tmp_path / name) for name in changed])
    assert ended.returncode == 1
    for line, (_, reason) in zip(ended.stdout.splitlines(), changed.values(), strict=True):
        assert reason in line


def _bytes(*arguments: str, **environ: str) -> tuple[int, bytes]:
    """Exit status and both outputs of a command."""
    own = {name: os.environ[name] for name in ("PATH", "HOME", "ENV_FILE")}
    settings = own | {"DATA_DIR": os.environ["HOME"], "PYTHONPATH": str(ROOT)} | environ
    ended = subprocess.run(
        [*WONDERFUL, *arguments], env=settings, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return ended.returncode, ended.stdout


def test_what_cannot_be_read_is_not_made_fitting():
    assert fitting("M■■□ – Завод", "ascii") == "M##_ - ?????"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", ERRORS)
