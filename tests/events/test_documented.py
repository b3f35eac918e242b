"""docs/events.md and docs/verifying.md describe everything in a log: events, fields, secrets, states, faults."""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import game as rules
from events import Entry
from game.declared import LOBBY, MOVE
from game.events import EVENTS, GIVES_HANDS, PLAYERS_ONLY, SECRET
from game.intentions import INTENTIONS
from game.model import Origin, Seat
from game.options import Options
from projections.audit.verdict import FAULT_KINDS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTED_EVENTS, VERIFYING = [(ROOT / "docs" / name).read_text("utf-8") for name in ("events.md", "verifying.md")]
TEXTS = {"text", "card", "resource", "character"}
LEFT_OUT = {"version", "since", "undo"}
"""Fields of a state that are no part of its hash."""


@dataclass
class Documented:
    """An event as documented. `keys`: to type, default (a JSON text) and visibility. `seen`: the event's visibility."""

    seated: bool
    seen: str
    what: str
    keys: dict[str, tuple[str, str, str]] = field(default_factory=dict)


def rows(text: str) -> Iterator[list[str]]:
    """The cells of all rows of tables."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def tables(text: str) -> dict[str, list[list[str]]]:
    """The rows of tables by the first cell of their heads."""
    found: dict[str, list[list[str]]] = {}
    for head, table in re.findall(r"^\|([^|]*)\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.MULTILINE):
        found.setdefault(head.strip(), []).extend(rows(table))
    return found


def documented() -> dict[str, Documented]:
    """The events of docs/events.md."""
    found: dict[str, Documented] = {}
    for first, *others in tables(DOCUMENTED_EVENTS)[""]:
        if event := re.fullmatch(r"\*\*`(\w+)`\*\*", first):
            seat, default, seen, what = others
            assert seat in ("", "seat"), first
            assert not default, first
            found[event[1]] = Documented(seat == "seat", seen, what)
        else:
            kind, default, seen, _ = others
            assert first.strip("`") not in [*found.values()][-1].keys, first
            [*found.values()][-1].keys[first.strip("`")] = kind, default.strip("`"), seen
    return found


def stored(cls: type) -> dict[str, Any]:
    """The stored keys of an event with the fields they stand for."""
    return {"as" if f.name == "kind" else f.name: f for f in fields(cls) if f.name != "seat"}


def names(head: str, text: str = DOCUMENTED_EVENTS) -> set[str]:
    """The first column of the table whose head begins with this cell."""
    return {first.strip("`") for first, *_ in tables(text)[head]}


# Events


def test_every_stored_event_is_documented_with_every_key():
    assert documented().keys() == EVENTS.keys(), "describe it in docs/events.md"
    for name, declared in EVENTS.items():
        assert documented()[name].keys.keys() == stored(declared.event).keys(), name
        assert documented()[name].seated is declared.has_seat, name


def test_every_default_of_a_stored_key_is_documented():
    for name, declared in EVENTS.items():
        for key, f in stored(declared.event).items():
            _, default, _ = documented()[name].keys[key]
            expected = "" if f.default is MISSING else json.dumps(f.default)
            assert default == expected, (name, key)


def test_types_are_those_of_the_code():
    for name, declared in EVENTS.items():
        hints = get_type_hints(declared.event)
        for key, f in stored(declared.event).items():
            kind, _, _ = documented()[name].keys[key]
            [hint, *_] = [h for h in get_args(hints[f.name]) if h is not type(None)] or [hints[f.name]]
            if get_origin(hints[f.name]) is tuple:
                assert kind.startswith("list of "), (name, key)
            elif get_origin(hints[f.name]) is dict or get_origin(hint) is dict:
                assert kind == "object", (name, key)
            else:
                assert kind in {int: {"integer"}, bool: {"true or false"}, str: TEXTS}[hint], (name, key)


def test_the_documented_visibility_is_that_of_redaction():
    for name, event in documented().items():
        assert event.seen == ("secret" if name in SECRET else "all"), name
        for key, (_, _, seen) in event.keys.items():
            declared = EVENTS[name]
            hidden = "its seat" if key in declared.own_seat else "the end"
            expected = "all" if key in declared.public else hidden
            assert seen == expected, (name, key)


def test_the_hands_that_an_event_shows_are_documented():
    added = DOCUMENTED_EVENTS.partition("The log does not store hands.")[2].partition("\n\n")[0]
    assert {*re.findall(r"`(\w+)`", added)} == {*GIVES_HANDS, "hand", "hands"}


def test_every_intention_is_named_by_the_event_that_comes_first():
    kinds_of = {name: re.findall(r"[Ii]ntention `(\w+)`", event.what) for name, event in documented().items()}
    named = sorted(kind for kinds in kinds_of.values() for kind in kinds)
    assert named == sorted(INTENTIONS), "docs/events.md says of the event: Intention `<type>`"
    for name, kinds in kinds_of.items():
        cause = EVENTS[name].caused_by
        assert [cause] * bool(cause) == [INTENTIONS[kind].intention for kind in kinds], name


def test_the_envelope_options_origin_and_scores_are_documented():
    assert names("field") == {*Entry._fields, *Origin._fields}
    assert names("option") == {f.name for f in fields(Options)}
    [score] = rules.score(rules.fold(rules.new({"seats": 1})))
    assert all(f"`{key}`" in DOCUMENTED_EVENTS.partition("Each of the `scores`")[2] for key in score)


# Verification


def defaults(head: str) -> dict[str, Any]:
    """Fields and their defaults, as a table of docs/verifying.md has them."""
    given = {first.strip("`"): default.strip("`") for first, default, *_ in tables(VERIFYING)[head]}
    return {key: json.loads(default) if default else ... for key, default in given.items()}


def test_the_fields_of_a_state_and_their_defaults_are_documented():
    plain = rules.facts(rules.State(seats=(Seat(),)))
    [seat] = plain.pop("seats")
    plain |= {"options": ..., "seats": ...}
    tables = "change the tables under The state in docs/verifying.md"
    assert defaults("field") == {key: value for key, value in plain.items() if key not in LEFT_OUT}, tables
    assert defaults("of a seat") == {key: value for key, value in seat.items() if key not in LEFT_OUT}, tables
    assert defaults("option") == {key: [*v] if isinstance(v, tuple) else v for key, v in asdict(Options(2)).items()}


def test_every_kind_of_fault_is_documented():
    code = "".join(path.read_text("utf-8") for path in (ROOT / "projections" / "audit").glob("*.py"))
    found = set(re.findall(r'FaultFound\(\s*"(\w+)"', code))
    assert found | {"deal", "rules", "score"} == {*FAULT_KINDS}
    assert names("kind", VERIFYING) == {*FAULT_KINDS}


def test_every_event_that_may_come_first_is_documented():
    first = names("first event", VERIFYING)
    asked = {name for name, event in documented().items() if "ntention `" in event.what}
    lobby = {name for name, declared in EVENTS.items() if declared.kind is LOBBY}
    others = {"game_abandoned", "game_started", "game_scored", "seat_resigned", "seat_returned", "seat_taken_over"}
    others |= {"time_expired", "time_given_back"}
    assert first == asked | lobby | others
    assert first <= EVENTS.keys()


def listed(start: str, end: str) -> set[str]:
    """The events that docs/verifying.md lists between two texts."""
    assert VERIFYING.count(start) == 1, start
    return {*re.findall(r"`(\w+)`", VERIFYING.partition(start)[2].partition(end)[0])} & EVENTS.keys()


def test_what_follows_from_the_declaration_of_an_event_is_documented_as_declared():
    """Who writes another verifier has these lists alone."""
    no_moves = {name for name, declared in EVENTS.items() if declared.kind is not MOVE}
    undoable = {name for name, declared in EVENTS.items() if declared.kind is MOVE and declared.caused_by}
    ending = {name for name, declared in EVENTS.items() if declared.ends_undo}
    assert listed("Secret events have a `salt` of 16 bytes:", ". No") == SECRET
    assert listed("push an item onto its stack:", "without `auto`") == undoable - ending
    assert listed("push an item onto its stack:", "clear the stacks of all seats") == undoable | ending
    assert listed("No copied group begins with", ".") == PLAYERS_ONLY - {"start_agreed"}
    assert listed("Leave out what is no move:", "For an") == no_moves - {"intention_undone"}
    assert listed("### The effect of each event", "### The state hash") == EVENTS.keys()
