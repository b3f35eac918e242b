"""A test run changes nothing that is the user's: settings, `.env`, `var/`, the home folder. How it is dealt out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.dealing import order, share_of
from tests.isolation import SETTINGS, WONDERFUL, Untouched, environment


def test_the_run_has_a_home_of_its_own_and_none_of_the_users_settings():
    assert Path.home().name.startswith("wonderful-home-")
    assert not SETTINGS & os.environ.keys()
    assert os.environ["ENV_FILE"] == os.devnull


def test_a_process_of_the_service_gets_the_settings_of_the_test_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REDIS_URL", "redis://example.org")
    monkeypatch.setenv("PARTITIONS", "3")
    found = environment(PORT="1")
    assert {name: found[name] for name in ("PORT", "HOME")} == {"PORT": "1", "HOME": os.environ["HOME"]}
    assert not {"REDIS_URL", "PARTITIONS"} & found.keys()


@pytest.mark.slow
def test_a_process_that_would_use_the_users_things_does_not_start(tmp_path: Path):
    with pytest.raises(RuntimeError, match="home folder"):
        subprocess.run([sys.executable, "--version"], env={}, check=False)
    for folder in (None, ROOT):
        with pytest.raises(RuntimeError, match="var/ of this clone"):
            subprocess.run([*WONDERFUL, "version"], cwd=folder, env=environment(), check=False)
    subprocess.run([*WONDERFUL, "version"], cwd=ROOT, env=environment(DATA_DIR=str(tmp_path)), check=True)
    subprocess.run([*WONDERFUL, "version"], cwd=tmp_path, env=environment(), check=True)


def test_changes_of_what_is_the_users_are_noticed(tmp_path: Path):
    root, home = tmp_path / "clone", tmp_path / "home"
    (root / "var").mkdir(parents=True)
    (home / ".cache").mkdir(parents=True)
    (root / "var" / "lock").write_text("1")
    before = Untouched(root, home)
    assert before.changes() == []
    for path in (root / ".env", root / "var" / "epoch", home / ".gunicorn", home / ".cache" / "matplotlib"):
        path.touch()
    (root / "var" / "lock").write_text("12")
    found = {Path(path).name for path in before.changes()}
    assert found == {".env", "var", "epoch", "lock", ".gunicorn", "matplotlib"}


def test_a_worker_takes_whole_files_and_all_that_needs_the_generators():
    assert share_of("tests/bots/test_a.py::test_b[::]") == "tests/bots/test_a.py"
    folder = "tests/generated_clients"
    assert share_of(f"{folder}/test_a.py::test_b") == share_of(f"{folder}/test_c.py::test_d") == folder


def test_a_run_begins_with_folders_goes_on_with_files_that_have_a_slow_test_and_ends_with_quick_ones():
    folder = "tests/training"
    tests = [("quick.py::a", False), ("slow.py::a", False), ("slow.py::b", True), (f"{folder}/a.py::a", False)]
    assert order([*tests, ("slower.py::a", True)]) == {folder: 0, "slow.py": 1, "slower.py": 2, "quick.py": 3}
