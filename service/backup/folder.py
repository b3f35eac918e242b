"""A backup folder: its pairs, by time, and a lock that one backup holds."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from service.backup.faults import Held, Unsuitable
from service.backup.files import FOLDER_MODE, open_private
from service.backup.pair_writer import UNFINISHED
from service.backup.pairs import DamagedPair, Pair, check_lengths, commands, last_mark, read_pair, size_of
from service.backup.shard_list import SHARDS
from service.backup.status import SAVED, VERIFIED
from store.identity import ACCEPTED, Epoch

LOCK = "lock"
PAIR_NAME = re.compile(r"[0-9]{8}T[0-9]{6}\.[0-9]{3}Z")
REMOVED = ".gone"
"""The end of the name of a folder that is being removed."""
OWN_NAMES = re.compile(
    rf"{LOCK}|({re.escape(SAVED)}|{re.escape(VERIFIED)}|{SHARDS})(\.[0-9a-f]{{8}}\.new)?|slots-[0-9]{{5}}|{PAIR_NAME.pattern}(\{UNFINISHED}|\{REMOVED})?"
)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for one backup, and make it if it is new. Raises Held, Unsuitable, OSError."""
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    if foreign := next((name for name in sorted(os.listdir(folder)) if not OWN_NAMES.fullmatch(name)), None):
        raise Unsuitable(f"{folder} is no backup, as it holds {foreign}: name a new or an empty folder")
    folder.chmod(FOLDER_MODE)
    with held(folder / LOCK, f"another process backs up into {folder}"):
        for path in folder.iterdir():
            if path.name.endswith((UNFINISHED, REMOVED)):
                shutil.rmtree(path)
        yield


@contextmanager
def held(file: Path, refusal: str) -> Iterator[None]:
    """Hold a lock file. Raises Held with the refusal if another process does; OSError."""
    descriptor = open_private(file)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Held(refusal) from None
        yield
    finally:
        os.close(descriptor)


def list_pairs(folder: Path) -> tuple[list[Pair], list[DamagedPair]]:
    """All pairs of a backup folder, oldest first, and what is wrong with those that cannot be read. Raises OSError."""
    pairs, damages = list[Pair](), list[DamagedPair]()
    for name in sorted(path.name for path in folder.iterdir() if PAIR_NAME.fullmatch(path.name)):
        try:
            pair = read_pair(folder / name)
            check_lengths(pair)
        except DamagedPair as error:
            damages.append(error)
        else:
            pairs.append(pair)
    return pairs, damages


def newest_pair(pairs: Sequence[Pair]) -> Pair | None:
    """The pair that holds the newest second; of equal ones the one with the newest base. None: there is no pair.

    Raises DamagedPair.
    """
    return max(pairs, key=lambda pair: (last_mark(pair).ms, pair.name), default=None)


def epoch_of_backup(folder: Path) -> str:
    """The epoch of the store whose backup a folder holds; of a cluster, too. Empty: not known. It raises nothing."""
    with suppress(OSError):
        for place in (folder, *sorted(folder.glob("slots-*"))):
            if pairs := list_pairs(place)[0]:
                return pairs[-1].epoch
    return ""


def saw_epoch(folder: Path, epoch: str) -> bool:
    """Whether the store whose backup a folder holds has had this epoch, be it one that an operator accepted later.

    Raises DamagedPair, OSError.
    """
    pairs, _ = list_pairs(folder)
    return any(pair.epoch == epoch for pair in pairs) or any(_was_accepted(pair, epoch) for pair in pairs)


def _was_accepted(pair: Pair, epoch: str) -> bool:
    """Whether a command of the increment gives the store an epoch in the place of others."""
    sought, seen = f"{epoch}{ACCEPTED}".encode(), b""
    for data in commands(pair, last_mark(pair).length):
        seen = seen[-len(sought) :] + data
        if sought in seen:
            return True
    return False


def outdated(names: Iterable[str], kept_from_ms: int) -> list[str]:
    """The names of the pairs that no second from a time on needs: the next base is older than it."""
    return [name for name, following in pairwise(sorted(names)) if ms_of_name(following) <= kept_from_ms]


def too_many(pairs: Sequence[Pair], max_bytes: int) -> list[str]:
    """The names of the oldest pairs that must go so that the others have so many bytes at most; never the newest.

    `pairs`: oldest first. Raises DamagedPair.
    """
    left, names = sum(map(size_of, pairs)), list[str]()
    for pair in pairs[:-1]:
        if left <= max_bytes:
            break
        names.append(pair.name)
        left -= size_of(pair)
    return names


def remove(folder: Path) -> None:
    """Remove the folder of a pair; a crash leaves it whole, or what the next backup removes. Raises OSError."""
    gone = folder.with_name(f"{folder.name}{REMOVED}")
    folder.rename(gone)
    shutil.rmtree(gone)


def base_ms(pair: Pair) -> int:
    """The time of the base of a pair, in ms since 1970."""
    return ms_of_name(pair.name)


def ms_of_name(name: str) -> int:
    """The time that the name of a pair says, in ms since 1970.

    >>> ms_of_name("20261128T064422.250Z")
    1795848262250
    """
    return round(datetime.strptime(f"{name[:-1]}+0000", "%Y%m%dT%H%M%S.%f%z").timestamp() * 1000)


def check_same_store(pairs: Sequence[Pair], folder: Path, epoch: Epoch) -> None:
    """Raises Unsuitable unless a folder holds the backup of the store with this epoch, or none.

    A store that an operator accepted in the place of the one in the folder is the same; so is one that was restored
    as it was before that.
    """
    if not epoch:
        raise Unsuitable("the store has no epoch: no service has started on it, or it has lost its data")
    if not pairs or any(pair.epoch in epoch.ids for pair in pairs):
        return
    raise Unsuitable(f"{folder} holds the backup of another store, of the epoch {pairs[-1].epoch}: name another folder")
