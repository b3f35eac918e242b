"""The logs of a whole store: read in one process, and judged in any, which needs no store for it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import game as rules
from events import DamagedLog, Entry
from events.archive import Archive, ArchiveFault, open_archive
from events.chain import check_stretch
from events.entry import UnknownEvent
from events.redis_log import parse_rows, read_archived
from game.lobby import GameOpened
from game.model import is_bot
from game.options import Options
from game.shuffle import commitment
from projections.audit import UnknownRuleset, verify_stored
from service.diagnosis.opening import Opened

READ_AT_ONCE = 20
"""Games that are read in one round trip."""


class StoredLog(NamedTuple):
    """What a store holds of a game. `rows`: of its stream. `size`: bytes of these, about.

    `snapshot`: its version and its head, None for what it has not. `seed`: of the server, until the start. Of an
    archived game, `entries`: all, from the archive; `fault`, `unknown`: as of CheckedLog, if it does not give them.
    """

    game: str
    rows: Any
    size: int
    snapshot: tuple[bytes | None, bytes | None]
    seed: bytes | None
    is_imported: bool
    entries: Sequence[Entry] = ()
    fault: str = ""
    unknown: str = ""


class CheckedLog(NamedTuple):
    """What the check of a log found. `head`: the hash of its newest entry. `players`: the accounts at its seats.

    `fault`: what is wrong. `unknown`: why this program cannot tell. Both are empty for a sound log.
    """

    game: str
    events: int = 0
    head: bytes = b""
    players: tuple[str, ...] = ()
    fault: str = ""
    unknown: str = ""


def read_logs(opened: Opened, games: Sequence[str]) -> Iterator[StoredLog]:
    """The logs of these games, in their order. Raises RedisError."""
    keys, archive = opened.keys, archive_of(opened)
    for at in range(0, len(games), READ_AT_ONCE):
        some = games[at : at + READ_AT_ONCE]
        pipe = opened.redis.pipeline(transaction=False)
        for game in some:
            pipe.hmget(keys.snapshot(game), "version", "head")  # before the log, which only grows
            pipe.get(keys.seed(game))
            pipe.sismember(keys.lobby("imported"), game)
            pipe.hexists(keys.archived(keys.partition(game)), game)
            pipe.xrange(keys.stream(game))
        found = iter(pipe.execute())
        for game, snapshot, seed, is_imported, is_archived, rows in zip(some, *[found] * 5, strict=True):
            size = sum(sum(map(len, row.values())) for _, row in rows)
            log = StoredLog(game, rows, size, tuple(snapshot), seed, bool(is_imported))
            yield _with_archived(log, archive) if is_archived and rows else log


def archive_of(opened: Opened) -> Archive | None:
    """The archive of the settings; None if there is none here."""
    archive = open_archive(opened.settings.archive_url)
    return None if archive is None or archive.files.fault() else archive


def _with_archived(log: StoredLog, archive: Archive | None) -> StoredLog:
    """The log of an archived game, with its entries from the archive."""
    if archive is None:
        return log._replace(unknown="it is archived, and ARCHIVE_URL leads to no archive here")
    try:
        entries = read_archived(log.game, log.rows[-1], 0, archive)
        return log._replace(entries=entries, size=sum(len(entry.data) for entry in entries))
    except ArchiveFault as error:
        return log._replace(fault=f"it is archived, and cannot be read: {error.reason}")
    except DamagedLog:  # `judge_logs` says so
        return log


def judge_logs(logs: Sequence[StoredLog]) -> list[CheckedLog]:
    """Whether logs are sound: their chains, rules and salts, and what is stored beside them. Pure."""
    return [_judge(log) for log in logs]


def _judge(log: StoredLog) -> CheckedLog:
    checked = CheckedLog(log.game, fault=log.fault, unknown=log.unknown)
    if log.fault or log.unknown:
        return checked
    if not log.rows:
        return checked._replace(fault="it has no log")
    try:
        entries = log.entries or parse_rows(log.game, log.rows)
        check_stretch(log.game, entries, 0, to_end=True)
    except DamagedLog as error:
        return checked._replace(fault=f"entry {error.version}: {error.reason}")
    checked = checked._replace(events=len(entries), head=entries[-1].hash)
    try:
        verdict, state = verify_stored(log.game, entries)
    except (UnknownRuleset, UnknownEvent) as error:
        return checked._replace(unknown=str(error))
    if verdict.fault:
        unknown = _unknown(entries)
        return checked._replace(unknown=unknown, fault="" if unknown else verdict.fault.in_store)
    players = [seat.player for seat in state.seats if seat.player and not is_bot(seat.player)]
    return checked._replace(
        players=() if log.is_imported else tuple(players),  # the author of an imported log chose them
        fault=_snapshot_fault(log, entries) or _seed_fault(log, state),
    )


def _unknown(entries: Sequence[Entry]) -> str:
    """What a newer program has written into a log whose chain is right; empty if there is nothing of it."""
    try:
        options = {name for entry in entries if isinstance(event := entry.event, GameOpened) for name in event.options}
    except UnknownEvent as error:
        return f"entry {error.version}: {error}"
    strange = options - {field.name for field in fields(Options)}
    return f"its options have {', '.join(sorted(strange))}, which this program does not know" if strange else ""


def _snapshot_fault(log: StoredLog, entries: Sequence[Entry]) -> str:
    """What is wrong with version and head of a snapshot. It also shows that a log has lost its newest entries."""
    version, head = log.snapshot
    if version is None:
        return ""
    if not version.isdigit() or not 1 <= int(version) <= len(entries):
        return f"its snapshot is at version {version.decode(errors='replace')}, and its log at {len(entries)}"
    is_its_head = entries[int(version) - 1].hash == head or (head is None and log.entries)  # of an archived game
    return "" if is_its_head else f"the head of its snapshot is not the hash of entry {int(version)}"


def _seed_fault(log: StoredLog, state: rules.State) -> str:
    """Why an open game cannot be dealt. A fork takes its deal from its origin."""
    if state.status != "open" or state.origin:
        return ""
    if log.seed is None:
        return "its server seed is missing, so it cannot start"
    is_its_seed = commitment(log.seed.decode(errors="replace"), log.game) == state.commitment
    return "" if is_its_seed else "its server seed is not the one committed to"


def not_continued(running: Opened, logs: Sequence[CheckedLog]) -> list[str]:
    """Of sound logs of a copy, the games whose log in the running store does not begin with the one of the copy.

    Raises RedisError.
    """
    pipe = running.redis.pipeline(transaction=False)
    for log in logs:
        pipe.xrange(running.keys.stream(log.game), f"{log.events}-0", f"{log.events}-0")
    found = zip(logs, pipe.execute() if logs else (), strict=True)
    differing = [log for log, rows in found if [row.get(b"hash") for _, row in rows] != [log.head]]
    if not differing:
        return []
    # Of a game that is archived since, the stream has the newest entry alone.
    again = read_logs(running, [log.game for log in differing])
    return [log.game for log, there in zip(differing, again, strict=True) if not _begins_with(there, log)]


def _begins_with(there: StoredLog, log: CheckedLog) -> bool:
    """Whether a log of the running store begins with one of a copy. One whose file is not to be had may well do."""
    if there.unknown or there.fault:
        return True
    return len(there.entries) >= log.events and there.entries[log.events - 1].hash == log.head
