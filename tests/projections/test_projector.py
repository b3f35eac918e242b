"""The projector: an append leads to its projections and effects, although processes die in between."""

from threading import Thread

import pytest
from redis.exceptions import ConnectionError, RedisError

import game as rules
from projections.effects import Effect
from projections.projector import STEPS_AT_ONCE, follow
from tests.projections.killable_projector import (
    STEPS,
    KillableProjector,
    Killed,
    assert_projected,
    drain,
    follow_rounds,
    follow_until,
    is_drained,
)
from tests.projections.lists import game_ids, stored_lists
from tests.projections.table import (
    SEED,
    act,
    at_once,
    bot_game,
    fold_game,
    join,
    leave,
    open_game,
    play,
    score,
    start,
    whole_game,
)


@pytest.mark.usual("server")
@pytest.mark.slow
def test_effects_carry_a_whole_game_to_its_end_and_it_is_projected(parts, feed):
    done = []

    def work(effect):
        """The workers: each effect is done at once, if it is still due."""
        if effect == at_once(parts.log, effect.game):
            done.append(effect)
            if effect.name == "score":
                score(parts.log, effect.game)
            else:
                play(parts.log, effect.game, turns=10)  # of the human as well, so it goes on

    one, process = feed(), KillableProjector(parts, work)
    bot_game(parts, "g", bots=("greedy", "random"))
    for _ in range(1000):
        drain(parts, process, one)
        if fold_game(parts.log, "g").state.status == "finished":
            break
        play(parts.log, "g", turns=1, bots=False)
    assert_projected(parts, "g")
    assert game_ids(parts.lobby.page("finished", "ann")) == ["g"]
    assert [effect.name for effect in done].count("score") == 1
    assert len(done) > 20
    assert parts.snapshots.due_effects() == []


@pytest.mark.slow
def test_several_games_are_projected_together(parts, feed):
    one, process, games = feed(), KillableProjector(parts), [f"g{number}" for number in range(4)]
    for game in games[:1]:
        whole_game(parts.log, game)
    for game in games[1:]:
        bot_game(parts, game)
    drain(parts, process, one)
    assert_projected(parts, *games)
    assert sorted({job.game for job in process.jobs}) == games[1:]


def test_projecting_again_changes_nothing(parts, feed):
    bot_game(parts, "g")
    first, again = KillableProjector(parts), KillableProjector(parts)
    first.projector.project("g")
    before = stored_lists(parts), parts.snapshots.load("g"), parts.snapshots.due_effects()
    again.projector.project("g")
    first.projector.project("g")
    assert (stored_lists(parts), parts.snapshots.load("g"), parts.snapshots.due_effects()) == before
    assert set(first.jobs) == set(again.jobs)


def test_a_game_that_does_not_exist_is_not_projected(parts):
    process = KillableProjector(parts)
    process.projector.project("nothing")
    assert parts.snapshots.load("nothing") is None
    assert game_ids(parts.lobby.page()) == []


# Killed


@pytest.mark.parametrize("moments", [3, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.slow
def test_after_a_kill_at_any_step_the_next_projector_ends_up_the_same(parts, feed, step, moments):
    jobs = []
    bot_game(parts, "g")
    for moment in range(moments):
        one, process = feed(f"killed {moment}"), KillableProjector(parts)
        process.dies_at(step, one)
        if step != "4 the job" or at_once(parts.log, "g"):
            with pytest.raises(Killed):
                drain(parts, process, one)
        jobs += process.jobs
        two, process = feed(f"next {moment}"), KillableProjector(parts)
        drain(parts, process, two)
        jobs += process.jobs
        effect = at_once(parts.log, "g")
        assert effect is None or effect in process.jobs
        play(parts.log, "g", turns=2 * moment + 1, seed=moment)
    drain(parts, KillableProjector(parts), feed())
    assert_projected(parts, "g")
    assert len({job.version for job in jobs}) >= moments // 3


@pytest.mark.slow
@pytest.mark.parametrize("step", [*STEPS[3:], *[pytest.param(step, marks=pytest.mark.slow) for step in STEPS[:3]]])
def test_after_a_kill_at_the_end_of_a_game_its_score_is_still_scheduled(parts, feed, step):
    one, process = feed("killed"), KillableProjector(parts)
    bot_game(parts, "g")
    play(parts.log, "g")
    process.dies_at(step, one)
    with pytest.raises(Killed):
        drain(parts, process, one)
    after = KillableProjector(parts)
    drain(parts, after, feed("next"))
    assert Effect("score", "g", fold_game(parts.log, "g").version) in after.jobs
    assert_projected(parts, "g")


# Effects


@pytest.mark.slow
def test_a_due_effect_is_scheduled_at_every_sweep_until_it_is_done(parts, feed):
    bot_game(parts, "g")
    one, process = feed(), KillableProjector(parts)
    follow_rounds(process, one, 4)
    assert len(process.jobs) >= 3
    assert set(process.jobs) == {Effect("bots", "g", 5)}
    act(parts.log, "g", "ann", rules.abort)
    follow_rounds(process, one, 1)
    process.jobs.clear()
    follow_rounds(process, one, 3)
    assert process.jobs == []


def test_a_new_projector_schedules_due_effects_without_any_append(parts, feed):
    bot_game(parts, "g")
    drain(parts, KillableProjector(parts), feed())
    after = KillableProjector(parts)
    follow_rounds(after, feed("next"), 1)
    assert Effect("bots", "g", 5) in after.jobs


@pytest.mark.parametrize("error", [RuntimeError("no"), ConnectionError("the queues are down")], ids=repr)
@pytest.mark.slow
def test_effects_that_cannot_be_enqueued_hold_up_no_projection_and_are_tried_again(parts, feed, error):
    def refuse(effect):
        raise error

    for game in ("a", "b", "c"):
        bot_game(parts, game)
    open_game(parts.log, "d")
    one, process = feed(), KillableProjector(parts, refuse)
    follow_rounds(process, one, 3)
    assert is_drained(parts)
    assert_projected(parts, "a", "b", "c", "d")
    process.enqueue = process.jobs.append
    follow_rounds(process, one, 2)
    assert {job.game for job in process.jobs} == {"a", "b", "c"}


def test_games_are_projected_while_the_queues_do_not_take_what_was_due_before(parts, feed, caplog):
    def refuse(effect):
        raise RedisError("the queues are down")

    bot_game(parts, "a")
    drain(parts, KillableProjector(parts), feed())
    open_game(parts.log, "b")
    one, process = feed(), KillableProjector(parts, refuse)
    follow_rounds(process, one, 3)
    assert_projected(parts, "a", "b")
    assert caplog.text.count("the queues do not answer") == 1


def test_one_effect_that_cannot_be_enqueued_does_not_stop_the_others(parts, feed, caplog):
    for game in ("a", "b", "c"):
        bot_game(parts, game)
    process = KillableProjector(parts)

    def choosy(effect):
        if effect.game == "b":
            raise RuntimeError("not this one")
        process.jobs.append(effect)

    process.enqueue = choosy
    drain(parts, process, feed())
    process.jobs.clear()
    follow_rounds(process, feed(), 1)
    assert {job.game for job in process.jobs} == {"a", "c"}
    assert "bots-b-v5 could not be enqueued" in caplog.text


# Failing games


def test_a_game_that_cannot_be_projected_stops_no_other_and_is_tried_again(parts, feed, caplog, monkeypatch):
    open_game(parts.log, "bad")
    for game in ("a", "b", "c"):
        bot_game(parts, game)
    one, process = feed(), KillableProjector(parts)
    save = process.snapshots.save
    with monkeypatch.context() as patch:
        patch.setattr(process.snapshots, "save", lambda game, *rest: 1 / 0 if game == "bad" else save(game, *rest))
        follow_rounds(process, one, 3)
    assert_projected(parts, "a", "b", "c")
    assert "game bad could not be projected" in caplog.text
    assert not is_drained(parts)
    drain(parts, process, one)
    assert parts.snapshots.load("bad") == fold_game(parts.log, "bad")


# Many games


def test_a_game_waits_for_no_more_than_one_of_another_account(parts, feed):
    for number in range(3 * STEPS_AT_ONCE):
        bot_game(parts, f"flood{number}")
    open_game(parts.log, "own", "ada", bots=["greedy"])
    act(parts.log, "own", "ada", lambda state: rules.start(state, 0, SEED))
    process = KillableProjector(parts)
    follow(process.projector, feed(), 60.0, lambda: "own" in projected(process))
    assert len(projected(process)) <= STEPS_AT_ONCE
    assert projected(process).index("own") <= 1


def test_a_new_game_waits_for_no_whole_sweep(parts, feed):
    for number in range(3 * STEPS_AT_ONCE):
        bot_game(parts, f"due{number}")
    drain(parts, KillableProjector(parts), feed("before"))
    bot_game(parts, "new")
    process = KillableProjector(parts)
    follow(process.projector, feed("after"), 60.0, lambda: "new" in projected(process))
    assert len(projected(process)) == STEPS_AT_ONCE + 1


def projected(process: KillableProjector) -> list[str]:
    """The games whose effect was scheduled, in this order."""
    return [effect.game for effect in process.jobs]


@pytest.mark.slow
def test_a_game_that_the_store_refuses_holds_up_no_other(parts, feed):
    parts.redis.set(parts.keys.snapshot("refused"), "no hash")
    for game, player in (("refused", "eve"), ("a", "ann"), ("b", "ann")):
        open_game(parts.log, game, player)
    process = KillableProjector(parts)
    follow_until(process, feed(), lambda: {"a", "b"} <= {*game_ids(parts.lobby.page())})
    assert parts.snapshots.load("a") == fold_game(parts.log, "a")
    assert not is_drained(parts)
    parts.redis.delete(parts.keys.snapshot("refused"))
    follow_until(process, feed(), lambda: is_drained(parts))
    assert_projected(parts, "refused", "a", "b")


# Several projectors


@pytest.mark.slow
def test_two_projectors_share_the_work_and_end_up_the_same(parts, feed):
    done, games = [], ["a", "b", "c", "d"]
    processes = [(KillableProjector(parts), feed(f"projector {number}")) for number in range(2)]

    def go_on(process, one):
        follow(process.projector, one, 0.2, lambda: bool(done) and is_drained(parts))

    threads = [Thread(target=go_on, args=process) for process in processes]
    for thread in threads:
        thread.start()
    try:
        for game in games:
            open_game(parts.log, game, seats=3, bots=["greedy"])
        for number in range(6):
            for game in games:
                join(parts.log, game, f"p{number}")
                leave(parts.log, game, 1)
        for game in games:
            join(parts.log, game, "bob")
            start(parts.log, game)
            play(parts.log, game, turns=40)
    finally:
        done.append(True)
        for thread in threads:
            thread.join()
    assert_projected(parts, *games)


def test_a_damaged_log_is_named_once_and_other_games_are_projected(parts, feed, caplog):
    one, process = feed(), KillableProjector(parts)
    bot_game(parts, "g")
    bot_game(parts, "h")
    stream = parts.keys.stream("g")
    rows = parts.redis.xrange(stream)
    parts.redis.delete(stream)
    for entry, row in rows:
        parts.redis.xadd(stream, row | {b"actor": b"eve"}, id=entry)
    drain(parts, process, one)
    assert process.projector.project("g") == rules.State()
    [said] = [each.message for each in caplog.records if "is damaged" in each.message]
    assert said.startswith("game g: entry 3 of its log is damaged: its hash does not fit")
    assert process.snapshots.load("g") is None
    assert_projected(parts, "h")
