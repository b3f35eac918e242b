"""The backend's parts that store and read projections, on keys of their own."""

from collections.abc import Callable, Iterator

import pytest

from events import RedisLog
from projections.cluster_feed import ClusterFeed
from projections.feed import Feed
from projections.lobby import Lobby
from projections.snapshots import Snapshots
from service.backend import Backend
from store.cluster import is_cluster_url
from store.server import connect, connect_blocking

STORES = ["server", pytest.param("cluster", marks=pytest.mark.slow)]
ON_A_CLUSTER = {
    *("test_archiving", "test_feed", "test_rebuild"),  # read what several primaries hold
    *("test_lobby", "test_due_inboxes", "test_milestones"),  # scripts and requests with several keys
    *("test_snapshots", "test_timers", "test_outages"),  # the same, over the partitions
    *("test_store", "test_generations"),  # the record: scripts and transactions with keys of several players
    "test_counting",  # the explorer: scripts and pipelines with many cells
    "test_effects_carry_a_whole_game_to_its_end_and_it_is_projected",  # all of this together
    *("test_two_projectors_share_the_work_and_end_up_the_same", "test_games_that_finish_during_rebuilds_count_once"),
    "test_two_finishing_games_that_rate_the_same_players_at_once_both_count",
}
"""Files and tests that run on a cluster, too: where keys have several slots. All else is the same on any store."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what uses a store on a server, and on a cluster if it is named above."""
    if "store" in metafunc.fixturenames:
        named = {metafunc.definition.path.stem, metafunc.function.__name__}
        stores = STORES if named & ON_A_CLUSTER else ["server"]
        metafunc.parametrize("store", stores, indirect=True, scope="session")


@pytest.fixture(scope="session")
def store(request: pytest.FixtureRequest) -> str:
    """The kind of the store."""
    return str(request.param)


@pytest.fixture(scope="session")
def redis_url(store: str, server_url: str, request: pytest.FixtureRequest) -> str:
    return server_url if store == "server" else request.getfixturevalue("cluster").url


@pytest.fixture
def log(parts: Backend) -> RedisLog:
    return parts.log


@pytest.fixture
def snapshots(parts: Backend) -> Snapshots:
    return parts.snapshots


@pytest.fixture
def lobby(parts: Backend) -> Lobby:
    return parts.lobby


@pytest.fixture
def feed(parts: Backend, redis_url: str) -> Iterator[Callable[..., Feed]]:
    """Makes consumers of the feed, by name."""
    clients = []

    def consumer(name: str = "one", options: str = "") -> Feed:
        url = redis_url + options
        clients.append(connect(url))
        if is_cluster_url(url):
            return ClusterFeed(clients[-1], url, parts.keys, name)
        clients.append(connect_blocking(url))
        return Feed(clients[-2], clients[-1], parts.keys, name)

    yield consumer
    for client in clients:
        client.close()
