"""Exported logs: they are read as they were written, times as well, and the first wrong line is named."""

import json

import pytest

import game as rules
from events import BrokenChain, Group, MemoryLog, head
from events.entry import canonical, from_timestamp, timestamp
from events.export import Malformed, export, parse
from game.rulesets import FIRST_RULESET
from tests.events.stories import groups, write
from tests.game.play import Play

PLAYS = [Play(1, 2), Play(2, 3, "B"), Play(3, 5, style="restless")]
RESULT = {"scores": [{"total": 41}, {"total": 40}], "ranking": [[0], [1]]}


def stored(play=PLAYS[0]):
    log = MemoryLog()
    write(log, "g", *[[group] for group in groups(play)])
    return log.read("g")


@pytest.fixture(scope="module")
def entries():
    return stored()


@pytest.fixture
def lines(entries):
    """An exported log, to be spoiled."""
    return [*export("g", FIRST_RULESET, entries, "5ec7e7", RESULT)]


def fault(lines):
    """The number of the line at fault."""
    with pytest.raises(Malformed) as malformed:
        parse(lines)
    assert str(malformed.value).startswith(f"line {malformed.value.line}: ")
    return malformed.value.line


def edited(line, **changes):
    """The canonical line with other values, None for no such field."""
    value = json.loads(line) | changes
    return canonical({key: value for key, value in value.items() if value is not None})


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_an_exported_game_is_read_as_it_was(play):
    entries = stored(play)
    header, read, end = parse(export("g", FIRST_RULESET, entries, "5ec7e7", RESULT))
    assert read == entries
    assert header == {"format": "wonderful-log", "schema": 1, "game": "g", "ruleset": FIRST_RULESET}
    assert end == {"count": len(entries), "head": head("g", entries).hex(), "state_hash": "5ec7e7", "result": RESULT}
    assert rules.fold(entry.event for entry in read) == rules.fold(entry.event for entry in entries)


def test_a_log_without_entries_is_a_header_and_an_end():
    header, entries, end = parse(export("g", FIRST_RULESET, [], "", None))
    assert (header["game"], entries, end["count"]) == ("g", [], 0)


def test_every_line_is_one_line_of_canonical_json(lines):
    for line in lines:
        assert line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert "\n" not in line


def test_fields_that_are_empty_are_left_out(lines):
    for line in lines[1:-1]:
        assert not {"", None} & {value for value in json.loads(line).values() if not isinstance(value, dict)}


def test_letters_beyond_ascii_and_line_separators_come_through():
    log = MemoryLog()
    opened = rules.open({"seats": 2, "name": "Ωmega ☃ \U0001f0a1"}, "player-0", "g")
    joined = rules.join(rules.fold(opened), "player-1", client_seed="\u2028 \x7f \x1f \U0001f0a1")
    write(log, "g", [groups(Play(1))[0]._replace(events=opened)], [Group("player-1", joined)])
    text = "".join(f"{line}\n" for line in export("g", FIRST_RULESET, log.read("g"), "", None))
    assert "☃" in text
    assert parse(text.removesuffix("\n").split("\n"))[1] == log.read("g")


# What is not as written


def test_a_missing_end_is_a_fault_after_the_last_line(lines):
    assert fault(lines[:-1]) == len(lines)
    assert fault(lines[:1]) == 2
    assert fault(lines[:2]) == 3


def test_nothing_at_all_lacks_a_header():
    assert fault([]) == fault([""]) == 1


def test_a_log_cut_anywhere_is_at_fault_where_it_ends(lines):
    for at in range(1, len(lines) - 1, 17):
        assert fault(lines[:at]) == at + 1


def test_an_end_of_another_log_is_a_fault(lines, entries):
    [*_, other] = export("g", FIRST_RULESET, [], "", None)
    assert fault([*lines[:-1], other]) == len(lines)
    assert fault([*lines, lines[-1]]) == len(lines) + 1
    for changes in ({"count": len(entries) - 1}, {"head": None}, {"result": None}, {"more": 1}, {"state_hash": 7}):
        assert fault([*lines[:-1], edited(lines[-1], **changes)]) == len(lines)


@pytest.mark.parametrize(
    "changes",
    [{"format": "other"}, {"schema": 2}, {"schema": True}, {"game": None}, {"ruleset": 1}, {"more": 1}],
    ids=str,
)
def test_another_header_is_a_fault_of_the_first_line(lines, changes):
    assert fault([edited(lines[0], **changes), *lines[1:]]) == 1
    assert fault(lines[1:]) == 1


def test_swapped_doubled_and_missing_lines_are_faults_of_the_first_out_of_order(lines):
    for at in (1, 2, 100, len(lines) - 3):
        before, one, two, after = lines[:at], lines[at], lines[at + 1], lines[at + 2 :]
        assert fault([*before, two, one, *after]) == at + 1
        assert fault([*before, one, one, two, *after]) == at + 2
        assert fault([*before, two, *after]) == at + 1


SPOILED = {
    "a blank after a comma": lambda line: line.replace(",", ", ", 1),
    "a blank at the end": lambda line: line + " ",
    "a blank at the beginning": lambda line: " " + line,
    "another line end": lambda line: line + "\r",
    "keys in another order": lambda line: json.dumps(dict(reversed(json.loads(line).items())), separators=(",", ":")),
    "an escaped letter": lambda line: '{"\\u0061' + line[3:],
    "a key twice": lambda line: '{"a":0,"a":0,' + line[1:],
    "a list": lambda line: f"[{line}]",
    "half of it": lambda line: line[: len(line) // 2],
    "nothing": lambda line: "",
    "deep nesting": lambda line: "[" * 100_000,
    "null": lambda line: "null",
    "a number of 5000 digits": lambda line: '{"version":' + "9" * 5000 + "}",
    "a number that is none": lambda line: '{"version":NaN}',
    "half a character": lambda line: '{"a":"\ud800"}',
}
"""Damages of a line, by name."""


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_line_that_is_not_canonical_json_is_a_fault(lines, spoiled):
    for at in (0, 1, 50, len(lines) - 1):
        assert fault([*lines[:at], SPOILED[spoiled](lines[at]), *lines[at + 1 :]]) == at + 1


@pytest.mark.parametrize(
    "changes",
    [
        *[{key: None} for key in ("version", "name", "group", "actor", "ms", "data")],
        {"version": True},
        {"version": 1.0},
        {"version": "1"},
        {"version": 2},
        {"group": True},
        {"ms": 1.5},
        {"ms": float("inf")},
        {"ms": float("nan")},
        {"seat": False},
        {"seat": "0"},
        {"seat": [0]},
        {"name": 5},
        {"name": ["game_opened"]},
        {"actor": ""},
        {"actor": {"id": "a"}},
        {"data": []},
        {"data": "{}"},
        {"data": [["card", "a"]]},
        {"data": float("nan")},
        {"salt": ""},
        {"salt": "AB"},
        {"salt": "a b"},
        {"salt": 5},
        {"hash": "xy"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_line_that_is_no_entry_is_a_fault(lines, changes):
    assert fault([lines[0], edited(lines[1], **changes), *lines[2:]]) == 2


def test_the_first_of_several_faults_is_named(lines):
    lines[300] = "nonsense"
    lines[200] = edited(lines[200], version=7)
    assert fault(lines) == 201


def test_an_edit_that_keeps_the_form_breaks_the_chain_at_that_line(lines):
    for at in (1, 77, len(lines) - 2):
        line = edited(lines[at], actor="somebody else")
        header, entries, _ = parse([*lines[:at], line, *lines[at + 1 :]])
        with pytest.raises(BrokenChain) as broken:
            head(header["game"], entries)
        following = [entry.version for entry in entries[at - 1 :] if entry.hash]
        assert broken.value.version == following[0]


@pytest.mark.parametrize("ms", [0, 1, 999, 1_795_234_774_306, 4_102_444_799_999])
def test_a_time_has_one_text_and_a_way_back(ms):
    assert from_timestamp(timestamp(ms)) == ms


def test_a_text_that_is_no_time_is_refused():
    with pytest.raises(ValueError, match="isoformat"):
        from_timestamp("soon")
