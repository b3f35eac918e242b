"""The watch over a cluster: what is wrong with one primary is no fault of the others."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest
from redis.exceptions import RedisError

from events import RedisLog
from store.cluster.epochs import accept_cluster, lay_epoch
from store.cluster.slots import slot_of
from store.cluster_watch import ClusterWatch
from store.faults import StoreUnavailable
from store.server import connect
from tests.end_to_end.running import await_true
from tests.events.stories import ready, write
from tests.running_cluster import until

pytestmark = pytest.mark.slow


class Process:
    """A process that uses a store: its watch, which looks again and again, and a client under it."""

    def __init__(self, url, keys, expected="", follows=True):
        self.accepted = 0
        self.watch = ClusterWatch(url, keys, 2.0, expected, partial(lay_epoch, keys=keys))
        self.watch.on_acceptance = self._count
        self.redis = connect(url, seconds=2.0)
        self.watch.guard(self.redis)
        self.log = RedisLog(self.redis, keys, saw=self.watch.saw)
        self.first = self.watch.look()
        if follows and self.first is None:
            self.watch.start(0.1)

    def _count(self):
        self.accepted += 1

    def close(self):
        self.watch.stop()
        self.redis.close()


@pytest.fixture
def processes(cluster, keys) -> Iterator:
    """Starts processes on the store."""
    made = []

    def start(**options):
        made.append(process := Process(cluster.url, keys, **options))
        return process

    yield start
    for each in made:
        each.close()


def games_by_owner(cluster, keys):
    """A game for each primary, by the port of the primary."""
    return {cluster.owner(slot_of(keys.stream(f"game-{n}"))).port: f"game-{n}" for n in range(40)}


def lose_data(member):
    """What a restart without files does to a primary, before its replica could take over."""
    with closing(member.redis) as redis:
        redis.flushall()
        redis.client_kill_filter(_type="normal", skipme=True)


def is_written(process, game):
    """Whether an append to the game has come through: on a busy machine some nodes know of a new primary later."""
    try:
        write(process.log, game, ready(0))
    except RedisError:
        return False
    return True


def test_all_processes_take_the_epoch_of_a_new_store(processes):
    one, two = processes(), processes()
    assert (one.first, two.first) == (None, None)
    assert one.watch.epoch == two.watch.epoch
    assert len(one.watch.epoch) == 16


def test_many_processes_that_begin_a_store_at_once_agree(processes):
    with ThreadPoolExecutor(6) as threads:
        made = [*threads.map(lambda _: processes(follows=False), range(6))]
    assert {each.first for each in made} == {None}
    assert len({each.watch.epoch for each in made}) == 1
    assert [each.watch.look() for each in made] == [None] * 6
    assert [each.watch.degraded for each in made] == [{}] * 6


def test_a_beginning_that_was_cut_short_is_finished_by_the_next_process(processes, client, keys):
    client.set(keys.first_epoch, "0123456789abcdef")
    client.set(keys.epoch_of(3), "0123456789abcdef")
    assert processes().watch.epoch == "0123456789abcdef"


def test_a_primary_that_lost_its_data_is_refused_and_the_others_go_on(processes, cluster, client, keys):
    process = processes()
    games = games_by_owner(cluster, keys)
    lost = cluster.owner(slot_of(keys.stream(games[cluster.primaries()[0].port])))
    lose_data(lost)
    await_true(lambda: process.watch.degraded)
    assert process.watch.degraded == {lost.name: "foreign"}
    assert "lost its data" in process.watch.trouble
    assert process.watch.fault is None
    for port, game in games.items():
        if port == lost.port:
            with pytest.raises(StoreUnavailable, match="lost its data"):
                write(process.log, game, ready(0))
        else:
            write(process.log, game, ready(0))
    accept_cluster(client, keys)
    await_true(lambda: not process.watch.degraded)
    write(process.log, games[lost.port], ready(0))
    assert process.accepted == 1


def test_a_process_notices_the_loss_when_it_connects_again(processes, cluster, keys):
    process = processes(follows=False)
    process.watch._started = True
    lost = cluster.primaries()[0]
    game = games_by_owner(cluster, keys)[lost.port]
    write(process.log, game, ready(0))
    lose_data(lost)
    with pytest.raises(StoreUnavailable, match="lost its data"):
        process.log.read(game)


def test_a_new_process_refuses_a_store_of_which_a_part_is_lost(processes, cluster, keys):
    assert processes().first is None
    with_epoch = cluster.owner(slot_of(keys.epoch))
    lose_data(with_epoch)
    assert processes().first == "foreign"


def test_a_store_with_another_epoch_than_the_expected_one_is_refused(processes):
    assert processes().first is None
    assert processes(expected="fedcba9876543210").first == "foreign"


def test_an_acceptance_is_taken_by_processes_that_expect_the_old_epoch(processes, client, keys):
    before = processes()
    old = before.watch.epoch
    new = accept_cluster(client, keys)
    await_true(lambda: before.watch.epoch == new and not before.watch.degraded)
    assert processes(expected=old).watch.epoch == new


def test_a_process_that_did_not_look_while_the_store_was_empty_takes_it_once_another_has(processes, client, keys):
    one, busy = processes(follows=False), processes(follows=False)
    client.delete(keys.epoch, *map(keys.epoch_of, range(keys.count)))
    assert one.watch.look() == "foreign"
    accept_cluster(client, keys)
    assert busy.watch.look() == "foreign", "it might be the accepted store of somebody else"
    assert one.watch.look() is None
    assert busy.watch.look() is None


def test_a_dead_primary_is_named_until_its_replica_has_taken_over(processes, cluster, keys):
    process = processes()
    games, dead = games_by_owner(cluster, keys), cluster.primaries()[0]
    dead.kill()
    await_true(lambda: dead.name in process.watch.degraded)
    assert f"of {keys.count} parts of the store cannot be used" in process.watch.trouble
    for port, game in games.items():
        if port != dead.port:
            write(process.log, game, ready(0))
    await_true(lambda: not process.watch.degraded)
    await_true(lambda: is_written(process, games[dead.port]))
    assert process.watch.fault is None


def test_commands_to_a_primary_that_stands_still_fail_at_once_when_that_is_known(processes, cluster, keys):
    process = processes()
    still = cluster.primaries()[0]
    game = games_by_owner(cluster, keys)[still.port]
    cluster.replica_of(still).pause()  # so that nobody takes over
    still.pause()
    await_true(lambda: process.watch.degraded.get(still.name) == "silent")
    with pytest.raises(StoreUnavailable, match="does not answer in time"):
        process.log.read(game)
    for member in cluster.members:
        member.go_on()
    await_true(lambda: not process.watch.degraded)
    assert process.log.read(game) == []


@pytest.mark.verify
def test_a_cluster_of_which_no_primary_answers_is_a_fault_of_the_whole_store(processes, cluster):
    process = processes()
    for member in cluster.members:
        member.pause()
    await_true(lambda: process.watch.fault)
    for member in cluster.members:
        member.go_on()
    until(cluster.is_healthy)
    await_true(lambda: not process.watch.fault and not process.watch.degraded)


def test_a_look_changes_nothing_in_the_store(processes, cluster):
    process = processes(follows=False)
    process.watch.look()

    def changes():
        return [member.redis.info("persistence")["rdb_changes_since_last_save"] for member in cluster.primaries()]

    before = changes()
    assert [process.watch.look() for _ in range(3)] == [None] * 3
    assert changes() == before
