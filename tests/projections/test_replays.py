"""Kept replays: what can still be used after the game has moved on, or after the server lost its last second."""

from projections.replay import Replays
from tests.projections.table import join, leave, open_game


def test_the_past_of_a_game_comes_from_the_kept_replay_also_when_the_game_has_moved_on(log):
    open_game(log, "g", seats=3)
    join(log, "g")
    replays, [*past] = Replays(), log.read("g")
    kept = replays.load_past("g", log, past[-1])
    leave(log, "g", 1)
    assert all(replays.load_past("g", log, entry) is kept for entry in past)


def test_the_kept_replay_grows_when_it_does_not_reach_so_far(log):
    open_game(log, "g", seats=3)
    replays = Replays()
    replays.load_past("g", log, log.read("g")[0])
    join(log, "g")
    assert replays.load_past("g", log, log.read("g")[-1]).entries == log.read("g")


def test_a_kept_replay_of_another_past_is_not_used(log, parts):
    open_game(log, "g", seats=3)
    join(log, "g", "bob")
    replays = Replays()
    replays.load_past("g", log, log.read("g")[-1])
    parts.redis.delete(parts.keys.stream("g"), parts.keys.idempotency("g"))
    open_game(log, "g", seats=3)
    join(log, "g", "dan")
    found = replays.load_past("g", log, log.read("g")[-1])
    assert found.entries == log.read("g")
    assert [seat.player for seat in found.states[-1].seats] == ["ann", "dan", None]
