"""A file is the old one or the new one, whatever happens while it is written."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from store.whole_files import write_whole


def test_a_file_is_replaced_and_its_mode_is_as_asked(tmp_path: Path):
    file = tmp_path / "state"
    for mode in (0o600, 0o640):
        write_whole(file, b"%o" % mode, mode)
        assert file.read_bytes() == b"%o" % mode
        assert file.stat().st_mode & 0o777 == mode
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_fault_before_the_new_one_is_in_place_leaves_the_old_one_alone(tmp_path: Path, monkeypatch, step: str):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "state"
    write_whole(file, b"old")
    with monkeypatch.context() as patched:
        patched.setattr(os, step, fail)
        with pytest.raises(OSError, match="No space left"):
            write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_many_at_once_leave_one_of_theirs(tmp_path: Path):
    file, contents = tmp_path / "state", [b"%d" % number * 10_000 for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        [*pool.map(lambda content: write_whole(file, content), contents)]
    assert file.read_bytes() in contents
    assert [*tmp_path.iterdir()] == [file]
