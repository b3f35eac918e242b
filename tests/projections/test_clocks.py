"""Clocks are a fold of the log: however its appends are folded, all processes and the audit have the same ones."""

import json
from random import Random

import pytest

import game as rules
from events import Group, IdempotencyKey, MemoryLog, first_link
from game.clocks import Clocks, SeatClock, advance
from game.lobby import SeatTaken
from projections.audit import follow, verify, verify_origin
from projections.audit.progress import Progress
from projections.effects import due_effects
from projections.games import Games, with_entries, without_events
from projections.snapshots import Snapshots
from service.backend import Backend
from tests.projections.archive import START_MS, Recorder, log_lines
from tests.projections.timed_games import CLOCKS, TimedRecorder, record_timed

STEPS = 120
"""How far games are played in every run; where slow tests run, they are played to their ends."""
PLAYED = pytest.mark.parametrize(
    ("seed", "steps"), [(1, STEPS), *[pytest.param(seed, 4000, marks=pytest.mark.slow) for seed in range(1, 5)]]
)
GAMES = pytest.mark.parametrize("clock", CLOCKS)


def clocks_by_append(recorder: TimedRecorder) -> dict[int, Clocks]:
    """The clocks at the end of each append, by version: the definition, with every state folded from the beginning."""
    found, clocks, events = {}, Clocks(), [entry.event for entry in recorder.entries]
    for entry, state in zip(recorder.entries, rules.states(events), strict=True):
        if entry.hash:
            clocks = advance(clocks, state, entry.ms)
            found[entry.version] = clocks
    return found


@pytest.mark.slow
@GAMES
@PLAYED
def test_clocks_do_not_depend_on_how_a_log_is_folded(clock: str, seed: int, steps: int, parts: Backend):
    recorder = record_timed(clock, seed, steps)
    expected, entries, rng = clocks_by_append(recorder), recorder.entries, Random(seed)
    assert with_entries(without_events(recorder.id), entries).clocks == expected[len(entries)]
    for version in rng.sample(sorted(expected), min(len(expected), 12)):
        part = with_entries(without_events(recorder.id), entries[:version])
        assert part.clocks == expected[version]
        snapshots = Snapshots(parts.redis, parts.keys)
        snapshots.drop(recorder.id)
        snapshots.save(recorder.id, part, due_effects(recorder.id, part))
        loaded = Games(recorder.log, snapshots.load).load(recorder.id)
        assert loaded.clocks == expected[len(entries)], f"snapshot at version {version} and the rest"


@GAMES
def test_the_audit_has_the_same_clocks(clock: str, monkeypatch: pytest.MonkeyPatch):
    recorder, seen = record_timed(clock, 1, STEPS), []

    class Watched(Progress):
        def end_append(self, ms: int) -> None:
            super().end_append(ms)
            seen.append((self.state.version, self.clocks))

    monkeypatch.setattr(follow, "Progress", Watched)
    verify(log_lines(recorder))
    assert dict(seen) == clocks_by_append(recorder)


@GAMES
@PLAYED
def test_a_game_of_players_who_vanish_and_return_verifies(clock: str, seed: int, steps: int):
    recorder = record_timed(clock, seed, steps)
    fault = verify(log_lines(recorder)).fault
    assert fault is None or fault.kind == "end", fault
    assert (fault is None) == (recorder.state.status == "finished")


@pytest.mark.slow
def test_these_games_have_all_events_of_time_and_both_ends():
    names = {entry.name for clock in CLOCKS for entry in record_timed(clock, 1).entries}
    assert {"time_expired", "seat_taken_over", "seat_returned", "rewound", "intention_undone"} <= names
    assert any(record_timed(clock, 1).state.status == "finished" for clock in CLOCKS)


def test_a_fork_of_a_game_on_a_clock_copies_its_moves_and_not_its_clock():
    origin = record_timed("per phase", 1, STEPS)
    expired = [entry.version for entry in origin.entries if entry.name == "time_expired"]
    ends = [entry.version for entry in origin.entries if entry.hash and entry.version > expired[2]]
    fork = Recorder("bbbbbbbb")
    fork.fork(origin, ends[0])
    fork.finish(Random(1))
    assert "bot:greedy" in {entry.actor for entry in fork.entries}
    assert with_entries(without_events(fork.id), fork.entries).clocks == Clocks()
    assert verify(log_lines(fork)).fault is None
    assert verify_origin(fork.entries, origin.entries) is None


def test_a_bot_account_in_a_fork_has_its_whole_time_from_the_copied_moves_on():
    events = rules.new({"seats": 2, "bot_seconds": 7})
    taken = next(at for at, event in enumerate(events) if event == SeatTaken(1, "player-1"))
    log = MemoryLog(now=lambda: START_MS / 1000)
    fork = [*events[:taken], SeatTaken(1, "player-1", external=True), *events[taken + 1 :]]
    pick = rules.decide(rules.fold(fork), rules.legal(rules.fold(fork), 0)[0])
    log.append("g", [Group("a", fork), Group("b", pick)], 0, first_link("g"), IdempotencyKey("k", b""))
    clocks = with_entries(without_events("g"), log.read("g")).clocks
    assert clocks.seats == (None, SeatClock(7_000, START_MS))


def test_clocks_are_stored_as_they_are(parts: Backend):
    recorder = record_timed("bank", 1, STEPS)
    snapshots = Snapshots(parts.redis, parts.keys)
    clocks = Clocks((SeatClock(5, 7, (2, 1)), None, SeatClock(3)), 4, 9)
    snapshots.save("g", recorder.loaded._replace(clocks=clocks), due_effects("g", recorder.loaded))
    stored = snapshots.load("g")
    assert stored
    assert stored.clocks == clocks
    assert json.loads(json.dumps(clocks)) == [[[5, 7, [2, 1]], None, [3, None, []]], 4, 9, 0, None]
