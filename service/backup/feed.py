"""One connection to the server, and the pair that it fills."""

from contextlib import suppress
from pathlib import Path

from service.backup.connection import ReplicaConnection, psync_refused
from service.backup.faults import Lost, Unsuitable
from service.backup.incoming import BaseEnd, Continued, Incoming, NewBase, Piece, Reader, RefusedByServer
from service.backup.pair_writer import PairWriter
from service.backup.pairs import Pair, last_mark
from service.backup.resp import Malformed, Whole

TURN_BYTES = 16 << 20
"""The most that is taken from a connection before the other one has its turn."""


class Feed:
    """Takes what the server sends into a pair. `writer`: None before the server has answered.

    `is_ready`: the base of the pair is complete, so commands follow. `is_new`: the pair is one that this feed began.
    """

    def __init__(self, folder: Path, connection: ReplicaConnection, epoch: str, resumed: Pair | None = None) -> None:
        """Ask for the stream: what follows the last mark of a pair, or a new base. Raises Lost, Unsuitable."""
        self.writer: PairWriter | None = None
        self.is_ready = False
        self.is_new = True
        self._folder, self._epoch, self._resumed = folder, epoch, resumed
        self._connection, self._reader = connection, Reader()
        connection.begin(resumed.history if resumed else "?", last_mark(resumed).offset if resumed else -1)

    def fileno(self) -> int:
        return self._connection.fileno()

    def take(self, now_ms: int) -> None:
        """Take what has come by now. Raises Lost, Unsuitable; OSError if it cannot be written."""
        taken = 0
        while taken < TURN_BYTES and (data := self._connection.receive()):
            taken += len(data)
            try:
                for found in self._reader.feed(data):
                    self._handle(found, now_ms)
            except RefusedByServer as error:
                raise _refusal(str(error)) from None
            except Malformed as error:
                raise Lost(f"the server has sent something else than commands: {error}") from None

    def sync(self) -> None:
        """Put what has come on disk, and tell the server. Raises Lost, OSError."""
        if self.writer and self.is_ready:
            self.writer.sync()
            self._connection.acknowledge(self.writer.offset)

    def end(self) -> None:
        """End the connection, and the pair in order; one that is not in use is removed. Raises OSError."""
        self._connection.close()
        if self.writer and self.is_ready and not self.is_new:
            self.writer.finish()
        elif self.writer:
            self.writer.discard()

    def drop(self) -> None:
        """The same when the disk is in trouble: what has a mark stays."""
        with suppress(OSError):
            self.end()

    def _handle(self, found: Incoming, now_ms: int) -> None:
        match found:
            case Continued(id):
                assert self._resumed is not None
                self.writer, self.is_ready, self.is_new = PairWriter.resume(self._resumed, id), True, False
            case NewBase(id, offset):
                self.writer = PairWriter.begin(self._folder, self._epoch, id, offset, now_ms)
            case Piece(data):
                self._written.add_base(data)
            case BaseEnd():
                self._written.end_base()
                self.is_ready = True
                self._connection.acknowledge(self._written.offset)  # the server sends commands from then on
            case Whole():
                self._written.add(found, now_ms)
                if found.asks:
                    self.sync()

    @property
    def _written(self) -> PairWriter:
        assert self.writer is not None
        return self.writer


def _refusal(words: str) -> Exception:
    """What an answer means that begins no stream: some servers only have to load data, or to find their primary."""
    if words.startswith(("LOADING", "NOMASTERLINK", "MASTERDOWN")):
        return Lost(words)
    return Unsuitable(psync_refused(words))
