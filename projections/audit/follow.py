"""One pass over a log, append by append: read it, check its hash, decide its groups again, fold them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import game as rules
from events import Entry
from events.chain import link
from events.entry import canonical
from events.export import Malformed, UnknownSchema, decoded, read
from game.events import SECRET
from game.lobby import GameOpened
from game.rulesets import FIRST_RULESET, RULESETS
from game.views.values import is_assisted, origin_of
from projections.audit.progress import Progress
from projections.audit.redecide import redecide_group
from projections.audit.verdict import FaultFound, UnknownRuleset, Verdict

LATEST_MS = 9_999_999_999_999
"""The largest time of 13 digits, in ms since 1970: in the year 2286."""
GAME_ID, ACTOR = re.compile("[a-z0-9]{1,32}"), re.compile("[!-~]{1,64}")
"""Ids of games and actors: only such text gets into keys, addresses and terminals."""


def verify(lines: Iterable[bytes]) -> Verdict:
    """Verify an exported log, given as the lines of a file. Raises UnknownSchema, UnknownRuleset.

    Time and memory grow with the length of the log; limit that length if logs come from strangers.
    """
    verdict = Verdict(None)
    try:
        for reached in _verdicts(read(decoded(lines))):
            verdict = reached
    except Malformed as malformed:
        if isinstance(malformed, UnknownSchema):
            raise
        return verdict._replace(fault=FaultFound("encoding", malformed.line, malformed.fault).fault)
    except FaultFound as found:
        return verdict._replace(fault=found.fault)
    return verdict


def verify_stored(game: str, entries: Sequence[Entry]) -> tuple[Verdict, rules.State]:
    """Verify a stored log whose chain is right, of a game that may be under way; and the state before the first fault.

    Raises UnknownRuleset, and UnknownEvent if the first entry cannot be read.
    """
    opened = entries[0].event
    ruleset = opened.ruleset if isinstance(opened, GameOpened) else FIRST_RULESET
    if ruleset not in RULESETS:
        raise UnknownRuleset(ruleset)
    progress, append = Progress(game, ruleset), list[Entry]()
    try:
        for entry in entries:
            _add(progress, append, entry)
    except FaultFound as found:
        return _verdict(progress)._replace(fault=found.fault), progress.state
    return _verdict(progress), progress.state


def _verdicts(values: Iterator[dict[str, Any] | Entry]) -> Iterator[Verdict]:
    """The verdict so far: after the header, after each append and at the end. Raises Malformed, FaultFound."""
    header: Any = next(values)
    if header["ruleset"] not in RULESETS:
        raise UnknownRuleset(header["ruleset"])
    if not GAME_ID.fullmatch(header["game"]):
        raise FaultFound("order", 1, "not the id of a game", GAME_ID.pattern, header["game"])
    progress = Progress(header["game"], header["ruleset"])
    yield _verdict(progress)
    append: list[Entry] = []
    for value in values:
        if not isinstance(value, Entry):
            yield _ended(progress, append, value)
            continue
        _add(progress, append, value)
        if not append:
            yield _verdict(progress)


def _add(progress: Progress, append: list[Entry], entry: Entry) -> None:
    """Add an entry to its append; advance by the append, and empty it, when it is whole. Raises FaultFound."""
    _check_order(entry, append)
    append.append(entry)
    if entry.hash:
        _follow(progress, append)
        append.clear()


def _follow(progress: Progress, append: list[Entry]) -> None:
    """Advance by one append; its hash is checked before its events are read. Raises FaultFound."""
    for entry in append:
        progress.head = link(progress.head, entry)
    first, last = append[0].version + 1, append[-1].version + 1
    if append[-1].hash != progress.head:
        raise FaultFound("chain", first, "the hash is wrong", progress.head.hex(), append[-1].hash.hex(), last)
    groups: list[list[Entry]] = []
    for entry in append:
        if entry.group == entry.version:
            groups.append([])
        groups[-1].append(entry)
    for group in groups:
        if group[0].name == "game_started" and progress.state.origin:
            progress.copied = range(group[0].version, group[0].version + progress.state.origin.events)
        progress.state = redecide_group(progress, group)
        progress.past[progress.state.version] = progress.state
    progress.end_append(append)
    if append[0].version < progress.copied.stop != append[-1].version + 1:
        raise FaultFound(
            "origin", last, "the events that a fork copies are one append", progress.copied.stop - 1, last - 1
        )


def _check_order(entry: Entry, append: list[Entry]) -> None:
    """Check that a group is named by its first version, has one actor, and lies within an append of one time."""
    line, before = entry.version + 1, append[-1] if append else None
    if entry.group != entry.version and (before is None or entry.group != before.group):
        expected = f"{before.group} or {entry.version}" if before else entry.version
        raise FaultFound("order", line, "the group is neither new nor the one before", expected, entry.group)
    if before and before.group == entry.group and before.actor != entry.actor:
        raise FaultFound("order", line, "a group has one actor", before.actor, entry.actor)
    if before and before.ms != entry.ms:
        raise FaultFound("order", line, "an append has one time", before.ms, entry.ms)
    if not ACTOR.fullmatch(entry.actor):
        raise FaultFound("order", line, "not an actor", ACTOR.pattern, entry.actor)
    if not 0 <= entry.ms <= LATEST_MS:
        raise FaultFound("order", line, "not a time", f"0 to {LATEST_MS}", entry.ms)
    salt = 16 if entry.name in SECRET else 0
    if len(entry.salt) != salt:
        raise FaultFound("order", line, "the salt has another length", f"{salt} bytes", f"{len(entry.salt)} bytes")


def _ended(progress: Progress, append: list[Entry], end: dict[str, Any]) -> Verdict:
    """The verdict of a whole log whose end agrees with it. Raises FaultFound."""
    line = end["count"] + 2
    if append:
        raise FaultFound("chain", append[0].version + 1, "the last append has no hash", last=append[-1].version + 1)
    verdict = _verdict(progress)
    if progress.state.status != "finished":
        raise FaultFound("end", line, "the log ends before the game is scored", "finished", progress.state.status)
    for key in ("head", "state_hash", "result"):
        expected = getattr(verdict, key)
        if canonical(end[key]) != canonical(expected):
            raise FaultFound("end", line, f"the {key.replace('_', ' ')} is another", expected, end[key])
    return verdict


def _verdict(progress: Progress) -> Verdict:
    state = progress.state
    over = state.status == "finished"
    return Verdict(
        None,
        progress.game,
        state.version,
        progress.head.hex(),
        rules.state_hash(state) if over else "",
        is_assisted(state),
        origin_of(state),
        rules.facts(state)["result"] if over else None,
    )
