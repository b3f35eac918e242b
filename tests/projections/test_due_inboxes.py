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


def members(inboxes, until_ms=FAR_MS):
    return [(each.player, each.game) for each in inboxes.take(until_ms, until_ms + 1, 100)]


def test_a_notice_marks_the_game_for_players_with_webhooks_only(parts, inboxes):
    opened = rules.fold(rules.open({"seats": 3, "invited": ["marvin"]}, "ada"))
    notices = Notices(parts.redis, parts.keys)
    assert not notices.send("g", opened)
    parts.redis.sadd(inboxes.players_key, "marvin")
    assert notices.send("g", opened)
    assert members(inboxes) == [("marvin", "g")]


def test_the_many_games_of_a_player_let_others_come_in_between(inboxes):
    inboxes.mark("ada", [f"g{number}" for number in range(50)], 10)
    inboxes.mark("bob", ["h"], 20)
    due_now = members(inboxes, 20)
    assert ("bob", "h") in due_now
    assert 1 < len(due_now) < 50
    assert len(members(inboxes)) == 51


def test_what_a_worker_took_is_due_again_unless_it_is_settled(inboxes):
    inboxes.mark("ada", ["g", "h"], 10)
    taken = inboxes.take(10, 30, 100)
    assert inboxes.take(29, 50, 100) == []
    inboxes.settle(taken[0], None)
    assert members(inboxes) == [("ada", "h")]


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


def test_a_projector_schedules_webhooks_at_once_and_when_they_are_due_even_if_the_queues_do_not_answer(parts, inboxes):
    scheduled = []

    def schedule():
        scheduled.append("job")
        raise ConnectionError("the queues are down")

    deliveries = Deliveries(lambda: inboxes.first_due_ms() < FAR_MS, schedule)
    notices, games = Notices(parts.redis, parts.keys), Games(parts.log, parts.snapshots.load)
    projector = Projector(games, parts.snapshots, parts.lobby, lambda effect: None, notices, deliveries=deliveries)
    open_game(parts.log, "g")
    projector.project("g")
    projector.run_deliveries()
    assert scheduled == []
    parts.redis.sadd(inboxes.players_key, "ann")
    projector.project("g")
    assert scheduled == ["job"]
    projector.run_deliveries()
    assert scheduled == ["job", "job"]
