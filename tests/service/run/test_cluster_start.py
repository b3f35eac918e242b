"""Starting on a cluster: what does not suit the service is said in one clear line, and nothing is started."""

import shutil
from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from service.backend import StoreDown, checked_backend
from service.settings import SettingsError, StartError, read_settings
from tests.ports import free_ports
from tests.running_cluster import SLOTS, Member, RunningCluster, running_cluster, until
from tests.service.commands.command_line import assert_refused, wonderful


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Iterator[RunningCluster]:
    """Three primaries, each with a replica."""
    with running_cluster(tmp_path_factory.mktemp("whole")) as made:
        yield made


@pytest.fixture
def own(whole) -> Iterator[RunningCluster]:
    """The same, empty again after the test."""
    yield whole
    whole.empty()


def settings(url, **others):
    return read_settings({"REDIS_URL": url, "RQ_REDIS_URL": "redis://127.0.0.1:1", **others})


def why_not(url, **others):
    """The line with which a process refuses to start."""
    with pytest.raises(StartError) as refused:
        checked_backend(settings(url, **others))
    line = str(refused.value)
    assert "\n" not in line
    return line


def on_all(cluster, name, value):
    for member in cluster.members:
        with closing(member.redis) as redis:
            redis.config_set(name, value)


def test_a_cluster_in_order_is_taken(own):
    assert checked_backend(settings(own.url, REPLICAS_ACK="1")).watch.trouble is None


def test_one_seed_that_answers_is_enough(own):
    assert checked_backend(settings(f"cluster://127.0.0.1:1,{own.members[4].name}")).keys.count


def test_a_cluster_url_of_a_single_server_is_refused(server_url, tmp_path):
    port = free_ports(1)[0]
    single = Member(port, tmp_path / "single", ("cluster-enabled no",))
    single.start()
    url = f"cluster://127.0.0.1:{port}"
    try:
        line = why_not(url)
        unchecked = wonderful("accept-store", REDIS_URL=url, RQ_REDIS_URL="redis://127.0.0.1:1")
    finally:
        single.kill()
    assert line == "the server at a cluster URL is a single one: use redis://"
    assert_refused(unchecked, line)


def test_the_url_of_a_single_server_that_belongs_to_a_cluster_is_refused(own):
    line = why_not(f"redis://{own.members[0].name}")
    assert line == "the server of REDIS_URL is a node of a cluster: name it as cluster://host:port"


def test_a_cluster_with_a_password_is_taken_with_it_and_refused_without(own):
    hosts = own.url.removeprefix("cluster://")
    on_all(own, "requirepass", "hush")
    try:
        assert checked_backend(settings(f"cluster://:hush@{hosts}")).watch.trouble is None
        for wrong in (own.url, f"cluster://:wrong@{hosts}"):
            line = why_not(wrong)
            assert "refuses the password" in line
            assert "wrong" not in line
    finally:
        for member in own.members:
            with Redis(port=member.port, password="hush") as redis:
                redis.config_set("requirepass", "")


def test_seeds_that_nobody_answers_are_waited_for(own):
    with pytest.raises(StoreDown) as down:
        checked_backend(settings("cluster://127.0.0.1:1,127.0.0.1:2"))
    assert str(down.value) == "no store listens at its address (no node of the cluster answers)"


def test_a_cluster_of_which_nobody_owns_some_slots_is_refused(tmp_path):
    with running_cluster(tmp_path, replicas=0) as cluster:
        for member in cluster.members:
            with closing(member.redis) as redis:
                redis.execute_command("CLUSTER DELSLOTSRANGE", 6000, 6099)
        line = why_not(cluster.url)
    assert line == f"the cluster is not complete: 100 of its {SLOTS} slots have no owner; assign them"


def test_a_cluster_that_stops_as_a_whole_is_refused(own):
    on_all(own, "cluster-require-full-coverage", "yes")
    try:
        line = why_not(own.url)
    finally:
        on_all(own, "cluster-require-full-coverage", "no")
    assert line.startswith(
        "the cluster stops as a whole when one primary does: set cluster-require-full-coverage no on "
    )


def test_a_cluster_without_replicas_cannot_confirm_writes(cluster):
    line = why_not(cluster.url, REPLICAS_ACK="1")
    assert line.startswith("REPLICAS_ACK=1 needs a replica of each primary, but no replica follows 127.0.0.1:")
    assert line.endswith("add one, or set REPLICAS_ACK=0")
    checked_backend(settings(cluster.url, KEY_PREFIX="without-replicas:"))


def test_a_node_that_may_lose_games_is_named_whether_primary_or_replica(own):
    replica = own.replica_of(own.primaries()[0])
    with closing(replica.redis) as redis:
        redis.config_set("appendonly", "no")
        line = why_not(own.url)
        assert checked_backend(settings(own.url, ALLOW_VOLATILE="1")).watch.trouble is None
        redis.config_set("appendonly", "yes")
        until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"])
    assert line.startswith(f"the node {replica.name} may lose games: it has no append-only file (set appendonly yes)")


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="there is no server of another version here")
def test_nodes_of_different_versions_are_refused(tmp_path):
    with running_cluster(tmp_path, replicas=0, last_program=shutil.which("redis-server") or "") as cluster:
        line = why_not(cluster.url)
    assert line.startswith("the nodes of the cluster have different versions: ")
    assert line.endswith("; update the older ones")


def test_the_queues_need_a_server_of_their_own():
    with pytest.raises(SettingsError, match="RQ_REDIS_URL is not set: job queues cannot be on a cluster"):
        read_settings({"REDIS_URL": "cluster://a"})
    with pytest.raises(SettingsError, match=r"RQ_REDIS_URL='cluster://a' cannot be used: it takes redis://"):
        read_settings({"REDIS_URL": "cluster://a", "RQ_REDIS_URL": "cluster://a"})


def test_a_single_server_cannot_confirm_writes():
    with pytest.raises(SettingsError, match="REPLICAS_ACK=1 cannot be used: it takes a cluster"):
        read_settings({"REDIS_URL": "redis://a", "REPLICAS_ACK": "1"})


def test_a_password_in_a_cluster_url_is_never_shown():
    with pytest.raises(SettingsError) as refused:
        read_settings({"REDIS_URL": "cluster://ada:secret@a:7000,b:x"})
    assert "secret" not in str(refused.value)
