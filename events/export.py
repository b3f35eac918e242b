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
    yield canonical({"format": FORMAT, "schema": SCHEMA, "game": game, "ruleset": ruleset})
    for entry in entries:
        yield canonical(_line(entry))
    yield canonical(
        {"count": len(entries), "head": head(game, entries).hex(), "state_hash": state_hash, "result": result}
    )


def parse(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry], dict[str, Any]]:
    """Header, entries and end of an exported log.

    Raises Malformed for the first line that is not as `export` writes it.
    """
    values = [_value(number, line) for number, line in enumerate(lines, 1)]
    if not values or values[0].get("format") != FORMAT or values[0].get("schema") != SCHEMA:
        raise Malformed(1, "not the header of a log that this program can read")
    if len(values) < 2 or "count" not in values[-1]:
        raise Malformed(len(values) + 1, "the end is missing")
    entries = [_entry(number, value) for number, value in enumerate(values[1:-1], 2)]
    return values[0], entries, values[-1]


def _line(entry: Entry) -> dict[str, Any]:
    line = entry._asdict() | {"data": json.loads(entry.data), "salt": entry.salt.hex(), "hash": entry.hash.hex()}
    return {key: value for key, value in line.items() if value not in ("", None)}


def _value(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed(number, "not JSON") from None
    if not isinstance(value, dict) or canonical(value) != line:
        raise Malformed(number, "not the canonical form of an object")
    return value


def _entry(number: int, value: dict[str, Any]) -> Entry:
    try:
        entry = Entry(
            version=value["version"],
            name=value["name"],
            seat=value.get("seat"),
            group=value["group"],
            actor=value["actor"],
            ms=value["ms"],
            data=canonical(value["data"]),
            salt=bytes.fromhex(value.get("salt", "")),
            hash=bytes.fromhex(value.get("hash", "")),
        )
        if _line(entry) != value or entry.version != number - 1:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise Malformed(number, "not an entry of the log, or not the next one") from None
    return entry
