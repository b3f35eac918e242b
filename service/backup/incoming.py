"""What a server sends to a replica, read without a connection: its answer to PSYNC, the base, then commands."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from service.backup.resp import Malformed, Transactions, Whole

END_MARK_BYTES = 40
"""The end mark of a base that is sent without its length: random, the same at its beginning and end."""
MAX_LINE_BYTES = 65_536


class Continued(NamedTuple):
    """The stream goes on where the replica left it. `id`: a new one of the history, or None: it is the same."""

    id: str | None


class NewBase(NamedTuple):
    """A base follows. `id`, `offset`: the history that the server follows, and how far it is."""

    id: str
    offset: int


class Piece(NamedTuple):
    """Some bytes of the base."""

    data: bytes


class BaseEnd(NamedTuple):
    """The base is complete."""


Incoming = Continued | NewBase | Piece | BaseEnd | Whole


class RefusedByServer(Exception):
    """The server does not answer PSYNC as a primary does. The message is what it says."""


class Reader:
    """Reads what a server sends after PSYNC, in pieces of any size."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._step: Callable[[], Incoming | None] = self._answer
        self._left = 0  # bytes of a base whose length is known
        self._end_mark = b""
        self._transactions = Transactions()

    def feed(self, data: bytes) -> Iterator[Incoming]:
        """What the bytes say, in order. Raises RefusedByServer, Malformed."""
        self._buffer += data
        while (found := self._step()) is not None:
            yield found

    def _line(self) -> bytes | None:
        """The next line that says something: empty ones only show that the server is alive."""
        while True:
            end = self._buffer.find(b"\n")
            if end < 0:
                if len(self._buffer) > MAX_LINE_BYTES:
                    raise Malformed("a line is too long")
                return None
            line = bytes(self._buffer[:end]).rstrip(b"\r")
            del self._buffer[: end + 1]
            if line:
                return line

    def _answer(self) -> Incoming | None:
        line = self._line()
        if line is None:
            return None
        if match := re.fullmatch(rb"\+FULLRESYNC ([0-9a-zA-Z]+) ([0-9]+)", line):
            self._step = self._header
            return NewBase(match[1].decode(), int(match[2]))
        if match := re.fullmatch(rb"\+CONTINUE(?: ([0-9a-zA-Z]+))?", line):
            self._step = self._commands
            return Continued(match[1].decode() if match[1] else None)
        raise RefusedByServer(line.lstrip(b"-+").decode(errors="replace")[:200])

    def _header(self) -> Incoming | None:
        line = self._line()
        if line is None:
            return None
        if line.startswith(b"$EOF:") and len(line) == len(b"$EOF:") + END_MARK_BYTES:
            self._end_mark, self._step = line[len(b"$EOF:") :], self._marked_base
        elif line.startswith(b"$") and line[1:].isdigit():
            self._left, self._step = int(line[1:]), self._counted_base
        else:
            raise RefusedByServer(line.lstrip(b"-+").decode(errors="replace")[:200])
        return self._step()

    def _counted_base(self) -> Incoming | None:
        if not self._left:
            self._step = self._commands
            return BaseEnd()
        data = self._take(min(self._left, len(self._buffer)))
        self._left -= len(data)
        return Piece(data) if data else None

    def _marked_base(self) -> Incoming | None:
        end = self._buffer.find(self._end_mark)
        if end >= 0:
            data = self._take(end)
            del self._buffer[:END_MARK_BYTES]
            self._left, self._step = 0, self._counted_base
            return Piece(data) if data else self._step()
        data = self._take(max(0, len(self._buffer) - END_MARK_BYTES + 1))
        return Piece(data) if data else None

    def _commands(self) -> Incoming | None:
        if not self._buffer:
            return None
        found = self._transactions.feed(self._take(len(self._buffer)))
        return found if found.read else None

    def _take(self, count: int) -> bytes:
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data
