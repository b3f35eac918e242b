"""After an outage all games whose clocks run are looked at, once and in order; old states get it back, too."""

import time

import pytest

import game as rules
from events import Group, RedisLog
from events.answering import Answers
from game.clocks import next_deadline_ms
from game.outages import Outage, TimeGivenBack
from projections.effects import Effect, due_effects
from projections.games import Games
from projections.projector import BUSY_TIMERS_MS, UNANSWERED_TIMERS_MS, Projector
from tests.events.stories import write
from tests.projections.killable_projector import KillableProjector
from tests.projections.table import begin, fold_game, now_ms, open_game

CLOCK = {"kind": "bank", "seconds": 3600}
HOUR_MS = 3_600_000


class Answered(KillableProjector):
    """A projector that knows when the service answered: `answers`."""

    def __init__(self, parts, enqueue=None):
        super().__init__(parts, enqueue)
        self.answers = Answers(now_ms() + HOUR_MS)
        self.projector = Projector(
            self.games, self.snapshots, self.lobby, self._call, now=parts.clock, answers=lambda: self.answers
        )

    def run(self):
        """Look at the timers until none is due."""
        while self.projector.run_timers(60.0) == BUSY_TIMERS_MS:
            pass


def running(parts, game, **options):
    """A game whose clocks run."""
    begin(parts.log, game, clock=CLOCK, **options)


def after_outage(parts, game):
    """When the service answered, if it did not since the newest event of a game until a moment ago."""
    begun_ms = fold_game(parts.log, game).touched_ms
    time.sleep(0.1)
    return Answers(now_ms(), (Outage(begun_ms, begun_ms + 50),))


def next_timer_ms(parts):
    return min(parts.snapshots.next_timers_ms())


def test_no_clock_runs_out_before_the_service_has_answered_after_its_deadline(parts):
    running(parts, "g")
    process = Answered(parts)
    process.projector.project("g")
    deadline_ms = next_deadline_ms(fold_game(parts.log, "g").clocks)
    late = Answered(parts)
    late.projector._now = lambda: deadline_ms / 1000 + 1
    late.answers = Answers(deadline_ms - 1)
    assert late.projector.run_timers(5.0) == UNANSWERED_TIMERS_MS
    assert late.jobs == []
    late.answers = Answers(deadline_ms)
    late.projector.run_timers(5.0)
    assert [effect.name for effect in late.jobs] == ["clock"]


def test_after_an_outage_each_game_whose_clock_ran_has_a_job_and_no_other_has(parts):
    for name in ("g", "h"):
        running(parts, name)
    open_game(parts.log, "open", clock=CLOCK)
    begin(parts.log, "untimed")
    process = Answered(parts)
    for name in ("g", "h", "open", "untimed"):
        process.projector.project(name)
    process.run()
    assert process.jobs == []
    process.answers = after_outage(parts, "h")
    process.run()
    assert sorted(effect.game for effect in process.jobs) == ["g", "h"]
    assert {effect.name for effect in process.jobs} == {"clock"}


def test_a_game_to_which_nothing_is_owed_keeps_its_own_time(parts):
    """Its clock began after the outage, or the outage was given back to it before."""
    begun = now_ms()
    time.sleep(0.02)
    running(parts, "g")
    process = Answered(parts)
    process.projector.project("g")
    before = next_timer_ms(parts)
    process.answers = Answers(now_ms() + 1000, (Outage(begun - 10_000, begun),))
    process.run()
    assert (process.jobs, next_timer_ms(parts)) == ([], before)


def test_all_clocks_are_looked_at_once_for_an_outage_also_by_the_next_projector(parts):
    running(parts, "g")
    process = Answered(parts)
    process.projector.project("g")
    process.answers = answers = after_outage(parts, "g")
    process.run()
    assert len(process.jobs) == 1
    after = Answered(parts)
    after.answers = answers
    after.run()
    assert after.jobs == [], "it is under way, and due again after a sweep"


def test_many_games_come_one_behind_the_other_as_any_clocks_do(parts):
    """Those of an account that has many jobs wait, and others find room."""
    waits = {"other": 0.0}
    process = Answered(parts, lambda effect: process.jobs.append(effect) or waits.get(effect.game, 60.0))
    names = [f"g{number}" for number in range(20)]
    for name in [*names, "other"]:
        running(parts, name)
        process.projector.project(name)
    process.answers = after_outage(parts, "other")
    process.run()
    assert sorted(effect.game for effect in process.jobs) == sorted([*names, "other"])
    assert next_timer_ms(parts) > now_ms() + 30_000, "postponed, not dropped"


def test_a_projection_after_an_outage_knows_what_is_owed(parts):
    running(parts, "g")
    [outage] = after_outage(parts, "g").outages
    loaded = fold_game(parts.log, "g")
    assert due_effects("g", loaded, [outage]).timed == Effect("clock", "g", loaded.version, outage.to_ms)


def test_the_end_of_an_open_game_waits_as_long_as_nobody_could_join(parts):
    open_game(parts.log, "g", open_seconds=60)
    process = Answered(parts)
    process.projector.project("g")
    opened_ms = fold_game(parts.log, "g").opened_ms
    process.projector._now = lambda: (opened_ms + 100_000) / 1000
    process.answers = Answers(opened_ms + 100_000, (Outage(opened_ms + 10_000, opened_ms + 90_000),))
    process.run()
    assert process.jobs == []
    assert next_timer_ms(parts) == opened_ms + 140_000
    process.answers = process.answers._replace(beat_ms=opened_ms + 140_000)
    process.projector._now = lambda: (opened_ms + 140_000) / 1000
    process.run()
    assert [effect.name for effect in process.jobs] == ["abandon"]


@pytest.mark.parametrize("kept", ["before the outage", "after a move behind it", "the snapshot", "nothing"])
def test_a_process_with_an_old_state_has_the_same_clocks(parts, kept):
    """The time comes back late, so the clocks of what was kept since are no longer those of the game."""
    seconds = [1_700_000_000.0]
    log = RedisLog(parts.redis, parts.keys, lambda: seconds[-1])
    begin(log, "g", clock=CLOCK)
    games = Games(log, parts.snapshots.load)
    if kept == "before the outage":
        games.load("g")
    begun_ms = int(seconds[-1] * 1000) + 1_000
    seconds.append(seconds[-1] + 100)
    state = fold_game(log, "g").state
    write(log, "g", [Group("ann", rules.decide(state, rules.legal(state, 0)[0]))])
    if kept == "after a move behind it":
        games.load("g")
    if kept == "the snapshot":
        Answered(parts).projector.project("g")
    write(log, "g", [Group("service", [TimeGivenBack(begun_ms, begun_ms + 90_000)])])
    loaded = games.load("g")
    assert loaded == fold_game(log, "g")
    mine, other = loaded.clocks.seats
    assert (mine.left_ms, other.left_ms) == (HOUR_MS - 10_000, HOUR_MS + 90_000)
