"""A backup folder after a crash, and whose store it holds."""

import shutil
from pathlib import Path

import pytest

from service.backup.folder import REMOVED, epoch_of_backup, list_pairs, locked
from service.backup.pair_writer import UNFINISHED, PairWriter
from service.backup.pairs import DESCRIPTION
from tests.service.backup.test_restore import MS, NAME, PARTS, folder, write_pair

__all__ = ["folder"]


def test_what_a_crash_has_left_goes_when_the_next_backup_begins(tmp_path: Path):
    kept = write_pair(tmp_path)
    for end in (UNFINISHED, REMOVED):
        shutil.copytree(kept.folder, tmp_path / f"{NAME}{end}")
    with locked(tmp_path):
        assert {path.name for path in tmp_path.iterdir()} == {"lock", NAME}
    assert list_pairs(tmp_path) == ([kept], [])


def test_the_epoch_is_that_of_any_part_that_can_be_read(folder: Path):
    assert epoch_of_backup(folder / PARTS[0]) == epoch_of_backup(folder) == "e1"
    (folder / PARTS[0] / NAME / DESCRIPTION).write_text("{")
    assert epoch_of_backup(folder) == "e1"


@pytest.mark.parametrize("name", ["", "nothing"])
def test_without_a_backup_the_epoch_is_not_known(tmp_path: Path, name: str):
    assert epoch_of_backup(tmp_path / name) == ""


@pytest.mark.parametrize("is_in_use", [False, True])
def test_a_pair_that_is_given_up_goes_unless_it_is_in_use(tmp_path: Path, is_in_use: bool):
    writer = PairWriter.begin(tmp_path, "e1", "h", 10, MS)
    writer.end_base()
    if is_in_use:
        writer.publish()
    writer.discard()
    assert [path.name for path in tmp_path.iterdir()] == ([NAME] if is_in_use else [])
