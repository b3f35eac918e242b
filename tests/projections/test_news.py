"""News: each player learns once of each game of theirs that it started and that it is over, in an order that lasts."""

import json

import pytest

import game as rules
from events import MemoryLog
from projections import lobby as module
from projections.games import Loaded
from projections.lobby import Lobby
from projections.news import MAX_REMOVED, NewsStore, news_key
from projections.rebuild import rebuild
from tests.projections.table import act, begin, fold_game, join, leave, open_game, play, score, start, whole_game


@pytest.fixture
def news(parts) -> NewsStore:
    return parts.news


def save(lobby, log, game):
    return lobby.save(game, fold_game(log, game))


def told(news, player, after=0, limit=10_000):
    return [(each.kind, each.game) for each in news.read(player, after, limit)]


def game_of(status, *players, game_round=1, opened=1, touched=2, version=9, **changes):
    """A game of these players as it stands, without a log."""
    facts = {"version": version, "status": status, "round": game_round, "options": {"seats": len(players)}}
    seats = [{"player": player} for player in players]
    return Loaded(rules.state(facts | {"seats": seats} | changes), b"", opened, touched)


def test_each_player_learns_once_that_a_game_started_and_that_it_is_over(lobby, news):
    log = MemoryLog(iter(range(10_000)).__next__)
    open_game(log, "g")
    save(lobby, log, "g")
    join(log, "g")
    save(lobby, log, "g")
    assert told(news, "ann") == told(news, "bob") == []
    start(log, "g")
    save(lobby, log, "g")
    assert told(news, "ann") == told(news, "bob") == [("started", "g")]
    play(log, "g")
    save(lobby, log, "g")
    score(log, "g")
    save(lobby, log, "g")
    save(lobby, log, "g")
    assert told(news, "ann") == told(news, "bob") == [("started", "g"), ("finished", "g")]


def test_a_game_that_was_projected_at_its_end_only_started_before_it_finished(lobby, news):
    log = MemoryLog()
    whole_game(log, "g")
    save(lobby, log, "g")
    assert told(news, "bob") == [("started", "g"), ("finished", "g")]


def test_an_open_game_that_is_abandoned_never_started(lobby, news):
    lobby.save("g", game_of("abandoned", "ann", "bob", game_round=0))
    assert told(news, "ann") == [("finished", "g")]


def test_who_left_before_the_start_and_who_made_an_imported_log_have_no_news(lobby, news, parts):
    log = MemoryLog()
    open_game(log, "g", seats=3)
    for player in ("bob", "cat"):
        join(log, "g", player)
    leave(log, "g", 1)
    join(log, "g", "dan")
    start(log, "g")
    save(lobby, log, "g")
    assert told(news, "bob") == []
    assert told(news, "dan") == [("started", "g")]
    lobby.mark_imported("i")
    lobby.save("i", game_of("finished", "eve", "fay", result={"scores": [], "ranking": [[0], [1]]}))
    assert told(news, "eve") == []


def remove(log, game, seat):
    act(log, game, "ann", lambda state: rules.remove(state, 0, seat))


def invite(log, game, player):
    act(log, game, "ann", lambda state: rules.invite(state, 0, player))


def test_a_removed_player_learns_it_once_and_nobody_else_does(lobby, news):
    log = MemoryLog(iter(range(10_000)).__next__)
    open_game(log, "g", seats=3)
    for player in ("bob", "cat"):
        join(log, "g", player)
    save(lobby, log, "g")
    remove(log, "g", 1)
    for _ in range(2):
        save(lobby, log, "g")
    assert [told(news, player) for player in ("ann", "bob", "cat")] == [[], [("removed", "g")], []]
    join(log, "g", "dan")
    start(log, "g")
    save(lobby, log, "g")
    assert told(news, "bob") == [("removed", "g")]


def test_a_second_removal_is_news_again(lobby, news):
    log = MemoryLog(iter(range(10_000)).__next__)
    open_game(log, "g", seats=3)
    join(log, "g", "bob")
    remove(log, "g", 1)
    save(lobby, log, "g")
    [first] = news.read("bob", 0, 10)
    invite(log, "g", "bob")
    save(lobby, log, "g")
    join(log, "g", "bob")
    remove(log, "g", 1)
    save(lobby, log, "g")
    [again] = news.read("bob", 0, 10)
    assert again.position > first.position


def test_removals_of_before_they_were_news_are_no_news(lobby, news, parts):
    log = MemoryLog(iter(range(10_000)).__next__)
    open_game(log, "g", seats=3)
    for player in ("bob", "cat"):
        join(log, "g", player)
    remove(log, "g", 1)
    save(lobby, log, "g")
    news.add("bob", "finished", "f", now_ms=10**9)
    guards = parts.keys.lobby("guards")
    guard = json.loads(parts.redis.hget(guards, "g"))
    assert len(guard.pop("removed")) == 1
    parts.redis.hset(guards, "g", json.dumps(guard))
    parts.redis.zrem(news_key(parts.keys, "bob"), "removed-g")
    save(lobby, log, "g")
    assert told(news, "bob", after=10**9 - 1) == [("finished", "f")], "at an old position, so no reader gets it"


def test_the_news_of_removals_are_bounded_for_each_game(lobby, news):
    state = {"removed": [f"p{number}" for number in range(MAX_REMOVED + 5)]}
    lobby.save("g", game_of("open", "ann", "bob", game_round=0, **state))
    assert told(news, "p0") == []
    assert told(news, f"p{MAX_REMOVED + 4}") == [("removed", "g")]


def test_the_maker_of_an_imported_log_removes_nobody(lobby, news):
    lobby.mark_imported("i")
    facts = {"result": {"scores": [], "ranking": [[0], [1]]}, "removed": ["gil"]}
    lobby.save("i", game_of("finished", "eve", "fay", **facts))
    assert told(news, "gil") == []


def test_a_player_that_resigned_learns_of_the_end(lobby, news):
    log = MemoryLog()
    begin(log, "g")
    leave(log, "g", 1)
    save(lobby, log, "g")
    act(log, "g", "ann", rules.abort)
    save(lobby, log, "g")
    assert told(news, "bob") == [("started", "g"), ("finished", "g")]


def test_later_news_come_after_each_position_whatever_the_times_of_their_games(lobby, news):
    for number, touched in enumerate([5000, 5000, 10, 7000, 6999]):
        position = news.newest_position("ann")
        lobby.save(f"g{number}", game_of("playing", "ann", "bob", touched=touched))
        assert told(news, "ann", position) == [("started", f"g{number}")]
    assert [each.position for each in news.read("ann", 0, 10)] == [5000, 5001, 5002, 7000, 7001]


def test_a_page_of_news_goes_on_where_the_last_one_ended(lobby, news):
    for number in range(7):
        lobby.save(f"g{number}", game_of("playing", "ann", "bob"))
    pages, position = [], 0
    while page := news.read("ann", position, 3):
        pages.append([each.game for each in page])
        position = page[-1].position
    assert pages == [["g0", "g1", "g2"], ["g3", "g4", "g5"], ["g6"]]


def test_only_the_newest_news_are_kept_and_only_for_a_time(lobby, news, parts, monkeypatch):
    monkeypatch.setattr(module, "MAX_NEWS", 3)
    for number in range(5):
        lobby.save(f"g{number}", game_of("playing", "ann", "bob"))
    assert told(news, "ann") == [("started", f"g{number}") for number in (2, 3, 4)]
    assert 0 < parts.redis.ttl(parts.keys.lobby("news:ann")) <= module.KEPT_SECONDS


def test_two_projectors_tell_the_same_news_once(parts, news):
    one, two = (Lobby(parts.redis, parts.keys) for _ in "ab")
    older, newer = game_of("playing", "ann", "bob", version=5), game_of("abandoned", "ann", "bob", version=9)
    one.save("g", older)
    two.save("g", older)
    two.save("g", newer)
    assert not one.save("g", older._replace(state=older.state._replace(round=2)))
    one.save("g", newer)
    assert told(news, "ann") == [("started", "g"), ("finished", "g")]


def test_a_rebuild_tells_nothing_anew_and_restores_what_is_missing_in_the_order_of_its_time(parts, lobby, news):
    log = MemoryLog(iter(range(1000, 100_000)).__next__)
    for game in ("b", "c", "a"):
        whole_game(log, game)
        save(lobby, log, game)
    before, position = told(news, "ann"), news.newest_position("ann")
    lobby.clear()
    assert len(list(rebuild(["a", "b", "c"], log, parts.snapshots, lobby))) == 3
    assert told(news, "ann") == before
    assert told(news, "ann", position) == []
    parts.redis.delete(parts.keys.lobby("news:ann"))
    lobby.clear()
    list(rebuild(["a", "b", "c"], log, parts.snapshots, lobby))
    restored = [each for each in told(news, "ann") if each[0] == "finished"]
    assert restored == [("finished", game) for game in "bca"]
    assert told(news, "ann", position) == [], "they are not new"


def test_old_news_at_one_moment_keep_positions_of_their_own(parts, news):
    lobby = Lobby(parts.redis, parts.keys)
    for game in "abc":
        lobby.save(game, game_of("playing", "ann", "bob", opened=50), restored=True)
    assert [each.position for each in news.read("ann", 0, 10)] == [50, 51, 52]


def test_games_that_an_earlier_release_stored_are_no_news(parts, lobby, news):
    guards = parts.keys.lobby("guards")
    lobby.save("mine", game_of("playing", "ann", "bob", touched=9000))
    parts.redis.hset(guards, "old", json.dumps({"version": 5, "indexes": []}))
    position = news.newest_position("ann")
    lobby.save("old", game_of("playing", "ann", "bob", opened=70, touched=20_000))
    assert told(news, "ann", position) == []
    lobby.save("old", game_of("abandoned", "ann", "bob", opened=70, touched=21_000, version=12))
    assert told(news, "ann", position) == [("finished", "old")]


def test_what_the_server_lost_is_told_again_after_an_outage(parts, news):
    lobby, started = Lobby(parts.redis, parts.keys), game_of("playing", "ann", "bob")
    lobby.save("g", started)
    for name in ("guards", "news:ann", "news:bob"):
        parts.redis.delete(parts.keys.lobby(name))
    lobby.forget_saved()
    lobby.save("g", started)
    assert told(news, "ann") == [("started", "g")]


def test_other_news_come_after_all_that_are_stored_and_move_when_they_come_again(news, lobby):
    lobby.save("g", game_of("playing", "ann", touched=5000))
    news.add("ann", "webhook_disabled", "g", now_ms=1000)
    [started, disabled] = news.read("ann", 0, 10)
    assert (disabled.kind, disabled.game, disabled.position) == ("webhook_disabled", "g", started.position + 1)
    news.add("ann", "webhook_disabled", "g", now_ms=9000)
    assert told(news, "ann") == [("started", "g"), ("webhook_disabled", "g")]
    assert told(news, "ann", after=disabled.position) == [("webhook_disabled", "g")]
