"""Commands in the form in which servers send and store them (RESP): where one ends, and where a transaction does."""

from typing import NamedTuple

LEFT_OUT = {b"PING", b"PUBLISH", b"REPLCONF", b"SPUBLISH"}
"""Commands that change no data, so no file needs them."""
MAX_LENGTH = 1 << 30
"""Of one argument in bytes, and of all arguments by number: a server accepts no longer ones."""


class Malformed(ValueError):
    """The bytes are no commands."""


class Command(NamedTuple):
    """`name`: in capitals. `end`: the offset of what follows it. `argument`: the first one, empty if there is none."""

    name: bytes
    end: int
    argument: bytes = b""


def read_command(data: bytes | bytearray, at: int) -> Command | None:
    """The command that begins at an offset; None if it is not whole. Raises Malformed.

    >>> read_command(b"*2\\r\\n$3\\r\\nGET\\r\\n$1\\r\\nx\\r\\n*1", 0)
    Command(name=b'GET', end=20, argument=b'x')
    """
    line_end = data.find(b"\r\n", at)
    if line_end < 0:
        _check_start(data, at, b"*")
        return None
    count = _number(data, at, line_end, b"*")
    name, argument, at = b"", b"", line_end + 2
    for index in range(count):
        line_end = data.find(b"\r\n", at)
        if line_end < 0:
            _check_start(data, at, b"$")
            return None
        begins = line_end + 2
        ends = begins + _number(data, at, line_end, b"$")
        at = ends + 2
        if at > len(data):
            return None
        if data[ends:at] != b"\r\n":
            raise Malformed(f"an argument does not end at byte {ends}")
        if index == 0:
            name = bytes(data[begins:ends]).upper()
        elif index == 1:
            argument = bytes(data[begins:ends])
    return Command(name, at, argument)


def _check_start(data: bytes | bytearray, at: int, mark: bytes) -> None:
    if at < len(data) and data[at : at + 1] != mark:
        raise Malformed(f"no command at byte {at}")


def _number(data: bytes | bytearray, at: int, end: int, mark: bytes) -> int:
    digits = bytes(data[at + 1 : end])
    if data[at : at + 1] != mark or not digits.isdigit() or (found := int(digits)) > MAX_LENGTH:
        raise Malformed(f"no command at byte {at}")
    return found


class Transactions:
    """Splits a stream of commands into whole transactions. A command outside of MULTI and EXEC is one of its own.

    `pending`: what came after the last whole transaction.
    """

    def __init__(self) -> None:
        self.pending = bytearray()
        self._scanned = 0  # of `pending`
        self._in_multi = False
        self._kept: list[bytes] = []  # of the open transaction

    def feed(self, data: bytes) -> "Whole":
        """What is whole now. Raises Malformed."""
        self.pending += data
        kept, done, at, asks = list[bytes](), 0, self._scanned, False
        while found := read_command(self.pending, at):
            if found.name not in LEFT_OUT:
                self._kept.append(bytes(self.pending[at : found.end]))
            asks |= found.name == b"REPLCONF" and found.argument.upper() == b"GETACK"
            self._in_multi = (self._in_multi or found.name == b"MULTI") and found.name not in (b"EXEC", b"DISCARD")
            at = found.end
            if not self._in_multi:
                kept += self._kept
                self._kept, done = [], at
        del self.pending[:done]
        self._scanned = at - done
        return Whole(b"".join(kept), done, asks)


class Whole(NamedTuple):
    """`kept`: whole transactions, as a file keeps them. `read`: bytes of the stream, with what is left out of them.

    `asks`: the server asks how far this replica has come.
    """

    kept: bytes
    read: int
    asks: bool
