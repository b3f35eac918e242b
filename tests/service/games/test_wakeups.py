"""Wake-ups: the games of which a waiting request has news."""

import socket
from threading import Thread

import pytest

from service.backend import Backend
from service.games.wakeups import Waiter, Wakeups
from tests.projections.table import open_game


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


def test_a_waiter_is_set_by_later_versions_only_and_by_changes_of_players():
    waiter = Waiter(after=6)
    waiter.tell("g", version=6)
    waiter.tell("g", beside_log=True)
    assert not waiter.is_set()
    waiter.tell("g", version=7)
    assert waiter.take() == {"g"}
    waiter.tell_account("ada")
    assert waiter.is_set()
    assert (waiter.take(), waiter.take_accounts()) == (set(), {"ada"})
    waiter.tell_all()
    waiter.tell_account("ada")
    assert (waiter.take(), waiter.take_accounts()) == (None, None), "it may be any account"


def test_an_append_tells_its_version(parts: Backend):
    wakeups = Wakeups(parts.settings.redis_url or "", parts.keys)
    with wakeups.waiting("g", after=1) as waiter, wakeups.waiting("g", after=1000) as other:
        assert waiter.wait(60), "it listens now"
        assert other.wait(60), "each is told in turn"
        assert (waiter.take(), other.take()) == (None, None)
        open_game(parts.log, "g")
        assert waiter.wait(60)
        assert not other.is_set()
    wakeups.stop()


@pytest.mark.slow
def test_a_store_that_stays_away_is_one_line_of_the_log(parts: Backend, caplog: pytest.LogCaptureFixture):
    with socket.create_server(("127.0.0.1", 0)) as away:
        wakeups = Wakeups(f"redis://127.0.0.1:{away.getsockname()[1]}", parts.keys)
        wakeups.start()
        for _ in range(3):
            away.accept()[0].close()
        wakeups.stop()
    [record] = [each for each in caplog.records if each.name == "service.games.wakeups"]
    assert "lost the wake-up channel" in record.getMessage()


def test_a_pause_ends_with_the_process(parts: Backend):
    wakeups = Wakeups(parts.settings.redis_url or "", parts.keys)
    pausing = Thread(target=wakeups.pause, args=[60])
    pausing.start()
    wakeups.stop()
    pausing.join(60)
    assert not pausing.is_alive()
    wakeups.pause(60)  # it stays stopped


def test_a_stopped_process_hears_one_more_message_at_most(parts: Backend):
    heard: list[str | None] = []
    wakeups = Wakeups(parts.settings.redis_url or "", parts.keys, heard.append)
    with wakeups.waiting("ada") as waiter:
        assert waiter.wait(60), "it listens now"
        wakeups.stop()
    parts.redis.publish(parts.keys.accounts, "ada")
    assert wakeups._listener
    wakeups._listener.join(60)
    assert not wakeups._listener.is_alive()
    parts.redis.publish(parts.keys.accounts, "ben")
    assert "ben" not in heard
