"""Wake-ups: the games of which a waiting request has news."""

from service.games.wakeups import Waiter


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
