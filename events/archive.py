"""The archive: finished games as files, one a game, that are written once. Every process reads those that it needs.

The files are in a folder or in a bucket.
"""

import errno
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Protocol
from urllib.parse import urlsplit

from cachetools import LRUCache

from events.chain import DamagedLog
from events.entry import Entry
from events.packing import Packed, Snapshot, Unreadable, opened, pack, unpacked
from store.buckets import Bucket, is_bucket_url
from store.whole_files import sync_folder, write_whole

KEPT_ENTRIES = 16_384
"""Entries of the games that were read last, of which a process keeps the log: about 10 MB."""
READ_AT_ONCE = 2
"""Games that a process reads at the same time; others wait for their turn."""
ID = re.compile(r"[A-Za-z0-9_-]{2,64}")
"""Ids of games that may name a file."""


class ArchiveFault(DamagedLog):
    """A game that is archived, and that the archive does not give. The store is sound: nothing is marked as damaged."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(game, 0, reason)
        self.args = (f"game {game} is archived, and cannot be read: {reason}",)

    def __reduce__(self) -> tuple[Any, ...]:
        return ArchiveFault, (self.game, self.reason)


class Files(Protocol):
    """Where the files of an archive are: a folder or a bucket. As a text, it is what messages call it."""

    def fault(self) -> str:
        """Why nobody can use it, in a line; empty if it can be used."""

    def has(self, name: str) -> bool:
        """Whether there is a file. Raises OSError."""

    def read(self, name: str) -> bytes:
        """All bytes of a file. Raises FileNotFoundError, OSError."""

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all, also if the machine stops. Raises OSError."""


class Folder:
    """A folder, which must exist: another one in its place would seem to have lost all games."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def fault(self) -> str:
        return "" if self.path.is_dir() else f"there is no folder {self.path}"

    def has(self, name: str) -> bool:
        return (self.path / name).is_file()

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def write(self, name: str, content: bytes) -> None:
        file = self.path / name
        if fault := self.fault():
            raise FileNotFoundError(errno.ENOENT, fault)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(file, content)
        sync_folder(self.path)  # the folder of the file may be new in it


def open_archive(url: str) -> "Archive | None":
    """The archive at a URL, whether or not it is there; None without a URL."""
    if not url:
        return None
    return Archive(Bucket(url) if is_bucket_url(url) else Folder(Path(urlsplit(url).path)))


class Archive:
    """The archive. A game is the file `<first two letters>/<game>.zst`. Safe to use from several threads."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.run: Callable[[Callable[[], Any]], Any] = lambda work: work()
        """Runs what reads a file: a web process does it in a thread, so that its other requests go on."""
        self._kept: LRUCache[str, Sequence[Entry]] = LRUCache(KEPT_ENTRIES, len)
        self._lock = Lock()
        self._places = BoundedSemaphore(READ_AT_ONCE)

    def entries(self, game: str) -> Sequence[Entry]:
        """All entries of a game. Raises ArchiveFault."""
        with self._places:
            with self._lock:
                kept = self._kept.get(game)
            if kept is not None:
                return kept
            found: Sequence[Entry] = self.run(lambda: self._unpacked(game))
        with self._lock, suppress(ValueError):  # it is longer than all that is kept
            self._kept[game] = found
        return found

    def snapshot(self, game: str) -> Snapshot:
        """The last snapshot of a game. Raises ArchiveFault."""
        with self._places:
            found: Packed = self.run(lambda: self._opened(game))
        return found.snapshot

    def write(self, game: str, ruleset: str, entries: Sequence[Entry], snapshot: Snapshot) -> int:
        """Write a game, and read it back; how many bytes it has. It is on the disk then.

        Raises ArchiveFault if the archive has another game of this id, NotPackable, and OSError.
        """
        name = _name(game)
        if self.files.has(name):
            kept = self._unpacked(game)
            if [*kept] != [*entries[: len(kept)]]:
                raise ArchiveFault(game, f"{self.files}/{name} is another game")
        packed = pack(game, ruleset, entries, snapshot)
        self.files.write(name, packed)
        with self._lock:
            self._kept.pop(game, None)
        found = self._opened(game)
        if found.snapshot != snapshot or unpacked(found) != [*entries]:
            raise ArchiveFault(game, f"{self.files}/{name} does not hold what was written")
        return len(packed)

    def _opened(self, game: str) -> Packed:
        file = f"{self.files}/{_name(game)}"
        try:
            found = opened(self.files.read(_name(game)))
        except FileNotFoundError:
            raise ArchiveFault(game, self.files.fault() or f"there is no {file}") from None
        except OSError as error:
            raise ArchiveFault(game, f"{file} cannot be read: {error.strerror}") from error
        except Unreadable as error:
            raise ArchiveFault(game, f"{file}: {error}") from error
        if found.game != game:
            raise ArchiveFault(game, f"{file} is the game {found.game}")
        return found

    def _unpacked(self, game: str) -> Sequence[Entry]:
        try:
            return unpacked(self._opened(game))
        except Unreadable as error:
            raise ArchiveFault(game, f"{self.files}/{_name(game)}: {error}") from error


def _name(game: str) -> str:
    """The name of the file of a game. Raises ArchiveFault."""
    if not ID.fullmatch(game):
        raise ArchiveFault(game, "its id cannot name a file")
    return f"{game[:2]}/{game}.zst"
