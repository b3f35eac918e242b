"""The record of a tournament: a file with a line of conditions and a line for each game played, all JSON.

Lines come as games end. After a kill or a crash the complete lines still count. At the end they are sorted.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from events.entry import canonical
from service.commands.tournament.pairings import Pairing
from service.settings import StartError

MAX_NUMBER = 2**53
"""The largest absolute value of a number in a record."""


class Conditions(NamedTuple):
    """What all games of a tournament share. `nodes`: for each decision; None for each strategy's own budget.

    The record stores these field names.
    """

    side: str = "A"
    scenario: str | None = None
    nodes: int | None = None


class Outcome(NamedTuple):
    """The result of one game. The record stores these field names.

    By seat: strategy, points, place (1 is best, tied seats share a place), processor time in seconds, number of
    decisions. `rank`, `medal`: of a game with one seat.
    """

    bots: tuple[str, ...]
    seed: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    rank: str | None = None
    medal: str | None = None


def read_record(record: Path, conditions: Conditions) -> dict[Pairing, Outcome]:
    """The games in a record, which must have the same conditions. Cuts off an incomplete last line.

    Starts the record if there is none. Raises StartError.
    """
    header = canonical(conditions._asdict()).encode()
    content = record.read_bytes() if record.exists() else b""
    if b"\n" not in content and header.startswith(content):
        record.write_bytes(header + b"\n")
        return {}
    first, *lines, incomplete = content.split(b"\n") if b"\n" in content else [content, b""]
    if first != header:
        found = first[:100].decode("utf-8", "replace")
        raise StartError(f"{record} is of a tournament under other conditions: {found!r}")
    if incomplete:
        os.truncate(record, len(content) - len(incomplete))
    try:
        outcomes = [_read_outcome(line) for line in lines]
    except (ValueError, TypeError, RecursionError):
        raise StartError(f"{record} is not the record of a tournament") from None
    return {Pairing(outcome.bots, outcome.seed): outcome for outcome in outcomes}


def line_of(outcome: Outcome) -> str:
    """The line of a game."""
    return canonical(outcome._asdict()) + "\n"


def sort_record(record: Path, conditions: Conditions, outcomes: Iterable[Outcome]) -> None:
    """Sort the games by strategies and seed, so that the same games give the same record in whatever order they ended.

    The file is replaced in one step.
    """
    lines = [line_of(outcome) for outcome in sorted(outcomes, key=lambda outcome: (outcome.bots, outcome.seed))]
    content = canonical(conditions._asdict()) + "\n" + "".join(lines)
    temporary = record.with_suffix(".tmp")
    temporary.write_text(content, encoding="utf-8")
    temporary.replace(record)


def _read_outcome(line: bytes) -> Outcome:
    """The outcome in a line. Raises ValueError, TypeError or RecursionError."""
    values = json.loads(line.decode("utf-8"))
    if not isinstance(values, dict):
        raise TypeError("an outcome is a JSON object")
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    outcome = Outcome(**fields)
    if not _is_valid(outcome):
        raise ValueError("a field of the outcome has an impossible value")
    return outcome


def _is_valid(outcome: Outcome) -> bool:
    """Whether each field has the right type, a possible value, and an element for each seat where it is by seat."""
    bots, seed, totals, places, seconds, decisions, rank, medal = outcome
    seats = len(bots) if isinstance(bots, tuple) else 0
    return (
        seats > 0
        and all(isinstance(each, tuple) and len(each) == seats for each in (totals, places, seconds, decisions))
        and all(isinstance(bot, str) for bot in bots)
        and _is_integer(seed, 0)
        and all(_is_integer(total, -MAX_NUMBER) for total in totals)
        and all(_is_integer(place, 1) and place <= seats for place in places)
        and all(type(each) in (int, float) and 0 <= each <= MAX_NUMBER for each in seconds)
        and all(_is_integer(count, 0) for count in decisions)
        and all(each is None or (isinstance(each, str) and each.isprintable()) for each in (rank, medal))
    )


def _is_integer(value: Any, minimum: int) -> bool:
    """Whether this is an integer (a bool is not) from `minimum` to MAX_NUMBER."""
    return type(value) is int and minimum <= value <= MAX_NUMBER
