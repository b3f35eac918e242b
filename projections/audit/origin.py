"""A fork compared with its origin: the copied moves stand there, and the deal is the same."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

import game as rules
from events import Entry
from events.chain import links
from events.entry import encode
from game.model import Origin
from projections.audit.verdict import Fault, FaultFound


def verify_origin(fork: Sequence[Entry], origin: Sequence[Entry]) -> Fault | None:
    """The fault of a fork compared with its origin, if there is one. Both logs are whole and verified."""
    state = rules.fold(entry.event for entry in fork)
    if state.origin is None:
        return FaultFound("origin", 2, "this game is no fork").fault
    begun = next(entry.version for entry in fork if entry.name == "game_started")
    copied = fork[begun - 1 : begun - 1 + state.origin.events]
    try:
        if not 1 <= state.origin.version < len(origin):
            raise FaultFound(
                "origin", 2, "the origin has no such version", f"1 to {len(origin) - 1}", state.origin.version
            )
        _check_origin(state, state.origin, origin)
        _check_copy(copied, origin[: state.origin.version])
    except FaultFound as found:
        return found.fault
    return None


def _check_origin(state: rules.State, named: Origin, origin: Sequence[Entry]) -> None:
    before = rules.fold(entry.event for entry in origin[: named.version])
    head = next(islice(links(before.id, origin), max(named.version - 1, 0), None), b"").hex()
    dealt = before.origin.dealt if before.origin else before.id
    for what, expected, found in (
        ("game", before.id, named.game),
        ("version", before.version, named.version),
        ("hash at that version", head, named.head),
        ("game that was dealt for", dealt, named.dealt),
        ("commitment", before.commitment, state.commitment),
        ("ruleset", before.ruleset, state.ruleset),
        ("mode", _mode(rules.fork_options(before)), _mode(asdict(state.options))),
    ):
        if expected != found:
            raise FaultFound("origin", 2, f"the {what} of the origin is another", expected, found)


def _mode(options: dict[str, Any]) -> list[Any]:
    """The options that a fork shares with its origin."""
    shared = [options["seats"], options["side"], options.get("scenario"), list(options["empires"])]
    return [*shared, options["visibility"], options.get("spectators")]


def _check_copy(copied: Sequence[Entry], origin: Sequence[Entry]) -> None:
    stands = [encode(event) for group in rules.standing_groups([entry.event for entry in origin]) for _, event in group]
    for entry, expected in zip(copied, stands, strict=False):
        if (entry.name, entry.seat, entry.data) != expected:
            found = f"{entry.name} {entry.data}"
            raise FaultFound(
                "origin", entry.version + 1, "the copy is not the origin's", " ".join(map(str, expected)), found
            )
    if len(copied) != len(stands):
        line = copied[-1].version + 1 if copied else 2
        raise FaultFound("origin", line, "not all standing moves were copied", len(stands), len(copied))
