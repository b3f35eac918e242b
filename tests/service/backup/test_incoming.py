"""What a server sends to a replica is read in pieces of any size, and kept in whole transactions."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.backup.incoming import MAX_LINE_BYTES, BaseEnd, Continued, NewBase, Piece, Reader, RefusedByServer
from service.backup.resp import Malformed, Transactions, Whole


def command(*words: str) -> bytes:
    parts = [word.encode() for word in words]
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)


ALONE = command("SET", "a", "1")
TRANSACTION = [
    command("MULTI"),
    command("SET", "b", "x\r\ny"),
    command("PING"),
    command("XADD", "s", "1-0", "f", "v"),
    command("EXEC"),
]
PARTS = (command("SELECT", "0"), ALONE, command("PING"), b"".join(TRANSACTION), command("REPLCONF", "GETACK", "*"))
STREAM = b"".join(PARTS)
KEPT = command("SELECT", "0") + ALONE + b"".join(each for each in TRANSACTION if each != command("PING"))
BASE = b"REDIS0011" + bytes(range(256)) * 3
MARK = b"e" * 40


def pieces(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    at = sorted({0, len(data), *[cut % (len(data) + 1) for cut in cuts]})
    return [data[begin:end] for begin, end in pairwise(at)]


def read(data: bytes, cuts: Iterable[int] = ()) -> tuple[list[object], bytes, Whole]:
    """What a reader finds: kinds of answers, the base, and the commands together."""
    reader, kinds, base, whole = Reader(), list[object](), b"", Whole(b"", 0, False)
    for piece in pieces(data, cuts):
        for found in reader.feed(piece):
            match found:
                case Piece(more):
                    base += more
                case Whole():
                    whole = Whole(whole.kept + found.kept, whole.read + found.read, whole.asks or found.asks)
                case _:
                    kinds.append(found)
    return kinds, base, whole


@given(st.lists(st.integers(0, 5000), max_size=12), st.booleans())
def test_a_base_and_its_stream_are_read_whatever_the_pieces(cuts: list[int], has_mark: bool):
    base = b"$EOF:" + MARK + b"\r\n" + BASE + MARK if has_mark else b"$%d\r\n" % len(BASE) + BASE
    kinds, read_base, whole = read(b"\n\n+FULLRESYNC abc 77\r\n\n" + base + STREAM, cuts)
    assert kinds == [NewBase("abc", 77), BaseEnd()]
    assert read_base == BASE
    assert whole == Whole(KEPT, len(STREAM), True)


@pytest.mark.parametrize(("answer", "found"), [(b"+CONTINUE\r\n", None), (b"+CONTINUE new\r\n", "new")])
def test_a_stream_goes_on_where_it_was(answer: bytes, found: str | None):
    kinds, base, whole = read(answer + STREAM)
    assert (kinds, base, whole.kept) == ([Continued(found)], b"", KEPT)


def test_a_cut_stream_holds_its_whole_transactions_at_every_byte():
    ends = [0]
    for each in PARTS:
        ends.append(ends[-1] + len(each))
    for cut in range(len(STREAM) + 1):
        found = Transactions().feed(STREAM[:cut])
        assert found.read == max(end for end in ends if end <= cut)
        assert KEPT.startswith(found.kept)


@pytest.mark.parametrize(
    "data",
    [
        b"+OK\r\n",
        b"+OK",
        b"*x\r\n",
        b"*1\r\n:3\r\n",
        b"*1\r\n:3",
        b"*1\r\n$3\r\nGETxx",
        b"*1\r\n$99999999999\r\n",
    ],
)
def test_what_is_no_command_is_told_apart(data: bytes):
    with pytest.raises(Malformed):
        Transactions().feed(data)


@pytest.mark.parametrize("before", [b"", b"+FULLRESYNC abc 77\r\n\n"])
def test_a_refusal_is_repeated_in_the_words_of_the_server(before: bytes):
    with pytest.raises(RefusedByServer, match="NOPERM this user has no permissions"):
        list(Reader().feed(before + b"-NOPERM this user has no permissions\r\n"))


def test_an_answer_that_does_not_end_is_not_kept_for_ever():
    reader = Reader()
    assert list(reader.feed(b"x" * MAX_LINE_BYTES)) == []
    with pytest.raises(Malformed, match="a line is too long"):
        list(reader.feed(b"x"))
