"""What a pair of a backup says of itself, and how it says that it is damaged."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from service.backup.pair_writer import PairWriter
from service.backup.pairs import (
    BASE,
    DESCRIPTION,
    FORM,
    INCREMENT,
    MARKS,
    TAIL_BYTES,
    Checksum,
    DamagedPair,
    Mark,
    OtherForm,
    Pair,
    check_lengths,
    check_marks,
    commands,
    last_mark,
    line_of,
    mark_at,
    parse_description,
    read_marks,
    read_pair,
    size_of,
)
from service.backup.resp import Whole

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


@pytest.mark.parametrize("at", range(len(line_of(Mark(2000, 16, 19))) + 1))
@pytest.mark.parametrize("bit", range(8))
def test_a_mark_in_which_a_bit_is_another_does_not_count_and_is_told(pair: Pair, at: int, bit: int):
    first, second, third = [line_of(Mark(ms, 16, ms - 1981)) + b"\n" for ms in (1990, 2000, 2010)]
    (pair.folder / MARKS).write_bytes(first + second + third)
    check_marks(pair)
    spoiled = bytearray(second)
    spoiled[at] ^= 1 << bit
    (pair.folder / MARKS).write_bytes(first + spoiled + third)
    assert {*read_marks(pair)} <= {Mark(1990, 16, 9), Mark(2010, 16, 29)}
    with pytest.raises(DamagedPair, match="marks is not what was saved: line 2 is damaged"):
        check_marks(pair)


def test_marks_without_checksums_and_a_line_that_a_crash_has_cut_are_no_damage(pair: Pair):
    with (pair.folder / MARKS).open("ab") as file:
        file.write(line_of(Mark(3000, LENGTH, 20)) + b"\n3500 1")
    check_marks(pair)
    assert [mark.ms for mark in read_marks(pair)] == [1000, 2000, 3000]


def test_an_older_pair_goes_on_in_the_newer_form_behind_its_last_whole_line(pair: Pair):
    (pair.folder / DESCRIPTION).write_bytes(json.dumps(pair._replace(form=2).to_json()).encode())
    with (pair.folder / MARKS).open("ab") as file:
        file.write(b"35")
    writer = PairWriter.resume(read_pair(pair.folder))
    writer.add(Whole(b"SET b 2", 7, asks=False), 4000)
    writer.finish()
    resumed = read_pair(pair.folder)
    check_marks(resumed)
    assert resumed.form == FORM
    assert [mark.ms for mark in read_marks(resumed)] == [1000, 2000, 4000]
    assert b"".join(commands(resumed, last_mark(resumed).length)) == COMMANDS + b"SET b 2"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (BASE, check_lengths),
        (INCREMENT, check_lengths),
        (INCREMENT, lambda pair: [*commands(pair, LENGTH)]),
        (MARKS, last_mark),
        (MARKS, read_marks),
        (MARKS, check_marks),
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
    with pytest.raises(OtherForm, match="has the form 4, and this program reads 2 and 3 only"):
        parse_description(tmp_path, b'{"form": 4}')
