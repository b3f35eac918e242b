"""Bringing back: which files a restored store is made of, and their way into a folder."""

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from redis import Redis

from service.backup.faults import Unsuitable
from service.backup.files import FOLDER_MODE, OnBytes, chunks, digest_of, utc, write_chunks
from service.backup.folder import base_ms, list_pairs, newest_pair
from service.backup.pairs import (
    BASE,
    INCREMENT,
    MARKS,
    DamagedPair,
    Mark,
    Pair,
    commands,
    last_mark,
    mark_at,
    read_marks,
)
from service.backup.shard_list import SHARDS, parse_shards, shards_at
from store.whole_files import sync_folder, write_whole

PARTS = Path("appendonlydir")
"""The folder of a server's append-only file; a list in it names a base and the commands since."""
BASE_PART, COMMANDS_PART, LIST = "appendonly.aof.1.base.rdb", "appendonly.aof.1.incr.aof", "appendonly.aof.manifest"
LIST_TEXT = f"file {BASE_PART} seq 1 type b\nfile {COMMANDS_PART} seq 1 type i\n"
KEYS_AT_ONCE = 500
MAX_STEP_MS = 30_000
"""Between two marks of a backup that follows its store."""


class Cut(NamedTuple):
    """The store as of a mark: the base of a pair, and its increment up to there."""

    pair: Pair
    mark: Mark

    @property
    def ms(self) -> int:
        """The time of the store, since 1970."""
        return self.mark.ms

    @property
    def bytes(self) -> int:
        """Of the files of a server, at most: the base, and all that the server has sent since."""
        return self.pair.base.bytes + self.mark.offset - self.pair.offset


def choose(folder: Path, at_ms: int | None = None) -> Cut:
    """The store as of a time; None: the newest that is saved. Raises Unsuitable, DamagedPair, OSError."""
    if not folder.is_dir():
        raise Unsuitable(f"there is no backup in {folder}")
    pairs, damages = list_pairs(folder)
    newest = newest_pair(pairs)
    if newest is None:
        raise damages[0] if damages else Unsuitable(f"there is no backup in {folder}")
    last = last_mark(newest)
    if at_ms is None:
        return Cut(newest, last)
    pair = max((pair for pair in pairs if base_ms(pair) <= at_ms), key=base_ms, default=None)
    if pair is None or at_ms > last.ms:
        raise Unsuitable(f"the backup holds the time from {utc(base_ms(pairs[0]))} to {utc(last.ms)}, not {utc(at_ms)}")
    mark = mark_at(read_marks(pair), at_ms)
    if mark is None:  # the first one has the time of the base
        raise DamagedPair(f"{pair.folder / MARKS} is not what was saved: it has lost its first line")
    return Cut(pair, mark)


def choose_all(folder: Path, at_ms: int | None = None) -> list[Cut]:
    """The store as of a time: one part, or that of each primary of a cluster, which may differ by half a second.

    Raises Unsuitable, DamagedPair, OSError.
    """
    if not (folder / SHARDS).is_file():
        return [choose(folder, at_ms)]
    parts = [folder / name for name in shards_at(parse_shards((folder / SHARDS).read_bytes()), at_ms).names]
    newest = [choose(part) for part in parts]
    if at_ms is None:
        return newest
    latest = max(cut.ms for cut in newest)  # nothing may have come of a part for some seconds
    wanted = [at_ms if at_ms > latest else min(at_ms, cut.ms) for cut in newest]
    return [choose(part, ms) for part, ms in zip(parts, wanted, strict=True)]


def holes(pairs: Sequence[Pair]) -> list[tuple[int, int]]:
    """The times from and to which no second is saved, in ms since 1970, oldest first. Raises DamagedPair.

    `pairs`: oldest first. A server that is followed says every ten seconds how far it is, also if nothing changes.
    """
    times = sorted(mark.ms for pair in pairs for mark in read_marks(pair))
    return [(before, after) for before, after in pairwise(times) if after - before > MAX_STEP_MS]


def parse_time(text: str) -> int:
    """A point in time of the command line, in ms since 1970; UTC unless it names another zone. Raises ValueError.

    What `wonderful backup status` prints is one, too.

    >>> parse_time("2026-11-28 01:46:34") == parse_time("2026-11-28T02:46:34+01:00")
    True
    """
    found = datetime.fromisoformat(text.strip().removesuffix(" UTC"))
    return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)


def check_files(pair: Pair, on_bytes: OnBytes = lambda count: None) -> None:
    """Check the files of a pair against their checksums. Raises DamagedPair."""
    for path, known in ((BASE, pair.base), (INCREMENT, pair.increment)):
        try:
            digest = digest_of(pair.folder / path, known.bytes, on_bytes)
        except OSError as error:
            raise DamagedPair(f"{pair.folder / path} cannot be read: {error.strerror}") from None
        if digest.hexdigest() != known.sha256:
            raise DamagedPair(f"{pair.folder / path} is not what was saved: its checksum is another")


def lay_out(cut: Cut, folder: Path, on_bytes: OnBytes = lambda count: None) -> None:
    """Write the files of a store into a folder, from which a server can then start. A crash leaves no store there.

    Raises DamagedPair, OSError.
    """
    made = folder / "restoring"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(FOLDER_MODE)
    write_chunks(made / BASE_PART, chunks(cut.pair.folder / BASE, 0, cut.pair.base.bytes), on_bytes)
    write_chunks(made / COMMANDS_PART, commands(cut.pair, cut.mark.length), on_bytes)
    write_whole(made / LIST, LIST_TEXT.encode())
    made.rename(folder / PARTS)
    sync_folder(folder)


def copy_keys(source: Redis, target: Redis) -> None:
    """Copy all keys of a server to another one, with the times at which they end. Raises RedisError."""
    keys = iter(source.scan_iter(count=KEYS_AT_ONCE))
    while some := [*islice(keys, KEYS_AT_ONCE)]:
        read, write = source.pipeline(transaction=False), target.pipeline(transaction=False)
        for key in some:
            read.dump(key)
            read.pexpiretime(key)
        found = read.execute()
        for key, content, end_ms in zip(some, found[::2], found[1::2], strict=True):
            if content is not None:
                write.restore(key, max(0, end_ms), content, replace=True, absttl=end_ms > 0)
        write.execute()
