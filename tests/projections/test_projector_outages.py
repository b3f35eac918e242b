"""The projector continues after an outage of its server."""

import os
import signal
from threading import Thread
from time import monotonic, sleep

import pytest
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from events import RedisLog
from projections.feed import GROUP, Feed
from projections.games import Games
from projections.lobby import Lobby
from projections.news import NewsStore
from projections.projector import Projector, follow
from projections.snapshots import Snapshots
from service.run.embedded_redis import ensure_server, is_running, stop_server
from store.clock import store_clock
from store.keys import Keys
from store.server import connect, connect_blocking
from tests.projections.table import begin, fold_game, join, open_game, play


def wait_for(condition, seconds=60.0):
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, "it did not happen"
        sleep(0.01)


@pytest.fixture
def beside(tmp_path):
    """A server of this test's own, and a projector that follows it in a thread."""
    server, stopped = ensure_server(tmp_path, "everysec"), []
    with connect(server.url) as redis, connect_blocking(server.url) as blocking:
        keys = Keys()
        log, snapshots = RedisLog(redis, keys), Snapshots(redis, keys)
        games, lobby = Games(log, snapshots.load), Lobby(redis, keys)
        projector = Projector(games, snapshots, lobby, lambda effect: None, now=store_clock(redis))
        feed = Feed(redis, blocking, keys, "one")
        thread = Thread(target=follow, args=(projector, feed, 0.1, lambda: bool(stopped)))
        thread.start()
        yield server, redis, log, snapshots
        stopped.append(True)
        thread.join()
    stop_server(server)


@pytest.mark.slow
def test_the_projector_follows_a_restarted_server(beside, tmp_path):
    server, _, log, snapshots = beside
    open_game(log, "g")
    wait_for(lambda: snapshots.load("g"))
    os.kill(server.pid, signal.SIGKILL)
    wait_for(lambda: not is_running(server))
    ensure_server(tmp_path, "everysec")
    join(log, "g")
    wait_for(lambda: snapshots.load("g") == fold_game(log, "g"))


@pytest.mark.slow
def test_the_projector_lists_again_what_a_restarted_server_lost(beside, tmp_path, caplog):
    server, redis, log, _ = beside
    lobby, keys = Lobby(redis, Keys()), Keys()
    begin(log, "g")
    wait_for(lambda: lobby.page("playing").games)
    redis.delete(*redis.keys(keys.lobby("*")))  # the list's last second, before the projector can notice the restart
    os.kill(server.pid, signal.SIGKILL)
    wait_for(lambda: "trying again" in caplog.text)
    ensure_server(tmp_path, "everysec")
    play(log, "g", turns=1)  # the summary stays as it was
    wait_for(lambda: lobby.page("playing").games)
    assert [each.kind for each in NewsStore(redis, keys).read("ann", 0, 10)] == ["started"]


@pytest.mark.slow
def test_the_projector_follows_a_server_that_lost_everything(beside):
    _, redis, log, snapshots = beside
    open_game(log, "g")
    wait_for(lambda: snapshots.load("g"))
    redis.flushall()
    open_game(log, "g", player="bob")
    wait_for(lambda: snapshots.load("g") == fold_game(log, "g"))
    assert redis.xinfo_groups(Keys().feed(Keys().partition("g")))[0]["name"] == GROUP.encode()


@pytest.mark.slow
def test_a_restart_between_two_reads_is_noticed(tmp_path):
    """The client connects again by itself, so no command fails."""
    server = ensure_server(tmp_path, "everysec")
    with connect(server.url) as redis, connect_blocking(server.url) as blocking:
        blocking.set_retry(Retry(ExponentialBackoff(cap=0.2, base=0.02), 100))
        feed = Feed(redis, blocking, Keys(), "one")
        feed.wait(1)
        assert [feed.has_reconnected(), feed.has_reconnected()] == [True, False]
        feed.wait(1)
        assert not feed.has_reconnected()
        os.kill(server.pid, signal.SIGKILL)
        wait_for(lambda: not is_running(server))
        server = ensure_server(tmp_path, "everysec")
        feed.wait(1)
        assert feed.has_reconnected()
    stop_server(server)
