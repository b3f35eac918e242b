"""Transfer: export the log of a finished game, and import logs that were played elsewhere."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import game as rules
from events import Conflict, DamagedLog, Entry, IdempotencyKey, Log
from events.export import decoded, export, parse
from projections.audit import Verdict, verify, verify_origin
from projections.lobby import Lobby

MAX_IMPORTED_EVENTS = 20_000
"""Twice the length from which this service accepts only moves (`service.games.log_limit`)."""


class NotFinished(ValueError):
    """The game is not finished, so its log is still secret."""


class TooLong(ValueError):
    """The log is so long that its game would slow down everybody."""


class Occupied(ValueError):
    """Another game already has this id."""


def export_lines(state: rules.State, entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a game's log, without line ends. Raises NotFinished."""
    if state.status != "finished":
        raise NotFinished(f"game {state.id} is {state.status}, not finished: its log is still secret")
    return export(state.id, state.ruleset, entries, rules.state_hash(state), rules.facts(state)["result"])


def compare_with_origin(
    verdict: Verdict, lines: Iterable[bytes], log: Log, may_see: Callable[[str], bool] = lambda game: True
) -> tuple[Verdict, bool]:
    """(verdict, whether it was compared): a fork's log is compared with its origin, if that is a finished game here.

    `may_see`: whether who asks may see a game. What differs tells of its events.
    """
    if verdict.fault or verdict.origin is None or not may_see(verdict.origin["game"]):
        return verdict, False
    try:
        origin = log.read(verdict.origin["game"])
    except DamagedLog:
        return verdict, False
    if not origin or origin[-1].name != "game_scored":
        return verdict, False
    return verdict._replace(fault=verify_origin(parse(decoded(lines))[1], origin)), True


def import_log(lines: Iterable[bytes], log: Log, lobby: Lobby) -> Verdict:
    """Verify a log and, if it is correct, store its game unchanged. A game that is stored already stays as it is.

    Raises UnknownSchema, UnknownRuleset, Occupied, TooLong.
    """
    lines = list(lines)
    verdict, _ = compare_with_origin(verify(lines), lines, log)
    if verdict.events > MAX_IMPORTED_EVENTS:
        raise TooLong(f"the log has {verdict.events} events; at most {MAX_IMPORTED_EVENTS} can be imported")
    if verdict.ok and not _is_stored(log, verdict):
        _, entries, _ = parse(decoded(lines))
        lobby.mark_imported(verdict.game)
        try:
            log.restore(verdict.game, entries, IdempotencyKey("service:import", sha256(verdict.head.encode()).digest()))
        except Conflict:  # another process stored this game, or another one of the same id, in between
            if not _ends_like(log, verdict):
                lobby.unmark_imported(verdict.game)
            _is_stored(log, verdict)
    return verdict


def _is_stored(log: Log, verdict: Verdict) -> bool:
    """Whether this very game is stored. Raises Occupied when another game has its id."""
    if not log.read(verdict.game, count=1):
        return False
    if not _ends_like(log, verdict):
        raise Occupied(f"there is another game {verdict.game} here")
    return True


def _ends_like(log: Log, verdict: Verdict) -> bool:
    """Whether the stored log ends where the verified log ends, with the same hash."""
    last = log.read(verdict.game, verdict.events - 1, count=2)
    return [entry.hash.hex() for entry in last] == [verdict.head]
