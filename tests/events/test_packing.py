"""A packed game: what is unpacked is what was packed, and what is not whole is said to be."""

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from events import Entry
from events.chain import links
from events.entry import canonical
from events.packing import DICTIONARIES, NotPackable, Unreadable, opened, pack, unpacked
from game.rulesets import CURRENT_RULESET, RULESETS
from tests.game.play import Play
from tests.projections.archive import record_game

SNAPSHOT = {"stamp": "7 base-1", "state": '{"a b":"c  d"}', "empty": ""}
TEXT = st.text(alphabet=st.characters(codec="utf-8"), max_size=20)
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | TEXT, lambda inner: st.lists(inner, max_size=3))
ENTRIES = st.lists(
    st.builds(
        Entry,
        version=st.just(0),
        name=st.sampled_from(["card_drafted", "x", "y"]),
        seat=st.none() | st.integers(0, 4),
        group=st.integers(0, 3),
        actor=TEXT,
        ms=st.integers(-(2**40), 2**40),
        data=st.dictionaries(TEXT, VALUES, max_size=3).map(canonical),
        salt=st.just(b"") | st.binary(min_size=16, max_size=16),
        hash=st.sampled_from([b"", b"h"]),
    ),
    min_size=1,
    max_size=12,
)


def chained(game: str, entries: list[Entry]) -> list[Entry]:
    """The same with versions and hashes; the last one ends an append."""
    numbered = [e._replace(version=at, group=max(1, at - e.group)) for at, e in enumerate(entries, 1)]
    hashes = [*links(game, numbered)]
    last = len(numbered) - 1
    return [
        e._replace(hash=h if e.hash or at == last else b"")
        for at, (e, h) in enumerate(zip(numbered, hashes, strict=True))
    ]


@settings(max_examples=40)
@given(ENTRIES, st.sampled_from(["base-1", "a ruleset without a dictionary"]))
@pytest.mark.slow
def test_any_entries_come_out_as_they_went_in(entries: list[Entry], ruleset: str):
    made = chained("k3jx9a2m", entries)
    found = opened(pack("k3jx9a2m", ruleset, made, SNAPSHOT))
    assert (found.game, found.length, found.head, found.snapshot) == ("k3jx9a2m", len(made), made[-1].hash, SNAPSHOT)
    assert unpacked(found) == made


@pytest.fixture(scope="module")
def packed() -> bytes:
    recorder = record_game(Play(seed=4, seats=4), other_requests=0.05)
    return pack(recorder.id, CURRENT_RULESET, recorder.entries, SNAPSHOT)


def test_a_game_of_four_seats_takes_a_few_kilobytes(packed: bytes):
    assert len(packed) < 6500
    recorder = record_game(Play(seed=4, seats=4), other_requests=0.05)
    assert unpacked(opened(packed)) == recorder.entries


def test_whatever_byte_is_wrong_nothing_else_is_unpacked(packed: bytes):
    whole = unpacked(opened(packed))
    for at in range(0, len(packed), 97):
        try:
            assert unpacked(opened(packed[:at] + bytes([packed[at] ^ 4]) + packed[at + 1 :])) == whole
        except Unreadable:
            continue
    for end in range(0, len(packed), 331):
        with pytest.raises(Unreadable):
            opened(packed[:end])


def frame(text: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(text)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (frame(b""), "not of a size"),
        (frame(b"a log"), "it is not a packed game"),
        (frame(b'{"schema":2}\n\n'), "it has the schema 2, and this program knows 1 only"),
        (frame(b'{"schema":1,"game":"a","count":1,"head":""}\n\n'), "cannot be unpacked"),
        (b'{"format":"wonderful-log"}', "it is not a packed game"),
    ],
)
def test_what_is_no_packed_game_is_said_to_be_none(content: bytes, words: str):
    with pytest.raises(Unreadable, match=words):
        unpacked(opened(content))


def test_entries_of_another_kind_are_not_packed():
    [entry] = chained("a", [Entry(0, "x", None, 0, "ada", 1, "{}")])
    for changed in (
        entry._replace(salt=b"short"),
        entry._replace(data='{"b":1,"a":2}'),
        entry._replace(data="no JSON"),
        entry._replace(hash=b"another"),
        entry._replace(ms=2**70),
        entry._replace(version=7),
    ):
        with pytest.raises(NotPackable):
            pack("a", "base-1", [changed], {})


def test_each_dictionary_is_of_a_ruleset_and_has_its_number(packed: bytes):
    assert DICTIONARIES.keys() <= RULESETS.keys()
    assert zstandard.get_frame_parameters(packed).dict_id == DICTIONARIES[CURRENT_RULESET]


def test_a_game_of_a_dictionary_that_this_program_lacks_says_so(packed: bytes):
    known, other = DICTIONARIES[CURRENT_RULESET], max(DICTIONARIES.values()) + 1
    newer = packed.replace(known.to_bytes(2, "little"), other.to_bytes(2, "little"), 1)
    assert zstandard.get_frame_parameters(newer).dict_id == other
    with pytest.raises(Unreadable, match=f"it needs the dictionary {other}, which this program does not have: install"):
        opened(newer)


def test_a_snapshot_of_several_lines_is_not_packed():
    with pytest.raises(NotPackable, match="it does not come out of its packed form as it went in"):
        pack("a", "base-1", chained("a", [Entry(0, "x", None, 0, "ada", 1, "{}")]), {"state": "one\nclocks two"})
