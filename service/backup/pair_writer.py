"""Writes a pair: what has come counts once it is compressed, synced and marked."""

import os
import shutil
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import zstandard

from service.backup.files import FOLDER_MODE, digest_of, open_private, utc, write_all, write_json
from service.backup.pairs import BASE, DESCRIPTION, FORM, INCREMENT, MARKS, Checksum, Mark, Pair, last_mark, line_of
from service.backup.resp import Whole
from store.whole_files import sync_folder

UNFINISHED = ".part"
"""The end of the name of a folder whose base is not complete, or that is not in use yet."""
FRAME_BYTES = 1 << 20
"""Of commands in a frame; only one transaction that is longer makes it larger."""
LEVEL = 3
"""Of compression: it takes 2 ms of CPU for a megabyte, and stored games shrink to a fifteenth."""


class PairWriter:
    """A pair that grows. `start`, `offset`: of the server's history at the base, and after the last transaction.

    `length`: of the increment. `base_bytes`: of the base. `received_ms`: when something came last, ms since 1970.
    All methods raise OSError where the disk is full; what has a mark stays sound.
    """

    def __init__(self, folder: Path, epoch: str, history: str, start: int, received_ms: int) -> None:
        self.folder, self.epoch, self.history = folder, epoch, history
        self.start, self.offset, self.received_ms = start, start, received_ms
        self.length = self.base_bytes = 0
        self._pending = bytearray()  # whole transactions, of which no frame is made yet
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        self._base_digest, self._digest = sha256(), sha256()
        self._marked = Mark(0, -1, -1)
        self._files: list[int] = []

    @classmethod
    def begin(cls, parent: Path, epoch: str, history: str, offset: int, ms: int) -> "PairWriter":
        """A new pair in a backup folder, not in use before `publish`. `ms`: the time of its base."""
        folder = parent / f"{utc(ms, '%Y%m%dT%H%M%S')}.{ms % 1000:03}Z{UNFINISHED}"
        writer = cls(folder, epoch, history, offset, ms)
        folder.mkdir(FOLDER_MODE)
        writer._open()
        return writer

    @classmethod
    def resume(cls, pair: Pair, history: str | None = None) -> "PairWriter":
        """A pair whose stream goes on behind its last mark. `history`: a new id of it."""
        mark = last_mark(pair)
        writer = cls(pair.folder, pair.epoch, history or pair.history, pair.offset, mark.ms)
        writer._open()
        os.ftruncate(writer._increment, mark.length)
        os.ftruncate(writer._marks, (pair.folder / MARKS).read_bytes().rfind(b"\n") + 1)  # a crash may have cut a line
        writer.offset, writer.length, writer._marked = mark.offset, mark.length, mark
        writer.base_bytes = pair.base.bytes
        writer._digest = digest_of(pair.folder / INCREMENT, mark.length)
        writer._base = pair.base
        if history not in (None, pair.history) or pair.form != FORM:
            writer._describe()
        return writer

    def add_base(self, data: bytes) -> None:
        """Write some more of the base."""
        write_all(self._base_file, data)
        self._base_digest.update(data)
        self.base_bytes += len(data)

    def end_base(self) -> None:
        """The base is complete: sync it."""
        os.fsync(self._base_file)
        self._base = Checksum(self.base_bytes, self._base_digest.hexdigest())
        self.sync()
        self._describe()

    def add(self, whole: Whole, ms: int) -> None:
        """Take whole transactions, which came at that time."""
        self._pending += whole.kept
        self.offset += whole.read
        self.received_ms = ms
        if len(self._pending) >= FRAME_BYTES:
            self._write_frame()

    def sync(self) -> None:
        """Let everything that came survive a loss of power, and mark it."""
        if self._pending:
            self._write_frame()
        mark = Mark(max(self.received_ms, self._marked.ms), self.length, self.offset)
        if mark[1:] == self._marked[1:]:
            return
        if mark.length != self._marked.length:
            os.fdatasync(self._increment)
        size = os.fstat(self._marks).st_size
        try:
            write_all(self._marks, line_of(mark) + b"\n")
        except OSError:
            os.ftruncate(self._marks, size)
            raise
        self._marked = mark

    def publish(self) -> None:
        """Put a new pair, whose base is complete, into use."""
        self.sync()
        sync_folder(self.folder)
        final = self.folder.with_name(self.folder.name.removesuffix(UNFINISHED))
        self.folder.rename(final)
        self.folder = final
        sync_folder(final.parent)

    def finish(self) -> None:
        """Sync and close the pair; its description gets the checksum of the increment as it is now."""
        try:
            self.sync()
            self._describe()
        finally:
            self.close()

    def close(self) -> None:
        """Close the files."""
        for file in self._files:
            os.close(file)
        self._files = []

    def discard(self) -> None:
        """Close the files of a pair that is not in use, and remove it."""
        self.close()
        if self.folder.name.endswith(UNFINISHED):
            with suppress(OSError):
                shutil.rmtree(self.folder)

    def _open(self) -> None:
        for path in (BASE, INCREMENT, MARKS):
            self._files.append(open_private(self.folder / path, os.O_RDWR | os.O_CREAT | os.O_APPEND))
        self._base_file, self._increment, self._marks = self._files

    def _write_frame(self) -> None:
        frame = self._compressor.compress(bytes(self._pending))
        try:
            write_all(self._increment, frame)
        except OSError:
            os.ftruncate(self._increment, self.length)
            raise
        self._digest.update(frame)
        self.length += len(frame)
        self._pending.clear()

    def _describe(self) -> None:
        increment = Checksum(self.length, self._digest.hexdigest())
        pair = Pair(self.folder, self.epoch, self.history, self.start, self._base, increment)
        write_json(self.folder / DESCRIPTION, pair.to_json())
