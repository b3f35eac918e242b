"""Wake-ups: the games of which a waiting request has news."""

from service.backend import Backend
from service.games.wakeups import Waiter, Wakeups


def test_a_waiter_names_the_games_with_news_once():
    waiter = Waiter()
    waiter.games = {"g"}
    waiter.set()
    assert waiter.take() == {"g"}
    assert not waiter.is_set()
    assert waiter.take() == set()


def test_after_a_lost_connection_any_game_may_have_news():
    waiter = Waiter()
    waiter.games = None
    assert waiter.take() is None
    assert waiter.take() == set()


def test_what_changes_beside_a_log_is_told_apart():
    waiter = Waiter()
    waiter.tell("g")
    waiter.tell("h", beside_log=True)
    assert waiter.take_all() == ({"g"}, {"h"})
    assert waiter.take_all() == (set(), set())
    waiter.tell_all()
    waiter.tell("g")
    assert waiter.take_all() == (None, set())


def test_a_stopped_process_hears_one_more_message_at_most(parts: Backend):
    heard: list[str | None] = []
    wakeups = Wakeups(parts.settings.redis_url or "", parts.keys, heard.append)
    with wakeups.waiting("ada") as waiter:
        assert waiter.wait(10), "it listens now"
        wakeups.stop()
    parts.redis.publish(parts.keys.accounts, "ada")
    assert wakeups._listener
    wakeups._listener.join(10)
    assert not wakeups._listener.is_alive()
    parts.redis.publish(parts.keys.accounts, "ben")
    assert "ben" not in heard
