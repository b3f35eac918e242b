"""A cluster of three primaries, each with a replica, which each test may disturb and leaves whole and empty."""

from collections.abc import Callable, Iterator
from secrets import token_hex

import pytest

from store.cluster import Cluster
from store.cluster.slots import slot_of
from store.keys import Keys
from store.server import connect
from tests.running_cluster import Member, RunningCluster, running_cluster


@pytest.fixture(scope="package")
def whole_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCluster]:
    with running_cluster(tmp_path_factory.mktemp("disturbed")) as made:
        yield made


@pytest.fixture
def cluster(whole_cluster: RunningCluster) -> Iterator[RunningCluster]:
    """The cluster; what a test has killed or paused goes on after it."""
    yield whole_cluster
    whole_cluster.heal()
    whole_cluster.empty()


@pytest.fixture
def client(cluster: RunningCluster) -> Iterator[Cluster]:
    with connect(cluster.url, seconds=2.0) as made:
        assert isinstance(made, Cluster)
        yield made


@pytest.fixture
def keys() -> Keys:
    return Keys(f"{token_hex(4)}:", 16)


@pytest.fixture
def owner_of(cluster: RunningCluster) -> Callable[[str], Member]:
    """The primary that owns a key now."""
    return lambda key: cluster.owner(slot_of(key))


@pytest.fixture
def apart(cluster: RunningCluster, keys: Keys) -> list[int]:
    """A partition of each primary."""
    found = {cluster.owner(slot_of(keys.feed(p))).port: p for p in range(keys.count)}
    assert len(found) == 3
    return [*found.values()]
