"""The whole log of a finished game as JSON Lines: a header, an entry a line, an end.

Every line is the canonical JSON of its value; a missing end is a fault.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from events.chain import head
from events.codec import canonical
from events.entry import Entry

FORMAT = "wonderful-log"
SCHEMA = 1


class Malformed(ValueError):
    """`line`: 1 for the header."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line


def export(game: str, ruleset: str, entries: Sequence[Entry], state_hash: str, result: Any) -> Iterator[str]:
    """The lines of a log, without line ends."""
    yield canonical(_header(game, ruleset))
    for entry in entries:
        yield canonical(_line(entry))
    yield canonical(_end(len(entries), head(game, entries).hex(), state_hash, result))


def parse(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry], dict[str, Any]]:
    """Header, entries and end of an exported log.

    Raises Malformed for the first line that is not as `export` writes it. The chain is not looked at.
    """
    first, *rest = [*lines] or [""]
    header = _value(1, first)
    if first != canonical(_header(str(header.get("game")), str(header.get("ruleset")))):
        raise Malformed(1, "not the header of a log that this program can read")
    entries = [_entry(number, line) for number, line in enumerate(rest[:-1], 2)]
    last = len(rest) + 1
    end = _value(last, rest[-1]) if rest else {}
    if "count" not in end:
        raise Malformed(last + 1, "the end is missing")
    made = _end(len(entries), str(end.get("head")), str(end.get("state_hash")), end.get("result"))
    if rest[-1] != canonical(made):
        raise Malformed(last, f"not the end of a log of {len(entries)} entries")
    return header, entries, end


def _header(game: str, ruleset: str) -> dict[str, Any]:
    return {"format": FORMAT, "schema": SCHEMA, "game": game, "ruleset": ruleset}


def _line(entry: Entry) -> dict[str, Any]:
    line = entry._asdict() | {"data": json.loads(entry.data), "salt": entry.salt.hex(), "hash": entry.hash.hex()}
    return {key: value for key, value in line.items() if value not in ("", None)}


def _end(count: int, head: str, state_hash: str, result: Any) -> dict[str, Any]:
    return {"count": count, "head": head, "state_hash": state_hash, "result": result}


def _value(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=int)  # which refuses NaN and Infinity, as JSON does
        text = canonical(value)
        text.encode()
    except (ValueError, RecursionError):
        raise Malformed(number, "not JSON") from None
    if not isinstance(value, dict) or text != line:
        raise Malformed(number, "not the canonical form of an object")
    return value


def _entry(number: int, line: str) -> Entry:
    value = _value(number, line)
    try:
        seat = value.get("seat")
        entry = Entry(
            version=int(value["version"]),
            name=str(value["name"]),
            seat=seat if seat is None else int(seat),
            group=int(value["group"]),
            actor=str(value["actor"]),
            ms=int(value["ms"]),
            data=canonical(dict(value["data"])),
            salt=bytes.fromhex(value.get("salt", "")),
            hash=bytes.fromhex(value.get("hash", "")),
        )
        if canonical(_line(entry)) != line or entry.version != number - 1:
            raise ValueError
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Malformed(number, "not an entry of the log, or not the next one") from None
    return entry
