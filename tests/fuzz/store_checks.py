"""After the requests: every log still verifies, and every projection is what a fold of the log says."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import game as rules
from events import Entry
from events.export import export
from projections.audit import verify
from projections.games import Loaded, with_states
from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations
from projections.summaries import summary
from service.backend import Backend
from tests.fuzz.fuzzed_service import FuzzedService

MAX_STEPS = 2000
"""Of projector and workers, until nothing is left to do."""


def check_store(fuzzed: FuzzedService, fault: Callable[[str, str], None]) -> int:
    """Let projector and workers end, and look at every game. Returns how many there are."""
    _settle(fuzzed, fault)
    parts = fuzzed.other
    games = every_game(parts.redis, parts.keys)
    for game in games:
        try:
            entries = parts.log.read(game)
            folded, _ = with_states(game, entries)
            for wrong in [*_wrong_projections(parts, game, folded), *_wrong_log(game, folded, entries)]:
                fault(f"afterwards {wrong.partition(':')[0]}", f"game {game}: {wrong}")
        except Exception as error:
            fault(f"afterwards {type(error).__name__}", f"game {game}: {error!r}")
    generations = Generations(parts.redis, parts.keys)
    record = generations.begin()
    for _ in rebuild(games, parts.log, parts.snapshots, parts.lobby, record, parts.milestones):
        pass
    if differing := generations.finish():
        fault("afterwards record", f"differs from a rebuilt one for {differing[:5]}")
    return len(games)


def _settle(fuzzed: FuzzedService, fault: Callable[[str, str], None]) -> None:
    for _ in range(MAX_STEPS):
        done = fuzzed.jobs
        fuzzed.step()
        if fuzzed.jobs == done and not any(queue.count for queue in fuzzed.queues.lanes.values()):
            return
    fault("afterwards queues", "jobs are never done")


def _wrong_projections(parts: Backend, game: str, folded: Loaded) -> list[str]:
    """What is stored or cached of a game and differs from its fold."""
    found = []
    for name, kept in (("cache", parts.games.load(game)), ("snapshot", parts.snapshots.load(game))):
        if kept is None:
            found.append(f"{name}: missing")
        elif (_facts(kept), kept.head, kept.clocks) != (_facts(folded), folded.head, folded.clocks):
            found.append(f"{name}: version {kept.version} differs from the fold, version {folded.version}")
    [stored] = [text for _, text in parts.lobby._summaries_of([f"{folded.opened_ms:013d}-{game}"])]
    imported = folded.state.status == "finished" and parts.lobby.is_imported(game)
    if stored != json.loads(json.dumps(summary(game, folded, imported))):
        found.append(f"summary: {stored}")
    return found


def _facts(loaded: Loaded) -> Any:
    return rules.facts(loaded.state)


def _wrong_log(game: str, folded: Loaded, entries: Sequence[Entry]) -> list[str]:
    """What the audit finds in a log; of a game that is not finished only the end may be missing."""
    state = folded.state
    lines = [*export(game, state.ruleset, entries, rules.state_hash(state), rules.facts(state)["result"])]
    is_over = state.status == "finished"
    verdict = verify([line.encode() for line in (lines if is_over else lines[:-1])])
    if is_over == verdict.ok and (is_over or (verdict.fault and verdict.fault.line > len(entries))):
        return []
    return [f"audit: {verdict.fault}"]
