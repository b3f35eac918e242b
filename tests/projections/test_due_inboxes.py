"""Due inboxes: the players with webhooks whom a game concerns, until a worker has compared them."""

import pytest
from redis.exceptions import ConnectionError

import game as rules
from projections.due_inboxes import DueInboxes
from projections.games import Games
from projections.notices import Notices
from projections.projector import Deliveries, Projector
from tests.projections.table import open_game

FAR_MS = 1 << 50


@pytest.fixture
def inboxes(parts) -> DueInboxes:
    return DueInboxes(parts.redis, parts.keys)


def members(inboxes, now_ms=FAR_MS):
    """Player and game of all that is due by then, as one worker after the other takes it."""
    found = []
    while taken := inboxes.take(now_ms, now_ms + 1, 100):
        found += [(each.player, each.game) for each in taken]
    return found


def test_a_notice_marks_the_game_for_players_with_webhooks_only(parts, inboxes):
    opened = rules.fold(rules.open({"seats": 3, "invited": ["marvin"]}, "ada"))
    notices = Notices(parts.redis, parts.keys)
    assert not notices.send("g", opened)
    parts.redis.sadd(inboxes.players_key, "marvin")
    assert notices.send("g", opened)
    assert members(inboxes) == [("marvin", "g")]


def test_who_comes_anew_waits_for_one_game_of_each_other_player(inboxes):
    inboxes.mark("ada", [f"g{number}" for number in range(1000)], 10)
    inboxes.mark("bob", [f"g{number}" for number in range(1000)], 11)
    for now_ms in range(20, 30):
        assert {each.player for each in inboxes.take(now_ms, FAR_MS, 2)} == {"ada", "bob"}
    inboxes.mark("cleo", ["h"], 30)
    players = [player for now_ms in range(31, 35) for player, *_ in inboxes.take(now_ms, FAR_MS, 1)]
    assert players == ["ada", "bob", "cleo", "ada"]


def test_a_mark_does_not_bring_a_player_before_others(inboxes):
    for player in ("ada", "bob", "cleo"):
        inboxes.mark(player, [f"g{number}" for number in range(3)], 10)
    taken = []
    for now_ms in range(11, 20):
        taken += [player for player, *_ in inboxes.take(now_ms, FAR_MS, 1)]
        inboxes.mark("ada", [f"h{now_ms}"], now_ms)
    assert taken == ["ada", "bob", "cleo"] * 3


def test_a_player_alone_is_served_at_once_the_game_that_has_waited_longest_first(inboxes):
    for number in range(50):
        inboxes.mark("ada", [f"g{number}"], 100 - number)
    assert members(inboxes, 100) == [("ada", f"g{number}") for number in range(49, -1, -1)]


@pytest.mark.slow
def test_any_number_of_games_can_be_marked_at_once(inboxes):
    inboxes.mark("ada", [f"g{number}" for number in range(10_000)], 10)
    inboxes.mark("ada", [], 10)
    assert len(inboxes.take(10, FAR_MS, 100)) == 1
    assert len({*members(inboxes, 11)}) == 9_999


def test_several_workers_share_the_games_of_a_player(inboxes):
    inboxes.mark("ada", ["g", "h"], 10)
    first, second = inboxes.take(10, 30, 1), inboxes.take(10, 30, 1)
    assert {each.game for each in first + second} == {"g", "h"}


def test_what_a_worker_took_is_due_again_unless_it_is_settled(inboxes):
    inboxes.mark("ada", ["g", "h"], 10)
    [first], [second] = inboxes.take(10, 30, 100), inboxes.take(10, 30, 100)
    assert inboxes.take(29, 50, 100) == []
    inboxes.settle(first, None)
    assert inboxes.first_due_ms() == 30
    assert members(inboxes, 30) == [("ada", second.game)]


def test_nothing_remains_of_a_player_when_all_is_settled(parts, inboxes):
    inboxes.mark("ada", ["g", "h"], 10)
    for taken in inboxes.take(10, 30, 100) + inboxes.take(10, 30, 100):
        inboxes.settle(taken, None)
    assert inboxes.first_due_ms() == float("inf")
    assert [*parts.redis.scan_iter(match=f"{inboxes.key}*", count=1000)] == []


def test_what_is_marked_while_a_worker_has_it_stays_due(inboxes):
    inboxes.mark("ada", ["g"], 10)
    [taken] = inboxes.take(10, 30, 100)
    inboxes.mark("ada", ["g"], 11)
    inboxes.settle(taken, None)
    assert members(inboxes, 11) == [("ada", "g")]


def test_an_inbox_can_be_due_later(inboxes):
    inboxes.mark("ada", ["g"], 10)
    [taken] = inboxes.take(10, 30, 100)
    inboxes.settle(taken, 500)
    assert inboxes.first_due_ms() == 500
    assert inboxes.take(499, 600, 100) == []
    assert members(inboxes, 500) == [("ada", "g")]


def test_an_inbox_that_is_due_again_at_once_is_taken_again(inboxes):
    inboxes.mark("ada", ["g"], 10)
    [taken] = inboxes.take(10, 30, 100)
    inboxes.settle(taken, 10)
    assert members(inboxes, 10) == [("ada", "g")]


def test_what_is_due_later_delays_nothing_that_is_due_now(inboxes):
    inboxes.mark("ada", ["g"], 10)
    [taken] = inboxes.take(10, 30, 100)
    inboxes.settle(taken, 500)
    inboxes.mark("ada", ["h"], 20)
    assert members(inboxes, 20) == [("ada", "h")]
    assert inboxes.first_due_ms() == 21


def test_a_projector_schedules_webhooks_at_once_and_when_they_are_due_even_if_the_queues_do_not_answer(parts, inboxes):
    scheduled = []

    def schedule():
        scheduled.append("job")
        raise ConnectionError("the queues are down")

    deliveries = Deliveries(lambda: inboxes.first_due_ms() < FAR_MS, schedule)
    notices, games = Notices(parts.redis, parts.keys), Games(parts.log, parts.snapshots.load)
    projector = Projector(
        games, parts.snapshots, parts.lobby, lambda effect: None, notices, deliveries=deliveries, now=parts.clock
    )
    open_game(parts.log, "g")
    projector.project("g")
    projector.run_deliveries()
    assert scheduled == []
    parts.redis.sadd(inboxes.players_key, "ann")
    projector.project("g")
    assert scheduled == ["job"]
    projector.run_deliveries()
    assert scheduled == ["job", "job"]
