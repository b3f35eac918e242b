"""Finished games as files: their logs written out, and taken in from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import game as rules
from events import Conflict, Entry, Key, Log
from events.export import decoded, export, parse
from projections.lobby import Lobby
from projections.verification import Verdict, verify, verify_origin


class NotFinished(ValueError):
    """Only the log of a finished game is written out: before, it is secret."""


MOST = 20_000
"""Events of a game that is taken in; those of this service end at half of it, see `service.tables.LONG`."""


class TooLong(ValueError):
    """A log that would slow down everybody."""


class Occupied(ValueError):
    """There is another game of this id."""


def exported(state: rules.State, entries: Sequence[Entry]) -> Iterator[str]:
    """The lines of a game's log, without line ends. Raises NotFinished."""
    if state.status != "finished":
        raise NotFinished(f"game {state.id} is {state.status}, not finished: its log is still secret")
    return export(state.id, state.ruleset, entries, rules.state_hash(state), rules.facts(state)["result"])


def held_against(verdict: Verdict, lines: Iterable[bytes], log: Log) -> tuple[Verdict, bool]:
    """The verdict of a fork in the light of its origin, if that is a finished game here; whether it was."""
    if verdict.fault or verdict.origin is None:
        return verdict, False
    origin = log.read(verdict.origin["game"])
    if not origin or origin[-1].name != "game_scored":
        return verdict, False
    return verdict._replace(fault=verify_origin(parse(decoded(lines))[1], origin)), True


def take_in(lines: Iterable[bytes], log: Log, lobby: Lobby) -> Verdict:
    """Verify a log and, if it is right, store its game as it is; one that is there already stays.

    Raises UnknownSchema, UnknownRuleset, Occupied, TooLong.
    """
    lines = list(lines)
    verdict, _ = held_against(verify(lines), lines, log)
    if verdict.events > MOST:
        raise TooLong(f"{verdict.events} events are more than the {MOST} that are taken in")
    if verdict.ok and not _stored(log, verdict):
        _, entries, _ = parse(decoded(lines))
        lobby.mark_imported(verdict.game)
        try:
            log.restore(verdict.game, entries, Key("service:import", sha256(verdict.head.encode()).digest()))
        except Conflict:  # somebody was quicker, with this game or another
            if not _is_there(log, verdict):
                lobby.unmark_imported(verdict.game)
            _stored(log, verdict)
    return verdict


def _stored(log: Log, verdict: Verdict) -> bool:
    """Whether this very game is there. Raises Occupied when another one has its id."""
    if not log.read(verdict.game, count=1):
        return False
    if not _is_there(log, verdict):
        raise Occupied(f"there is another game {verdict.game} here")
    return True


def _is_there(log: Log, verdict: Verdict) -> bool:
    """Whether the game's log ends here as the verdict says."""
    last = log.read(verdict.game, verdict.events - 1, count=2)
    return [entry.hash.hex() for entry in last] == [verdict.head]
