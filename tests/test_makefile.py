"""The Makefile notices an installation that pip has replaced, in a folder with any name."""

import shutil
import subprocess
from pathlib import Path

import pytest

from service.run import up
from service.settings import StartError

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder that looks installed."""
    folder = tmp_path / "a 'clone' & é"
    (folder / ".venv").mkdir(parents=True)
    (folder / "client").mkdir()
    for name in ("Makefile", "requirements.lock", "pyproject.toml", "client/pyproject.toml"):
        shutil.copy(up.ROOT / name, folder / name)
    (folder / ".venv" / "runtime.installed").touch()
    return folder


def recipe(clone: Path, target: str, *variables: str) -> str:
    """What make would do."""
    command = ["make", "-n", target, *variables]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=True).stdout


def test_an_installation_that_a_copy_has_replaced_is_made_again(clone: Path):
    assert "pip" not in recipe(clone, "run")
    copy = clone / ".venv" / "lib" / "python3.11" / "site-packages" / "service"
    copy.mkdir(parents=True)
    (copy / "__init__.py").touch()
    assert "install --no-deps --no-build-isolation -e ." in recipe(clone, "run")


def test_extras_are_added_to_the_installation(clone: Path):
    assert "-e '.[push,dataset]'" in recipe(clone, "extras", "EXTRAS=push,dataset")


def test_a_copy_of_the_program_says_how_to_mend_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(up, "ROOT", tmp_path)
    with pytest.raises(StartError, match=r"^[^\n]*a copy of the program[^\n]*`make run` in the clone to mend this$"):
        up._procfile()
