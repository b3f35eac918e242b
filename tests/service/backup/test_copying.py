"""The copy of a backup in a bucket is the backup: whatever ends, is missing or comes again."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from unittest.mock import Mock

import pytest
from redis import Redis

from service.backup import copying
from service.backup.copying import BucketCopy, fetch
from service.backup.faults import Unsuitable
from service.backup.folder import list_pairs, ms_of_name
from service.backup.options import Options
from service.backup.pair_writer import PairWriter
from service.backup.pairs import DESCRIPTION, DamagedPair, check_lengths, last_mark, read_marks
from service.backup.resp import Whole
from service.backup.restore import check_files, choose_all
from service.backup.shard_list import SHARDS
from service.backup.status import read_saved
from service.run.embedded_redis import Server
from store.buckets import Bucket
from store.clock import DAY_MS
from tests.end_to_end.running import await_true
from tests.s3 import s3
from tests.service.backup import test_restore
from tests.service.backup.test_follow import await_saved, following, redis, restored, server
from tests.service.backup.test_restore import MS, PARTS

pytestmark = pytest.mark.slow
__all__ = ["redis", "server"]
parts = test_restore.folder


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server of the buckets, which the environment names, too."""
    with s3(tmp_path_factory.mktemp("s3"), "games") as made, pytest.MonkeyPatch.context() as patch:
        for name, value in made.items():
            patch.setenv(name, value)
        yield made["AWS_ENDPOINT_URL"]


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """An empty folder of a bucket, into which copies go as soon as there is something new."""
    monkeypatch.setattr(copying, "COPY_SECONDS", 0.05)
    return Bucket(f"s3://games/{token_hex(6)}")


def fetched(bucket: Bucket, folder: Path, at_ms: int | None = None) -> Path:
    folder.mkdir()
    fetch(bucket, folder, at_ms, lambda came: None)
    [pair], damages = list_pairs(folder)
    assert damages == []
    check_files(pair)
    return folder


def pieces(bucket: Bucket) -> list[str]:
    return sorted(name for name in bucket.names() if "/pieces/" in name)


def test_what_was_saved_is_brought_back_from_the_bucket_alone(
    server: Server, redis: Redis, tmp_path: Path, bucket: Bucket
):
    folder = tmp_path / "backup"
    redis.set("before", "1" * 100_000)
    with following(folder, server, [], bucket=bucket):
        for number in range(5):
            redis.xadd("s", {"n": number}, id=f"{number + 1}-0")
            await_saved(folder, redis)
            at = last_mark(list_pairs(folder)[0][0])
            await_true(lambda at=at: (saved := read_saved(folder)) and (saved.copied_ms or 0) >= at.ms)
    [pair], _ = list_pairs(folder)
    again = fetched(bucket, tmp_path / "fetched")
    [copy], _ = list_pairs(again)
    marks, copied = read_marks(pair), read_marks(copy)
    assert copied == marks[: len(copied)]
    assert copied[-1].length == marks[-1].length, "a later mark can only say that nothing has come since"
    assert len(pieces(bucket)) > 1
    with restored(again, tmp_path / "again") as store:
        assert (store.xlen("s"), len(store.get("before") or "")) == (5, 100_000)


def test_many_pieces_become_one(
    server: Server, redis: Redis, tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(copying, "MAX_PIECES", 3)
    folder = tmp_path / "backup"
    with following(folder, server, []):
        await_saved(folder, redis)
        copy = BucketCopy(folder, bucket, ["e1"])
        found = []
        for _ in range(6):
            await_saved(folder, redis)
            copy.turn(0)
            found.append(len(pieces(bucket)))
    assert found == [1, 2, 3, 2, 3, 2]
    with restored(fetched(bucket, tmp_path / "fetched"), tmp_path / "again") as store:
        assert store.get("written") == "7"


@pytest.mark.parametrize("kept", ["the folder", "nothing"])
def test_another_process_goes_on_with_what_is_there(
    server: Server, redis: Redis, tmp_path: Path, bucket: Bucket, kept: str
):
    """Also on a new disk: the pairs of the old one stay until they are outdated."""
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told, bucket=bucket):
        await_saved(folder, redis)
    before = [*bucket.names()]
    if kept == "nothing":
        folder = tmp_path / "new"
    with following(folder, server, told, bucket=bucket):
        redis.set("later", "1")
        await_saved(folder, redis)
    after = [*bucket.names()]
    assert {*before} <= {*after}
    assert sum(name.endswith(f"/{DESCRIPTION}") for name in after) == (1 if kept == "the folder" else 2)
    assert told == [line for line in told if "waits" not in line]
    with restored(fetched(bucket, tmp_path / "fetched"), tmp_path / "again") as store:
        assert store.get("later") == "1"


def test_a_folder_that_went_on_differently_is_copied_anew(server: Server, redis: Redis, tmp_path: Path, bucket: Bucket):
    """A loss of power may take marks that were copied, but were not on the disk."""
    folder = tmp_path / "backup"
    with following(folder, server, []):
        await_saved(folder, redis)
        BucketCopy(folder, bucket, ["e1"]).turn(0)
    last = pieces(bucket)[-1]
    bucket.write(last, bucket.read(last).replace(b" ", b"9 ", 1))
    BucketCopy(folder, bucket, ["e1"]).turn(0)
    [pair], _ = list_pairs(folder)
    [copy], _ = list_pairs(fetched(bucket, tmp_path / "fetched"))
    assert read_marks(copy) == read_marks(pair)


def test_a_bucket_that_is_away_is_told_once_and_gets_all_later(
    server: Server, redis: Redis, tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
):
    folder, told, fails = tmp_path / "backup", list[str](), [True]
    write = Bucket.write

    def write_or_fail(self: Bucket, name: str, content: bytes | Path | Iterator[bytes]) -> None:
        if fails[0]:
            raise OSError(5, "the key is not known any more")
        write(self, name, content)

    monkeypatch.setattr(Bucket, "write", write_or_fail)
    with following(folder, server, told, bucket=bucket):
        await_true(lambda: (saved := read_saved(folder)) and "the key" in saved.copy_problem)
        await_saved(folder, redis)
        fails[0] = False
        await_true(lambda: "The copy in the bucket goes on." in told)
    waits = [line for line in told if "waits" in line]
    assert waits == ["The copy in the bucket waits: the key is not known any more."]
    check_lengths(list_pairs(fetched(bucket, tmp_path / "fetched"))[0][0])


def test_a_bucket_with_another_store_is_left_alone(server: Server, redis: Redis, tmp_path: Path, bucket: Bucket):
    with following(tmp_path / "backup", server, [], bucket=bucket):
        await_saved(tmp_path / "backup", redis)
    names = [*bucket.names()]
    with pytest.raises(Unsuitable, match="holds the backup of another store"):
        BucketCopy(tmp_path / "backup", bucket, ["e2"]).turn(0)
    assert [*bucket.names()] == names


def test_what_no_day_needs_is_removed_from_the_bucket(server: Server, redis: Redis, tmp_path: Path, bucket: Bucket):
    for number in range(2):
        with following(tmp_path / f"backup {number}", server, [], bucket=bucket):
            await_saved(tmp_path / f"backup {number}", redis)
    pairs = sorted({name.partition("/")[0] for name in bucket.names()})
    assert len(pairs) == 2
    copy = BucketCopy(tmp_path / "backup 1", bucket, ["e1"])
    kept_from_ms = Options(1, 1 << 30, print, print).kept_from_ms
    copy.turn(kept_from_ms(ms_of_name(pairs[1]) + DAY_MS - 1))
    assert sorted({name.partition("/")[0] for name in bucket.names()}) == pairs
    copy.turn(kept_from_ms(ms_of_name(pairs[1]) + DAY_MS))
    assert sorted({name.partition("/")[0] for name in bucket.names()}) == pairs[1:]


def test_an_earlier_second_comes_from_its_own_pair(server: Server, redis: Redis, tmp_path: Path, bucket: Bucket):
    times = []
    for number in range(2):
        redis.set("number", number)
        with following(tmp_path / f"backup {number}", server, [], bucket=bucket):
            await_saved(tmp_path / f"backup {number}", redis)
            times.append(last_mark(list_pairs(tmp_path / f"backup {number}")[0][0]).ms)
    with restored(fetched(bucket, tmp_path / "fetched", times[0]), tmp_path / "again", times[0]) as store:
        assert store.get("number") == "0"
    with pytest.raises(Unsuitable, match="there is no whole backup of that time in s3://games/"):
        fetch(bucket, tmp_path, times[0] - 60_000, lambda came: None)
    with pytest.raises(Unsuitable, match="there is no whole backup in s3://games/nothing"):
        fetch(Bucket("s3://games/nothing"), tmp_path, None, lambda came: None)


@pytest.mark.parametrize("gone", ["/appendonly.aof.1.base.rdb", "/pair.json", "/pieces/", ""])
def test_what_is_deleted_from_the_bucket_is_copied_again(
    server: Server, redis: Redis, tmp_path: Path, bucket: Bucket, gone: str, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "backup"
    with following(folder, server, []):
        await_saved(folder, redis)
        copy = BucketCopy(folder, bucket, ["e1"])
        copy.turn(0)
        bucket.remove([name for name in bucket.names() if gone in name])
        await_saved(folder, redis)
        copy.turn(0)
        monkeypatch.setattr(copying, "LOOK_SECONDS", 0)
        copy.turn(0)
    with restored(fetched(bucket, tmp_path / "fetched"), tmp_path / "again") as store:
        assert store.get("written") == "2"


def test_a_missing_piece_is_no_backup(server: Server, redis: Redis, tmp_path: Path, bucket: Bucket):
    with following(tmp_path / "backup", server, []):
        copy = BucketCopy(tmp_path / "backup", bucket, ["e1"])
        for _ in range(3):
            await_saved(tmp_path / "backup", redis)
            copy.turn(0)
    bucket.remove([pieces(bucket)[1]])
    (tmp_path / "fetched").mkdir()
    with pytest.raises(DamagedPair, match="comes after one that is missing"):
        fetch(bucket, tmp_path / "fetched", None, lambda came: None)


@pytest.fixture
def copied(tmp_path: Path, bucket: Bucket) -> Path:
    """A backup of four marks, which is in the bucket, in four pieces."""
    folder = tmp_path / "backup"
    folder.mkdir()
    writer, copy = PairWriter.begin(folder, "e1", "h", 0, MS), BucketCopy(folder, bucket, ["e1"])
    writer.end_base()
    writer.publish()
    for number in range(4):
        writer.add(Whole(b"*1\r\n$1\r\n%d\r\n" % number, 1, False), MS + number * 1000)
        writer.sync()
        copy.turn(0)
    writer.finish()
    return folder


@pytest.mark.parametrize("size", [1, 7])
def test_a_copy_may_come_in_chunks_of_any_size(
    copied: Path, tmp_path: Path, bucket: Bucket, size: int, monkeypatch: pytest.MonkeyPatch
):
    def small_chunks(self: Bucket, name: str) -> Iterator[bytes]:
        content = self.read(name)
        yield from (content[at : at + size] for at in range(0, len(content), size))

    monkeypatch.setattr(Bucket, "chunks", small_chunks)
    [pair], _ = list_pairs(copied)
    [copy], _ = list_pairs(fetched(bucket, tmp_path / "fetched"))
    assert read_marks(copy) == read_marks(pair)


def test_a_crash_while_pieces_become_one_leaves_the_whole_backup(
    copied: Path, tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(copying, "MAX_PIECES", 4)
    before = pieces(bucket)
    monkeypatch.setattr(Bucket, "remove", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        BucketCopy(copied, bucket, ["e1"]).turn(0)
    assert pieces(bucket) == before
    assert len(bucket.read(before[0])) > 3 * len(bucket.read(before[1])), "it holds all of them"
    [pair], _ = list_pairs(copied)
    [copy], _ = list_pairs(fetched(bucket, tmp_path / "fetched"))
    assert read_marks(copy) == read_marks(pair)


@pytest.mark.parametrize("at_ms", [None, MS])
def test_all_parts_of_a_cluster_come_from_the_bucket(parts: Path, tmp_path: Path, bucket: Bucket, at_ms: int | None):
    for name in PARTS:
        BucketCopy(parts / name, Bucket(f"{bucket}/{name}"), ["e1"]).turn(0)
    bucket.write(SHARDS, (parts / SHARDS).read_bytes())
    (tmp_path / "fetched").mkdir()
    fetch(bucket, tmp_path / "fetched", at_ms, lambda came: None)
    found = choose_all(tmp_path / "fetched", at_ms)
    assert [(cut.pair.folder.parent.name, cut.ms) for cut in found] == [(name, MS) for name in PARTS]
    with pytest.raises(Unsuitable, match="the backup does not hold that time: it begins later"):
        fetch(bucket, tmp_path, MS - 1, lambda came: None)
