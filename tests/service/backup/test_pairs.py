"""What a pair of a backup says of itself, and how it says that it is damaged."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from service.backup.pairs import (
    BASE,
    DESCRIPTION,
    INCREMENT,
    MARKS,
    TAIL_BYTES,
    Checksum,
    DamagedPair,
    Mark,
    OtherForm,
    Pair,
    check_lengths,
    commands,
    last_mark,
    mark_at,
    parse_description,
    read_marks,
    read_pair,
    size_of,
)

COMMANDS = b"SET a 1"
COMPRESSED = zstandard.compress(COMMANDS)
LENGTH = len(COMPRESSED)


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """A pair with a base of four bytes, one frame in its increment, and two marks."""
    made = Pair(tmp_path, "e1", "h1", 7, Checksum(4, "aa"), Checksum(0, "bb"))
    (tmp_path / BASE).write_bytes(b"base")
    (tmp_path / INCREMENT).write_bytes(COMPRESSED)
    (tmp_path / MARKS).write_bytes(b"1000 0 7\n2000 %d 19\n" % LENGTH)
    (tmp_path / DESCRIPTION).write_bytes(json.dumps(made.to_json()).encode())
    return made


def test_a_pair_is_read_as_it_was_written(pair: Pair):
    assert read_pair(pair.folder) == pair
    assert read_marks(pair) == [Mark(1000, 0, 7), Mark(2000, LENGTH, 19)]
    assert (last_mark(pair), size_of(pair)) == (Mark(2000, LENGTH, 19), 4 + LENGTH)
    assert b"".join(commands(pair, LENGTH)) == COMMANDS
    check_lengths(pair)


def test_the_last_mark_at_a_time_is_found(pair: Pair):
    first, second = read_marks(pair)
    assert [mark_at([first, second], ms) for ms in (999, 1000, 1999, 2000, 9000)] == [
        None,
        first,
        first,
        second,
        second,
    ]


@pytest.mark.parametrize("end", [b"3000 9", b"3000 9 9", b"3000 nine 9\n", b"3000 9 9 9\n", b"x" * 2 * TAIL_BYTES])
def test_a_line_that_is_no_whole_mark_does_not_count(pair: Pair, end: bytes):
    with (pair.folder / MARKS).open("ab") as file:
        file.write(end)
    assert len(read_marks(pair)) == 2
    assert last_mark(pair).ms == 2000


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (BASE, check_lengths),
        (INCREMENT, check_lengths),
        (INCREMENT, lambda pair: [*commands(pair, LENGTH)]),
        (MARKS, last_mark),
        (MARKS, read_marks),
        (DESCRIPTION, lambda pair: read_pair(pair.folder)),
    ],
)
def test_a_file_that_is_missing_is_named(pair: Pair, name: Path, read: Callable[[Pair], object]):
    (pair.folder / name).unlink()
    with pytest.raises(DamagedPair, match=f"{name} cannot be read: No such file"):
        read(pair)


def test_a_pair_without_a_mark_is_damaged(pair: Pair):
    (pair.folder / MARKS).write_bytes(b"")
    with pytest.raises(DamagedPair, match="marks has no mark"):
        last_mark(pair)


def test_a_file_that_is_shorter_than_it_was_is_named(pair: Pair):
    (pair.folder / INCREMENT).write_bytes(COMPRESSED[:-1])
    with pytest.raises(DamagedPair, match=f"has lost data: it has {LENGTH - 1} bytes, and had {LENGTH}"):
        check_lengths(pair)


def test_an_increment_that_is_not_what_was_saved_is_named(pair: Pair):
    (pair.folder / INCREMENT).write_bytes(b"x" * LENGTH)
    with pytest.raises(DamagedPair, match=r"increment\.zst is not what was saved"):
        [*commands(pair, LENGTH)]


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"form": 2}', b'{"form": 2, "files": {}}', b"\xff"])
def test_a_description_that_is_none_is_one_line(tmp_path: Path, text: bytes):
    with pytest.raises(DamagedPair, match=r"pair\.json cannot be read") as raised:
        parse_description(tmp_path, text)
    assert "\n" not in str(raised.value)


def test_a_description_of_another_form_says_which(tmp_path: Path):
    with pytest.raises(OtherForm, match="has the form 3, and this program reads 2 only"):
        parse_description(tmp_path, b'{"form": 3}')
