"""Whether all that the store holds of a game agrees with its log. Pure: it asks nobody."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import game as rules
from events import Entry
from events.archive import ArchiveFault
from events.entry import UnknownEvent, canonical
from projections.effects import Effects, due_effects
from projections.games import Loaded, with_states
from projections.record.result import counts
from projections.summaries import indexes, summary
from service.diagnosis.game.stored import StoredGame
from service.diagnosis.texts import count, some
from service.jobs.job_list import FAILED, LOST, RUNNING, WAITING

REBUILD = "run `wonderful rebuild`"
OTHER_SCHEMA = "is of another release; the next reader of the game makes a new one"


class Disagreement(NamedTuple):
    """`what` does not agree, in one sentence, and the command that mends it."""

    what: str
    mend: str


class Folded(NamedTuple):
    """A log folded from its beginning, and the state after each entry."""

    loaded: Loaded
    states: Sequence[rules.State]
    entries: Sequence[Entry]


class Verdict(NamedTuple):
    """`loaded`: the game as its log says; None if that cannot be folded. `notes`: what is no disagreement."""

    loaded: Loaded | None
    disagreements: tuple[Disagreement, ...]
    notes: tuple[str, ...]


def judge(stored: StoredGame, prefix: str, stream: str) -> Verdict:
    """Whether all of a game agrees. `prefix`: of the names of its indexes. `stream`: the key of its log."""
    if isinstance(stored.fault, ArchiveFault):
        mend = "set ARCHIVE_URL to the folder that has its file, or restore the file: `wonderful doctor`"
        return Verdict(None, (Disagreement(f"it is archived, and cannot be read: {stored.fault.reason}", mend),), ())
    restore = f"restore the stream {stream} from a backup, then {REBUILD}"
    if stored.fault:
        return Verdict(None, (Disagreement(f"its log is damaged: {stored.fault}", restore),), ())
    try:
        loaded, states = with_states(stored.id, stored.entries)
    except UnknownEvent as error:
        return Verdict(None, (Disagreement(f"entry {error.version} of its log cannot be read: {error}", restore),), ())
    folded = Folded(loaded, states, stored.entries)
    found = [*_damage(stored), *_milestones(stored, folded)]
    late = not stored.projected
    projected = [
        *_snapshot(stored, folded),
        *_effects(stored, loaded),
        *_lobby(stored, loaded, prefix),
        *_record(stored, loaded),
    ]
    notes = [*_notes(stored)]
    if late and projected:
        wrong = _snapshot_itself(stored, folded)
        notes.append("its newest events wait for a projector, so its projections are behind its log")
        return Verdict(loaded, (*found, *wrong), tuple(notes))
    return Verdict(loaded, (*found, *projected, *_jobs(stored, loaded)), tuple(notes))


def _damage(stored: StoredGame) -> Iterator[Disagreement]:
    if stored.damage is not None:
        yield Disagreement(
            f"it is marked as damaged at entry {stored.damage}, and so closed, but its chain is right",
            f"{REBUILD}: it opens the game again",
        )


def _snapshot(stored: StoredGame, folded: Folded) -> Iterator[Disagreement]:
    newest = folded.loaded.version
    if not stored.snapshot:
        yield Disagreement("it has no snapshot", REBUILD)
    elif stored.loaded and stored.loaded.version < newest:
        yield Disagreement(
            f"its snapshot is at version {stored.loaded.version}, its log at {newest}, and no projector has it to do",
            REBUILD,
        )
    yield from _snapshot_itself(stored, folded)


def _snapshot_itself(stored: StoredGame, folded: Folded) -> Iterator[Disagreement]:
    """What is wrong with a snapshot at its own version."""
    loaded = stored.loaded
    if stored.is_unreadable:
        yield Disagreement("its snapshot cannot be read, so nobody can read the game", REBUILD)
    if loaded is None:
        return
    if loaded.version > folded.loaded.version:
        yield Disagreement(f"its snapshot is at version {loaded.version}, which its log does not have", REBUILD)
        return
    until, _ = with_states(stored.id, folded.entries[: loaded.version])
    if loaded.head != until.head:
        yield Disagreement(f"the head of its snapshot is not the hash of entry {loaded.version} of its log", REBUILD)
    if loaded.state != until.state:
        yield Disagreement(f"the state of its snapshot is not that of its log at version {loaded.version}", REBUILD)
    elif loaded.clocks != until.clocks:
        yield Disagreement(f"the clocks of its snapshot are not those of its log at version {loaded.version}", REBUILD)


def _milestones(stored: StoredGame, folded: Folded) -> Iterator[Disagreement]:
    wrong = [
        str(version)
        for version, state in sorted(stored.milestones.items())
        if version > len(folded.states) or (state is not None and state != folded.states[version - 1])
    ]
    if wrong:
        yield Disagreement(f"milestones are not what its log says: those at version {some(wrong)}", REBUILD)


def _effects(stored: StoredGame, loaded: Loaded) -> Iterator[Disagreement]:
    """Outages move timers, and a projector may have stored them before an outage or after it."""
    possible = [due_effects(stored.id, loaded, outages) for outages in ((), stored.outages)]
    at_once = _texts(possible[0])[0]
    if stored.due != at_once:
        yield Disagreement(
            f"the store calls for {stored.due or 'nothing'} at once, and its log for {at_once or 'nothing'}", REBUILD
        )
    timed = [_texts(effects)[1] for effects in possible]
    if stored.timed not in timed:
        yield Disagreement(
            f"the store calls for {stored.timed or 'nothing'} at a time, and its log for {timed[-1] or 'nothing'}",
            REBUILD,
        )
    elif stored.timed and stored.timer_ms is None:
        yield Disagreement(f"{stored.timed} has no timer, so it never happens", REBUILD)
    waiting = json.dumps(rules.waiting_on(loaded.state)) if loaded.state.status == "playing" else None
    if stored.waiting != waiting:
        yield Disagreement(
            f"the store says that it waits for the seats {stored.waiting or '[]'}, and its log says {waiting or '[]'}",
            REBUILD,
        )


def _texts(effects: Effects) -> tuple[str | None, str | None]:
    at_once, timed = effects
    return at_once and at_once.stored, timed and timed.stored


def _lobby(stored: StoredGame, loaded: Loaded, prefix: str) -> Iterator[Disagreement]:
    if stored.summary is None or stored.guard is None:
        yield Disagreement("no list shows it: it has no summary", REBUILD)
        return
    made = json.loads(canonical(summary(stored.id, loaded, loaded.state.status == "finished" and stored.imported)))
    differing = sorted(name for name in made if made[name] != stored.summary.get(name))
    if "status" in differing:
        yield Disagreement(
            f"the lists say that it is {stored.summary.get('status')}, and its log says {made['status']}", REBUILD
        )
    elif differing:
        yield Disagreement(f"its summary in the lists differs from its log: {some(differing)}", REBUILD)
    expected = {f"{prefix}{name}" for name in indexes(made)}
    if missing := expected - stored.listed:
        yield Disagreement(
            f"it is missing in {len(missing)} of the {count(len(expected), 'list')} that show it", REBUILD
        )
    if wrong := stored.listed - expected:
        yield Disagreement(f"it stands in {count(len(wrong), 'list')} where it does not belong", REBUILD)


def _record(stored: StoredGame, loaded: Loaded) -> Iterator[Disagreement]:
    if counts(loaded.state) and not stored.imported and not stored.in_record:
        yield Disagreement("it is over and counts, and the record does not have it", REBUILD)


def _jobs(stored: StoredGame, loaded: Loaded) -> Iterator[Disagreement]:
    at_once, _ = _texts(due_effects(stored.id, loaded))
    is_live = any(job.status in (WAITING, RUNNING) for job in stored.jobs)
    if stored.due and stored.due == at_once and not stored.why_no_jobs and not is_live:
        yield Disagreement(
            f"the store calls for {stored.due} at once, and no living job does it",
            "see that a projector and workers of all lanes run: `wonderful doctor`, `wonderful queues`",
        )


def _notes(stored: StoredGame) -> Iterator[str]:
    if stored.snapshot and stored.loaded is None and not stored.is_unreadable:
        yield f"its snapshot {OTHER_SCHEMA}"
    if old := [version for version, state in stored.milestones.items() if state is None]:
        yield f"{count(len(old), 'milestone')} of another release: the next reader of the game makes new ones"
    if bad := [job.name for job in stored.jobs if job.status in (FAILED, LOST)]:
        yield f"jobs that failed or lost their worker: {some(bad)}"
    if stored.why_no_jobs:
        yield f"its jobs could not be read: {stored.why_no_jobs}"
