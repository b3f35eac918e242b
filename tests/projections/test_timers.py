"""Timers: effects with a time, scheduled when it has come, again only if nothing happened, and never forgotten."""

import pytest
from redis.exceptions import ConnectionError

from projections.effects import Effect, Effects
from projections.projector import BUSY_TIMERS_MS, NO_TIMER_MS
from projections.rebuild import rebuild
from tests.projections.killable_projector import (
    KillableProjector,
    assert_projected,
    drain,
    follow_rounds,
    follow_until,
    stored_timers,
)
from tests.projections.table import fold_game, join, leave, now_ms, open_game, save, start

HOUR_MS = 3_600_000
CLOCK = {"kind": "per_phase", "seconds": 60}


def timed(game: str, version: int, after_ms: int) -> Effect:
    return Effect("clock", game, version, after_ms)


def store(parts, game, effect):
    """Store a new game with this timer, whatever its own would be."""
    open_game(parts.log, game)
    loaded = fold_game(parts.log, game)
    assert parts.snapshots.save(game, loaded, Effects(timed=effect))


@pytest.mark.slow
def test_an_open_game_has_a_timer_that_ends_it_and_a_started_one_that_of_its_clocks(parts, feed):
    one, process = feed(), KillableProjector(parts)
    open_game(parts.log, "g", clock=CLOCK)
    drain(parts, process, one)
    opened_ms = fold_game(parts.log, "g").opened_ms
    assert stored_timers(parts) == [Effect("abandon", "g", 2, opened_ms + 24 * HOUR_MS)]
    join(parts.log, "g")
    start(parts.log, "g")
    drain(parts, process, one)
    loaded = fold_game(parts.log, "g")
    assert stored_timers(parts) == [Effect("clock", "g", loaded.version, loaded.touched_ms + 60_000)]
    assert_projected(parts, "g")
    leave(parts.log, "g", 0)
    leave(parts.log, "g", 1)
    drain(parts, process, one)
    assert stored_timers(parts) == []
    assert parts.snapshots.next_timers_ms() == []


def test_a_bots_turn_and_a_timer_stand_beside_each_other(parts, feed):
    open_game(parts.log, "g", clock=CLOCK, bots=["greedy"])
    start(parts.log, "g")
    process = KillableProjector(parts)
    drain(parts, process, feed())
    assert [effect.name for effect in stored_timers(parts)] == ["clock"]
    assert [effect.name for effect in parts.snapshots.due_effects()] == ["bots"]


def test_timers_are_taken_when_their_time_has_come_the_earliest_first(parts):
    for number in range(6):
        store(parts, f"g{number}", timed(f"g{number}", 1, 1_000 + number))
    taken = parts.snapshots.take_timers(1_003, 9_000, 10)
    assert sorted(effect.game for effect in taken) == ["g0", "g1", "g2", "g3"]
    by_partition = [parts.keys.partition(effect.game) for effect in taken]
    assert by_partition == sorted(by_partition)
    assert parts.snapshots.take_timers(1_004, 9_000, 10) == [timed("g4", 1, 1_004)]
    assert parts.snapshots.take_timers(8_999, 9_000, 10) == [timed("g5", 1, 1_005)]
    assert len(parts.snapshots.take_timers(9_000, 20_000, 10)) == 6, "nothing happened, so they are due again"


def test_at_most_as_many_timers_are_taken_of_a_partition_as_asked_for(parts):
    games = [name for name in map(str, range(100)) if parts.keys.partition(name) == 3][:5]
    for at, game in enumerate(games):
        store(parts, game, timed(game, 1, at))
    assert [effect.game for effect in parts.snapshots.take_timers(1_000, 9_000, 2)] == games[:2]
    assert [effect.game for effect in parts.snapshots.take_timers(1_000, 9_000, 2)] == games[2:4]


def test_a_newer_snapshot_replaces_the_timer_also_one_that_was_taken(parts):
    store(parts, "g", timed("g", 2, 1_000))
    assert parts.snapshots.take_timers(1_000, 50_000, 1)
    save(parts.snapshots, "g", fold_game(parts.log, "g"))
    assert parts.snapshots.next_timers_ms() == [50_000.0], "the same version says nothing new"
    join(parts.log, "g")
    save(parts.snapshots, "g", fold_game(parts.log, "g"))
    [effect] = stored_timers(parts)
    assert parts.snapshots.next_timers_ms() == [effect.after_ms]


def test_a_dropped_game_has_no_timer_and_a_rebuilt_one_has_its_own_again(parts, feed):
    open_game(parts.log, "g", clock=CLOCK)
    drain(parts, KillableProjector(parts), feed())
    before = stored_timers(parts)
    parts.snapshots.drop("g")
    assert (stored_timers(parts), parts.snapshots.next_timers_ms()) == ([], [])
    assert list(rebuild(["g"], parts.log, parts.snapshots, parts.lobby)) == [("g", 2)]
    assert stored_timers(parts) == before
    assert parts.snapshots.next_timers_ms() == [before[0].after_ms]


def test_a_timer_without_an_effect_is_removed(parts):
    parts.redis.zadd(parts.keys.timers(3), {"ghost": 5})
    assert parts.snapshots.take_timers(10, 99, 10) == []
    assert parts.snapshots.next_timers_ms() == []


# The projector


def test_the_projector_looks_again_at_once_for_a_timer_before_all_that_it_has_seen(parts):
    process = KillableProjector(parts)
    assert process.projector.run_timers(5.0) == NO_TIMER_MS
    for game, seconds, is_sooner in (("first", 1200, True), ("sooner", 600, True), ("later", 900, False)):
        open_game(parts.log, game, open_seconds=seconds)
        process.projector.project(game)
        assert process.projector.has_sooner_timer is is_sooner
        assert process.projector.run_timers(5.0) > BUSY_TIMERS_MS
        assert not process.projector.has_sooner_timer


def test_the_projector_waits_until_the_next_timer_and_then_schedules_it_once(parts):
    process, now = KillableProjector(parts), 1_000.0
    process.projector._now = lambda: now
    assert process.projector.run_timers(5.0) == NO_TIMER_MS
    store(parts, "g", timed("g", 1, 1_000_400))
    assert process.projector.run_timers(5.0) == 401
    assert process.jobs == []
    now += 0.401
    process.projector.run_timers(5.0)
    process.projector.run_timers(5.0)
    assert [effect.name for effect in process.jobs] == ["clock"]


@pytest.mark.slow
def test_a_timer_is_scheduled_again_after_a_sweep_as_long_as_nothing_happens(parts, feed):
    open_game(parts.log, "g")
    one, process = feed(), KillableProjector(parts)
    drain(parts, process, one)
    store(parts, "h", timed("h", 1, 1_000))
    follow_rounds(process, one, 6)
    assert 2 <= len([effect for effect in process.jobs if effect.game == "h"]) <= 7
    join(parts.log, "h")
    drain(parts, process, one)
    process.jobs.clear()
    follow_rounds(process, one, 3)
    assert process.jobs == []


def test_a_postponed_timer_is_tried_again_when_its_wait_is_over(parts):
    waits = [0.3, 0.0]

    def enqueue(effect):
        process.jobs.append(effect)
        return waits.pop(0)

    process, now = KillableProjector(parts, enqueue), 1_000.0
    process.projector._now = lambda: now
    store(parts, "g", timed("g", 1, 1_000))
    assert process.projector.run_timers(60.0) == BUSY_TIMERS_MS
    assert process.projector.run_timers(60.0) == 301
    assert len(process.jobs) == 1
    now += 0.301
    process.projector.run_timers(60.0)
    assert process.jobs == 2 * [timed("g", 1, 1_000)]
    assert process.projector.run_timers(60.0) > 50_000, "now it is scheduled, and taken as any other"


def test_the_timers_of_one_account_do_not_hold_up_that_of_another(parts):
    process = KillableProjector(parts, lambda effect: 0.0 if effect.game == "other" else 60.0)
    for number in range(100):
        store(parts, f"g{number}", timed(f"g{number}", 1, 1_000))
    store(parts, "other", timed("other", 1, 2_000))
    asked = []
    enqueue = process.enqueue
    process.enqueue = lambda effect: asked.append(effect.game) or enqueue(effect)
    while process.projector.run_timers(5.0) == BUSY_TIMERS_MS:
        pass
    assert sorted(asked) == sorted(["other", *[f"g{number}" for number in range(100)]])


def test_a_timer_that_was_set_anew_is_not_postponed(parts):
    store(parts, "g", timed("g", 1, 1_000))
    assert parts.snapshots.take_timers(2_000, 9_000, 1)
    join(parts.log, "g")
    assert parts.snapshots.save("g", fold_game(parts.log, "g"), Effects(timed=timed("g", 2, 50_000)))
    parts.snapshots.postpone_timer("g", 9_000, 3_000)
    assert parts.snapshots.next_timers_ms() == [50_000]
    parts.snapshots.drop("g")
    parts.snapshots.postpone_timer("g", 50_000, 3_000)
    assert parts.snapshots.next_timers_ms() == []


def test_while_the_queues_do_not_answer_they_are_asked_once_and_the_timers_wait(parts):
    asked = []

    def enqueue(effect):
        asked.append(effect)
        raise ConnectionError("the queues are down")

    process = KillableProjector(parts, enqueue)
    for number in range(10):
        store(parts, f"g{number}", timed(f"g{number}", 1, 1_000))
    began_ms = parts.clock() * 1000
    process.projector.run_timers(60.0)
    assert len(asked) == 1
    while process.projector.run_timers(60.0) == BUSY_TIMERS_MS:
        pass
    again_ms = parts.snapshots.next_timers_ms()
    assert min(again_ms) >= began_ms
    assert max(again_ms) < began_ms + 60_000, "those that were taken are not kept for as long as a job would have"


@pytest.mark.parametrize("error", [RuntimeError("no"), ConnectionError("the queues are down")], ids=repr)
@pytest.mark.slow
def test_a_timer_that_cannot_be_enqueued_is_tried_again(parts, feed, error):
    def refuse(effect):
        raise error

    process = KillableProjector(parts, refuse)
    store(parts, "g", timed("g", 1, 1_000))
    follow_rounds(process, feed(), 2)
    process.enqueue = process.jobs.append
    follow_until(process, feed(), lambda: timed("g", 1, 1_000) in process.jobs)


def test_two_projectors_schedule_a_timer_once(parts):
    one, two = KillableProjector(parts), KillableProjector(parts)
    for number in range(20):
        store(parts, f"g{number}", timed(f"g{number}", 1, 1_000))
    for _ in range(3):
        one.projector.run_timers(5.0)
        two.projector.run_timers(5.0)
    assert sorted(effect.game for effect in [*one.jobs, *two.jobs]) == sorted(f"g{number}" for number in range(20))


def test_a_new_projector_schedules_what_became_due_while_none_ran(parts, feed):
    open_game(parts.log, "g")
    drain(parts, KillableProjector(parts), feed())
    store(parts, "h", timed("h", 1, now_ms() - HOUR_MS))
    after = KillableProjector(parts)
    follow_rounds(after, feed("next"), 1)
    assert [effect.game for effect in after.jobs] == ["h"]
