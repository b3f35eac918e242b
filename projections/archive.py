"""Finished games as files: their logs written out, and taken in from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import game as rules
from events import Conflict, Entry, Key, Log
from events.export import decoded, export, parse
from projections.lobby import Lobby
from projections.verification import Verdict, verify


class NotFinished(ValueError):
    """Only the log of a finished game is written out: before, it is secret."""


class Occupied(ValueError):
    """There is another game of this id."""


def exported(state: rules.State, entries: Sequence[Entry]) -> Iterator[str]:
    """The lines of a game's log, without line ends. Raises NotFinished."""
    if state.status != "finished":
        raise NotFinished(f"game {state.id} is {state.status}, not finished: its log is still secret")
    return export(state.id, state.ruleset, entries, rules.state_hash(state), rules.facts(state)["result"])


def take_in(lines: Iterable[bytes], log: Log, lobby: Lobby) -> Verdict:
    """Verify a log and, if it is right, store its game as it is; one that is there already stays.

    Raises UnknownSchema, UnknownRuleset, Occupied.
    """
    lines = list(lines)
    verdict = verify(lines)
    if verdict.ok and not _stored(log, verdict):
        _, entries, _ = parse(decoded(lines))
        lobby.mark_imported(verdict.game)
        try:
            log.restore(verdict.game, entries, Key("service:import", sha256(verdict.head.encode()).digest()))
        except Conflict:
            if not _stored(log, verdict):  # somebody was quicker
                raise
    return verdict


def _stored(log: Log, verdict: Verdict) -> bool:
    """Whether this very game is there. Raises Occupied when another one has its id."""
    last = log.read(verdict.game, verdict.events - 1, count=2)
    if last and [entry.hash.hex() for entry in last] == [verdict.head]:
        return True
    if log.read(verdict.game, count=1):
        raise Occupied(f"there is another game {verdict.game} here")
    return False
