"""Which files of a backup a store is restored from, and what is said of one that lacks some."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("content", [b"x\xff", b"what is this\n", b"1795848262250\n", b"1795848262250 ../else\n"])
def test_a_list_of_parts_that_is_not_what_was_saved_is_damage(folder: Path, content: bytes):
    (folder / SHARDS).write_bytes(content)
    with pytest.raises(DamagedPair, match="is not what was saved"):
        choose_all(folder)
