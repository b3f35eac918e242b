"""The feed of a store on a cluster while a part of it is out of reach: what can be reached is projected at once."""

from collections.abc import Iterator
from secrets import token_hex
from threading import Event, Thread
from time import sleep

import pytest

from projections.cluster_feed import ClusterFeed
from projections.projector import follow
from service.backend import open_backend
from service.settings import read_settings
from store.cluster.slots import slot_of
from store.server import connect
from tests.end_to_end.running import await_true
from tests.events.stories import ready, write
from tests.high_limits import HIGH_LIMITS
from tests.projections.killable_projector import KillableProjector
from tests.projections.table import join, open_game
from tests.running_cluster import RunningCluster, running_cluster, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Iterator[RunningCluster]:
    with running_cluster(tmp_path_factory.mktemp("whole")) as made:
        yield made


@pytest.fixture
def disturbed(whole) -> Iterator[RunningCluster]:
    """A cluster that a test may disturb."""
    yield whole
    whole.heal()


@pytest.fixture
def parts(disturbed, server_url):
    backend = open_backend(
        read_settings(
            {
                "REDIS_URL": disturbed.url,
                "RQ_REDIS_URL": server_url,
                "KEY_PREFIX": f"feed-{token_hex(4)}:",
                "ALLOW_VOLATILE": "1",
            }
            | HIGH_LIMITS
        )
    )
    assert backend.watch.look() is None
    return backend


@pytest.fixture
def projecting(parts, disturbed):
    """A projector that follows the feed, and looks for lost work seldom."""
    process, over = KillableProjector(parts), Event()
    feed = ClusterFeed(connect(disturbed.url, seconds=1.0), disturbed.url, parts.keys, "one")
    thread = Thread(target=follow, args=(process.projector, feed, 3.0, over.is_set))
    thread.start()
    yield process
    over.set()
    thread.join()


def games_by_owner(cluster, keys, but=()):
    """A game for each primary, by the port of the primary."""
    names = [f"game-{number}" for number in range(100)]
    return {cluster.owner(slot_of(keys.stream(name))).port: name for name in names if name not in but}


def is_projected(parts, game):
    found = parts.snapshots.load(game)
    return found is not None and found.version == parts.log.read(game)[-1].version


def test_a_wake_up_names_the_partition_to_read(parts, disturbed):
    feed = ClusterFeed(parts.redis, disturbed.url, parts.keys, "one")
    feed.wait(0)
    feed._next_look = float("inf")  # no look at all of them
    write(parts.log, "a", ready(0))
    assert set(feed.wait(5000)) == {"a"}


def test_pointers_whose_wake_up_got_lost_are_found_by_the_next_look(parts, disturbed):
    feed = ClusterFeed(parts.redis, disturbed.url, parts.keys, "two")
    feed.wait(0)
    name = parts.keys.feed(parts.keys.partition("b"))
    parts.redis.xadd(name, {"game": "b", "version": 1})
    found = {}
    await_true(lambda: found.update(feed.wait(200)) or found)
    assert set(found) == {"b"}


@pytest.mark.verify
@pytest.mark.slow
def test_a_primary_that_stands_still_delays_no_projection_of_another(parts, disturbed, projecting):
    games = games_by_owner(disturbed, parts.keys)
    for game in games.values():
        open_game(parts.log, game)
    await_true(lambda: all(is_projected(parts, game) for game in games.values()))
    still = next(m for m in disturbed.primaries() if m is not disturbed.owner(slot_of(parts.keys.lobby(""))))
    disturbed.replica_of(still).pause()  # so that nobody takes over
    still.pause()
    sleep(0.5)
    for port, game in games.items():
        if port != still.port:
            join(parts.log, game)
    await_true(lambda: all(is_projected(parts, game) for port, game in games.items() if port != still.port))
    for member in disturbed.members:
        member.go_on()
    until(disturbed.is_healthy)
    join(parts.log, games[still.port])
    await_true(lambda: is_projected(parts, games[still.port]))


@pytest.mark.verify
def test_bots_get_their_jobs_and_snapshots_are_kept_while_the_lists_are_out_of_reach(parts, disturbed, projecting):
    lists = disturbed.owner(slot_of(parts.keys.lobby("")))
    games = games_by_owner(disturbed, parts.keys)
    for game in games.values():
        open_game(parts.log, game)
    await_true(lambda: all(is_projected(parts, game) for game in games.values()))
    disturbed.replica_of(lists).pause()
    lists.pause()
    others = [game for port, game in games.items() if port != lists.port]
    for game in others:
        join(parts.log, game)
    await_true(lambda: all(is_projected(parts, game) for game in others))
    for member in disturbed.members:
        member.go_on()
    until(disturbed.is_healthy)
