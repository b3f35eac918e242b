"""Whatever is missing around a command, it ends with one line and a status, never with a traceback."""

import os
import subprocess
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.isolation import WONDERFUL

LINES = {
    "closed standard input": ("verify - <&-", 2, "-: cannot be read: standard input is closed"),
    "closed standard input of a replay": ("replay - <&-", 2, "wonderful: -: cannot be read: standard input is closed"),
    "closed standard output": ("verify right >&-", 0, ""),
    "closed standard error": ("verify nosuch 2>&-", 2, ""),
    "full disk": ("replay right > /dev/full", 2, "wonderful: No space left on device"),
    "full disk, one line": ("version > /dev/full", 2, "wonderful: No space left on device"),
    "reader that goes": ("replay right | head -1 > /dev/null", 1, ""),
    "id that is no text": ("export $'\\xff'", 2, "wonderful: '\\udcff' is not text in UTF-8"),
    "folder that is no text": ("dataset $'\\xff' --from right", 0, ""),
    "folder as a file": ("replay .", 2, "no game . in"),
    "file as a folder": ("dataset right --from right", 2, "wonderful: right cannot be used: File exists"),
    "file as the folder of data": ("queues", 2, "there is no store in"),
    "long name": (f"verify {'x' * 300}", 2, "wonderful: File name too long"),
    "no service": ("export x --url http://127.0.0.1:1", 2, "http://127.0.0.1:1 does not answer"),
    "no URL": ("export x --url nosuch", 2, "nosuch does not answer"),
    "odd token": (
        "export x --url http://127.0.0.1:1 --token $'a\\nsecret'",
        2,
        "wonderful: --token, or WONDERFUL_TOKEN",
    ),
    "no scheduler": ("verify right --on nowhere", 2, "--on 'nowhere' cannot be used"),
}
"""By what is wrong: a command line, its exit status, and words of its error."""


ENVIRON = {"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"], "ENV_FILE": os.devnull, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def place(folder: Path) -> Path:
    """A folder with logs, and with a store for the commands that look for a game."""
    subprocess.run(
        ["bash", "-c", '"$@" accept-store', "bash", *WONDERFUL],
        cwd=folder,
        env=ENVIRON,
        check=True,
        capture_output=True,
    )
    return folder


@pytest.mark.parametrize("wrong", LINES)
def test_a_command_ends_with_one_line(wrong: str, place: Path):
    line, status, words = LINES[wrong]
    data = {"DATA_DIR": "right"} if wrong == "file as the folder of data" else {}
    script = f'command=("$@"); wonderful() {{ "${{command[@]}}" "$@"; }}; wonderful {line}'
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script, "bash", *WONDERFUL],
        cwd=place,
        env=ENVIRON | data,
        capture_output=True,
        check=False,
        timeout=60,
    )
    error = ended.stderr.decode(errors="replace")
    assert ended.returncode == status, error
    assert words in error
    assert error.count("\n") <= 1, error
    assert "secret" not in error


def test_a_fault_of_the_program_shows_no_secret(place: Path):
    code = (
        "import importlib.metadata, sys; sys.argv = ['wonderful', 'version']; from service.commands import cli; "
        "importlib.metadata.version = lambda name: 1 / 0 if name == 'x' else {}['redis://:hush@h']; cli.main()"
    )
    ended = subprocess.run(
        [WONDERFUL[0], "-c", code],
        cwd=ROOT,
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "KeyError: 'redis://***@h'" in ended.stderr
    assert "hush" not in ended.stderr.splitlines()[-1]
