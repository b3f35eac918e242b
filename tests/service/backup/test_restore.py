"""Which files of a backup a store is restored from, what is said of one that lacks some, and whose it is."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from service.backup.folder import REMOVED, epoch_of_backup, list_pairs, locked
from service.backup.pair_writer import UNFINISHED, PairWriter
from service.backup.pairs import BASE, DESCRIPTION, INCREMENT, MARKS, Checksum, DamagedPair, Pair
from service.backup.restore import choose_all
from service.backup.shard_list import SHARDS

NAME, MS = "20261128T064422.250Z", 1_795_848_262_250
PARTS = ("slots-00000", "slots-08192")


def write_pair(part: Path) -> Pair:
    """A pair that has a base of one byte, and nothing since."""
    pair = Pair(part / NAME, "e1", "h1", 10, *[Checksum(len(text), sha256(text).hexdigest()) for text in (b"x", b"")])
    pair.folder.mkdir(parents=True)
    (pair.folder / BASE).write_bytes(b"x")
    (pair.folder / INCREMENT).write_bytes(b"")
    (pair.folder / MARKS).write_text(f"{MS} 0 10\n")
    (pair.folder / DESCRIPTION).write_text(json.dumps(pair.to_json()))
    return pair


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The backup of a cluster of two primaries."""
    for part in PARTS:
        write_pair(tmp_path / part)
    (tmp_path / SHARDS).write_text(f"{MS} {' '.join(PARTS)}\n")
    return tmp_path


@pytest.mark.parametrize("at_ms", [None, MS])
def test_all_parts_of_a_cluster_are_chosen(folder: Path, at_ms: int | None):
    assert [cut.pair.folder.parent.name for cut in choose_all(folder, at_ms)] == [*PARTS]


@pytest.mark.parametrize("at_ms", [None, MS])
def test_a_part_of_a_cluster_that_cannot_be_read_is_named(folder: Path, at_ms: int | None):
    (folder / PARTS[1] / NAME / DESCRIPTION).write_text("{")
    with pytest.raises(DamagedPair, match=f"{PARTS[1]}/{NAME}/pair.json cannot be read"):
        choose_all(folder, at_ms)


def test_a_time_whose_mark_is_damaged_is_not_taken_for_another(tmp_path: Path):
    (write_pair(tmp_path).folder / MARKS).write_text(f"{MS} 0 10 crc:00000000\n{MS + 1000} 0 11\n")
    with pytest.raises(DamagedPair, match="marks is not what was saved: it has lost its first line"):
        choose_all(tmp_path, MS)


@pytest.mark.parametrize("content", [b"x\xff", b"what is this\n", b"1795848262250\n", b"1795848262250 ../else\n"])
def test_a_list_of_parts_that_is_not_what_was_saved_is_damage(folder: Path, content: bytes):
    (folder / SHARDS).write_bytes(content)
    with pytest.raises(DamagedPair, match="is not what was saved"):
        choose_all(folder)


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
