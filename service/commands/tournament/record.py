"""The record of a tournament, a JSON line a game under a line of conditions: what a kill or a damage leaves is read."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from events.codec import canonical
from service.commands.tournament.pairings import Pairing
from service.settings import StartError

MOST = 2**53
"""No number of a record is larger, either way."""


class Conditions(NamedTuple):
    """What all games of a tournament share; `nodes`: none is each strategy's own measure."""

    side: str = "A"
    scenario: str | None = None
    nodes: int | None = None


class Played(NamedTuple):
    """A game's outcome by seat: points, place (1 is best, shared by equals), processor time in seconds and decisions.

    `rank`, `medal`: of a game alone.
    """

    bots: tuple[str, ...]
    seed: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    rank: str | None = None
    medal: str | None = None


def recorded(record: Path, conditions: Conditions) -> dict[Pairing, Played]:
    """What was played before under the same conditions; a last line that was cut is left out. Raises StartError."""
    header = canonical(conditions._asdict()).encode()
    content = record.read_bytes() if record.exists() else b""
    if b"\n" not in content and header.startswith(content):
        record.write_bytes(header + b"\n")
        return {}
    first, *whole, cut = content.split(b"\n") if b"\n" in content else [content, b""]
    if first != header:
        shown = first[:100].decode("utf-8", "replace")
        raise StartError(f"{record} is of a tournament under other conditions: {shown!r}")
    if cut:
        os.truncate(record, len(content) - len(cut))
    try:
        outcomes = [_outcome(line) for line in whole]
    except (ValueError, TypeError, RecursionError):
        raise StartError(f"{record} is not the record of a tournament") from None
    return {Pairing(outcome.bots, outcome.seed): outcome for outcome in outcomes}


def _outcome(line: bytes) -> Played:
    """The game of a line. Raises ValueError, TypeError or RecursionError."""
    values = json.loads(line.decode("utf-8"))
    if not isinstance(values, dict):
        raise TypeError("a game is an object")
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    outcome = Played(**fields)
    if not _is_whole(outcome):
        raise ValueError("no game ends like this")
    return outcome


def _is_whole(outcome: Played) -> bool:
    """Whether each field is of its kind and has a value for every seat."""
    bots, seed, totals, places, seconds, decisions, *earned = outcome
    seats = len(bots) if isinstance(bots, tuple) else 0
    return (
        seats > 0
        and all(isinstance(each, tuple) and len(each) == seats for each in (totals, places, seconds, decisions))
        and all(isinstance(bot, str) for bot in bots)
        and _is_count(seed, 0)
        and all(_is_count(total, -MOST) for total in totals)
        and all(_is_count(place, 1) and place <= seats for place in places)
        and all(type(each) in (int, float) and 0 <= each <= MOST for each in seconds)
        and all(_is_count(count, 0) for count in decisions)
        and all(each is None or (isinstance(each, str) and each.isprintable()) for each in earned)
    )


def _is_count(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= MOST
