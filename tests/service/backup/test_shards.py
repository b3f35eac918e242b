"""A backup of a cluster follows each primary, and becomes one store again."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from unittest.mock import Mock

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from service.backup import shards
from service.backup.faults import Lost, Unsuitable
from service.backup.folder import list_pairs, locked, newest_pair
from service.backup.options import Options
from service.backup.pairs import last_mark
from service.backup.restore import Cut, choose_all, copy_keys, lay_out
from service.backup.shard_list import SHARDS, parse_shards
from service.backup.shards import ClusterBackup
from service.backup.status import Saved, read_saved, write_saved
from service.run.embedded_redis import ensure_server, stop_server
from service.run.up import ROOT
from store.clock import DAY_MS, store_clock
from store.cluster import Cluster
from store.cluster.nodes import Nodes
from store.keys import Keys
from store.server import connect
from tests.end_to_end.running import await_true
from tests.running_cluster import RunningCluster, running_cluster

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCluster]:
    """Three primaries, each with a replica."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture
def redis(cluster: RunningCluster) -> Iterator[Cluster]:
    """A client of the cluster, which is in order and has the epoch of a store alone."""
    cluster.heal()
    cluster.empty()
    with closing(connect(cluster.url)) as made:
        assert isinstance(made, Cluster)
        made.set(Keys().epoch, "e1")
        yield made


@contextmanager
def following(folder: Path, cluster: RunningCluster, told: list[str]) -> Iterator[None]:
    """A backup that follows the cluster from a thread, from when all first bases are complete."""
    ended = Event()
    with closing(connect(cluster.url)) as redis, locked(folder):
        assert isinstance(redis, Cluster)
        backup = ClusterBackup(folder, cluster.url, redis, Keys(), Options(7, 1 << 30, told.append, told.append))
        thread = Thread(target=backup.follow, args=(ended.is_set,))
        thread.start()
        try:
            await_true(lambda: not thread.is_alive() or read_saved(folder))
            yield
        finally:
            ended.set()
            thread.join()


def write(redis: Cluster, numbers: range) -> None:
    """Write keys of many slots."""
    for number in numbers:
        redis.set(f"{{p{number}}}:key", number)


def await_saved(folder: Path, cluster: RunningCluster) -> None:
    """Wait until everything that is written by now is saved."""
    for member in cluster.primaries():
        with closing(member.redis) as redis:
            offset = redis.info("replication")["master_repl_offset"]
        await_true(lambda offset=offset: any(newest(part) >= offset for part in folder.glob("slots-*")))


def newest(part: Path) -> int:
    """How far the history of a primary is saved."""
    pair = newest_pair(list_pairs(part)[0])
    return last_mark(pair).offset if pair else -1


@contextmanager
def restored(cuts: list[Cut], folder: Path) -> Iterator[Redis]:
    """One server with all parts."""
    servers = []
    try:
        for number, cut in enumerate(cuts):
            target = folder / f"part {number}"
            target.mkdir(parents=True)
            lay_out(cut, target)
            servers.append(ensure_server(target, "no"))
        clients = [Redis.from_url(server.url, decode_responses=False) for server in servers]
        for other in clients[1:]:
            copy_keys(other, clients[0])
        yield clients[0]
        for client in clients:
            client.close()
    finally:
        for server in servers:
            stop_server(server)


def test_all_parts_become_one_store(
    cluster: RunningCluster, redis: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shards, "LOOK_SECONDS", 0)
    folder, told = tmp_path / "backup", list[str]()
    write(redis, range(50))
    with following(folder, cluster, told):
        write(redis, range(50, 100))
        redis.set("{p1}:ends", 1, ex=1000)
        await_saved(folder, cluster)
    [found] = parse_shards((folder / SHARDS).read_bytes())
    assert len(found.names) == len([*folder.glob("slots-*")]) == 3
    with restored(choose_all(folder), tmp_path / "again") as again:
        assert {int(again.get(f"{{p{number}}}:key") or -1) for number in range(100)} == {*range(100)}
        assert 0 < again.ttl("{p1}:ends") <= 1000
        assert again.get(Keys().epoch) == b"e1"
    assert [line for line in told if "waits" in line] == []


def test_a_replica_that_takes_over_is_followed(cluster: RunningCluster, redis: Cluster, tmp_path: Path):
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, cluster, told):
        write(redis, range(20))
        await_saved(folder, cluster)
        before = {part.name: len(list_pairs(part)[0]) for part in folder.glob("slots-*")}
        lost = cluster.owner(0)
        lost.kill()
        await_true(lambda: cluster.owner(0) is not lost)
        await_true(lambda: told_of_return(told), seconds=60)
        write(redis, range(20, 40))
        await_saved(folder, cluster)
    assert len(parse_shards((folder / SHARDS).read_bytes())) == 1
    assert {*before} == {part.name for part in folder.glob("slots-*")}
    with restored(choose_all(folder), tmp_path / "again") as again:
        assert {int(again.get(f"{{p{number}}}:key") or -1) for number in range(40)} == {*range(40)}


def told_of_return(told: list[str]) -> bool:
    waits = max((at for at, line in enumerate(told) if "waits" in line), default=None)
    return waits is not None and any("follows" in line or "is saved" in line for line in told[waits:])


@pytest.mark.verify
def test_slots_that_move_make_other_parts(
    cluster: RunningCluster, redis: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shards, "LOOK_SECONDS", 0.5)
    folder = tmp_path / "backup"
    write(redis, range(50))
    with following(folder, cluster, []):
        first, target = cluster.owner(0), cluster.owner(16_383)
        cluster.move_slots(0, 100, target)
        try:
            await_true(lambda: len(parse_shards((folder / SHARDS).read_bytes())) == 2)
            write(redis, range(50, 100))
            await_true(lambda: len(choose_or_nothing(folder)) == 3)
            await_saved(folder, cluster)
        finally:
            cluster.move_slots(0, 100, first)
    with restored(choose_all(folder), tmp_path / "again") as again:
        assert {int(again.get(f"{{p{number}}}:key") or -1) for number in range(100)} == {*range(100)}


def choose_or_nothing(folder: Path) -> list[Cut]:
    try:
        return choose_all(folder)
    except Unsuitable:
        return []


def test_the_documented_rights_are_enough(cluster: RunningCluster, redis: Cluster, tmp_path: Path):
    guide = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [rights] = re.findall(r"needs the rights\s+`(\+psync [^`]*)`, and on a cluster `([^`]*)`", guide)
    for member in cluster.members:
        with closing(member.redis) as node:
            node.execute_command("ACL", "SETUSER", "weak", "on", ">pw", "~*", *" ".join(rights).split())
    url = cluster.url.replace("://", "://weak:pw@")
    with closing(connect(url)) as weak, locked(tmp_path / "backup"):
        assert isinstance(weak, Cluster)
        backup = ClusterBackup(tmp_path / "backup", url, weak, Keys(), Options(7, 1 << 30, print, print))
        assert backup.copy(lambda: False)


def test_slots_without_an_owner_are_told_once_and_waited_for(
    cluster: RunningCluster, redis: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name, seconds in (("LOOK_SECONDS", 0.0), ("STATUS_SECONDS", 0.0), ("TURN_SECONDS", 0.02)):
        monkeypatch.setattr(shards, name, seconds)
    folder, told, error = tmp_path / "backup", list[str](), ConnectionError("slots of the cluster have no owner now")
    with following(folder, cluster, told):
        with monkeypatch.context() as patched:
            patched.setattr(Nodes, "lowest_slots", looked := Mock(side_effect=error))
            await_true(lambda: looked.call_count > 2)
            assert "have no owner" in problem_of(folder)
        await_true(lambda: not problem_of(folder))
    waits = [line for line in told if "waits" in line]
    assert waits == ["The backup waits: the store does not answer (slots of the cluster have no owner now)."]


def problem_of(folder: Path) -> str:
    saved = read_saved(folder)
    return saved.problem if saved else ""


def test_a_part_whose_primary_is_not_known_is_not_copied(
    cluster: RunningCluster, redis: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Cluster, "owner_name", lambda self, slot: None)
    with locked(tmp_path), pytest.raises(Lost, match="no primary owns the slots of this part"):
        ClusterBackup(tmp_path, cluster.url, redis, Keys(), Options(7, 1 << 30, print, print)).copy(lambda: False)


def test_parts_that_nobody_needs_go_and_a_second_copy_is_of_the_same_parts(
    cluster: RunningCluster, redis: Cluster, tmp_path: Path
):
    folder, now_ms = tmp_path / "backup", int(store_clock(redis)() * 1000)
    with locked(folder):
        backup = ClusterBackup(folder, cluster.url, redis, Keys(), Options(7, 1 << 30, print, print))
        for name, age_ms in (("slots-00001", 7 * DAY_MS + 1), ("slots-00002", 7 * DAY_MS - 60_000)):
            (folder / name).mkdir()
            write_saved(folder / name, Saved(now_ms - age_ms, 1, 1))
        assert backup.copy(lambda: False)
        known = (folder / SHARDS).read_bytes()
        assert not backup.copy(lambda: True)
    [found] = parse_shards(known)
    assert {path.name for path in folder.glob("slots-*")} == {*found.names, "slots-00002"}
    assert (folder / SHARDS).read_bytes() == known


def test_a_folder_is_for_a_cluster_or_for_a_server(cluster: RunningCluster, redis: Cluster, tmp_path: Path):
    folder = tmp_path / "backup"
    with locked(folder):
        assert ClusterBackup(folder, cluster.url, redis, Keys(), Options(7, 1 << 30, print, print)).copy(lambda: False)
    part = next(folder.glob("slots-*"))
    with locked(part), pytest.raises(Unsuitable, match="holds the backup of a single server"):
        ClusterBackup(part, cluster.url, redis, Keys(), Options(7, 1 << 30, print, print))
    saved = read_saved(folder)
    assert saved
    assert (saved.pairs, saved.problem) == (3, "")
    redis.set(Keys().epoch, "e2")
    with locked(folder), pytest.raises(Unsuitable, match="holds the backup of another store, of the epoch e1"):
        ClusterBackup(folder, cluster.url, redis, Keys(), Options(7, 1 << 30, print, print)).follow(lambda: False)
