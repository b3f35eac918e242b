"""The whole log of a finished game as JSON Lines: a header, an entry a line, an end.

Every line is the canonical JSON of its value; a missing end is a fault.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from events.chain import checked_links, first_link
from events.entry import Entry, canonical
from game.message import Message

FORMAT = "wonderful-log"
SCHEMA = 1
OTHER_FORMS = {
    b"\x1f\x8b": "compressed: unpack it first",
    b"\xef\xbb\xbf": "it begins with a byte-order mark, which a log has not: some program has added it",
    b"\xff\xfe": "UTF-16 and not UTF-8: some program has changed the encoding",
    b"\xfe\xff": "UTF-16 and not UTF-8: some program has changed the encoding",
}
"""How a file begins that is a log in another form, and what is wrong with it."""
MAX_LINE_CHARACTERS = 1 << 16
"""The longest line of a log, with a deck and five players' seeds, has some thousand."""


class Malformed(ValueError):
    """`line`: 1 for the header."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line
        self.fault = fault


class UnknownSchema(Malformed):
    """A log of another version of this format."""


def export(game: str, ruleset: str, entries: Iterable[Entry], state_hash: str, result: Any) -> Iterator[str]:
    """The lines of an exported log, without line ends. Raises BrokenChain where a stored hash is wrong."""
    yield canonical(_header(game, ruleset))
    count, head = 0, first_link(game)
    for entry, computed in checked_links(game, entries):
        yield canonical(_line(entry))
        count, head = count + 1, computed
    yield canonical(_end(count, head.hex(), state_hash, result))


def parse(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry], dict[str, Any]]:
    """Header, entries and end of an exported log.

    Raises Malformed for the first line that is not as `export` writes it. The chain is not checked.
    """
    header: dict[str, Any] = {}
    entries: list[Entry] = []
    end: dict[str, Any] = {}
    for value in read(lines):
        if isinstance(value, Entry):
            entries.append(value)
        elif header:
            end = value
        else:
            header = value
    return header, entries, end


def read(lines: Iterable[str]) -> Iterator[dict[str, Any] | Entry]:
    """Like `parse`, value by value. Raises Malformed when it reaches the line at fault."""
    number, over = 0, False
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_CHARACTERS:
            raise Malformed(number, f"longer than {MAX_LINE_CHARACTERS} characters")
        value = _value(number, line)
        if over:
            raise Malformed(number, "nothing follows the end")
        if number == 1:
            yield _checked_header(value)
        elif over := "count" in value:
            yield _checked_end(number, value)
        else:
            yield _entry(number, line, value)
    if not over:
        raise Malformed(number + 1, "the end is missing" if number else "not the header of a log: there is no line")


def decoded(lines: Iterable[bytes]) -> Iterator[str]:
    """The lines of a file as text without their line ends. Raises Malformed for one that is not UTF-8."""
    for number, line in enumerate(lines, 1):
        if number == 1 and (kind := next((kind for start, kind in OTHER_FORMS.items() if line.startswith(start)), "")):
            raise Malformed(1, kind)
        try:
            text = line.removesuffix(b"\n").decode()
        except UnicodeDecodeError:
            raise Malformed(number, "not UTF-8") from None
        if text.endswith("\r"):
            raise Malformed(number, "it ends with CR LF; a log has LF alone: some program has changed the line ends")
        yield text


def _checked_header(value: dict[str, Any]) -> dict[str, Any]:
    made = _header(str(value.get("game")), str(value.get("ruleset")))
    if value.get("format") == FORMAT and isinstance(schema := value.get("schema"), int) and schema > SCHEMA:
        found = str(schema)[:20]
        raise UnknownSchema(1, Message("schema {schema} is not known here, only {known}", schema=found, known=SCHEMA))
    if canonical(value) != canonical(made):
        raise Malformed(1, "not the header of a log that this program can read")
    return value


def _checked_end(number: int, value: dict[str, Any]) -> dict[str, Any]:
    made = _end(number - 2, str(value.get("head")), str(value.get("state_hash")), value.get("result"))
    if canonical(value) != canonical(made):
        raise Malformed(number, f"not the end of a log of {number - 2} entries")
    return value


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


def _entry(number: int, line: str, value: dict[str, Any]) -> Entry:
    version = value.get("version")
    if version != number - 1:
        raise Malformed(number, f"expected the entry of version {number - 1}, found {str(version)[:20]}")
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
        if canonical(_line(entry)) != line:
            raise ValueError
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Malformed(number, "not an entry of the log") from None
    return entry
