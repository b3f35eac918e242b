"""The client of a cluster: every command reaches the primary that owns its keys, whatever happens to the others."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from time import monotonic, sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.connection import SSLConnection
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

from store.cluster import Cluster
from store.cluster.nodes import REFRESH_SECONDS
from store.cluster.slots import beside, slot_of
from store.cluster.urls import parse_cluster_url
from store.faults import NotConfirmed, StoreUnavailable
from store.partial import execute_partial
from store.patience import store_deadline
from store.server import connect
from tests.running_cluster import until

GROUP = "readers"


def test_commands_reach_the_owners_of_their_keys(client, keys):
    names = [keys.stream(f"game {number}") for number in range(50)]
    for number, name in enumerate(names):
        client.set(name, number)
    assert [int(client.get(name)) for name in names] == [*range(50)]
    assert client.delete(*names, "nothing") == 50


def test_the_answers_of_a_pipeline_come_in_the_order_of_its_commands(client, keys):
    pipe = client.pipeline(transaction=False)
    for number in range(50):
        pipe.set(keys.stream(str(number)), number)
        pipe.get(keys.stream(str(number)))
    assert pipe.execute() == [answer for number in range(50) for answer in (True, str(number).encode())]
    assert pipe.execute() == []


def test_an_error_among_the_answers_of_a_pipeline_is_raised_or_given(client, keys):
    pipe = client.pipeline(transaction=False)
    for _ in range(2):
        pipe.set(keys.feed(0), "text").xlen(keys.feed(0)).set(keys.feed(1), 1)
        if pipe:
            with suppress(ResponseError):
                answers = pipe.execute(raise_on_error=False)
                assert [type(answer) for answer in answers] == [bool, ResponseError, bool]
                pipe.xlen(keys.feed(0))
                pipe.execute()
                pytest.fail("the error was not raised")


def test_a_transaction_on_one_tag_is_atomic_and_sees_what_others_write(client, keys):
    counter, other = keys.feed(0), keys.timers(0)
    client.set(counter, 1)

    def double(pipe):
        value = int(pipe.get(counter))
        pipe.multi()
        pipe.set(counter, 2 * value)
        pipe.set(other, value)

    assert client.transaction(double, counter) == [True, True]
    assert (client.get(counter), client.get(other)) == (b"2", b"1")

    def disturbed(pipe):
        pipe.multi()
        if client.get(counter) == b"2":
            client.set(counter, 5)
        pipe.incr(counter)

    assert client.transaction(disturbed, counter) == [6]


def test_many_transactions_at_once_lose_no_step(client, keys):
    def increase(pipe):
        value = int(pipe.get(keys.feed(0)) or 0)
        pipe.multi()
        pipe.set(keys.feed(0), value + 1)

    def step(_):
        client.transaction(increase, keys.feed(0))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(step, range(40)))
    assert client.get(keys.feed(0)) == b"40"


def test_keys_with_two_tags_are_refused_in_one_transaction(client, apart, keys):
    pipe = client.pipeline()
    for partition in apart:
        pipe.set(keys.feed(partition), 1)
    with pytest.raises(RedisError):
        pipe.execute()
    assert [client.get(keys.feed(partition)) for partition in apart] == [None] * 3


def test_a_script_runs_where_its_keys_are_although_no_server_knows_it(client, cluster, keys):
    script = client.register_script("return {KEYS[1], redis.call('INCRBY', KEYS[1], ARGV[1])}")
    for _ in range(2):
        assert [script(keys=[keys.feed(p)], args=[5])[0] for p in range(9)] == [keys.feed(p).encode() for p in range(9)]
        for member in cluster.members:
            with closing(member.redis) as redis:
                redis.script_flush()
    pipe = client.pipeline(transaction=False)
    for partition in range(9):
        script(keys=[keys.feed(partition)], args=[1], client=pipe)
    assert [value for _, value in pipe.execute()] == [11] * 9


def test_every_key_of_the_layout_is_found(client, keys):
    names = {keys.stream(str(number)) for number in range(100)}
    for name in names:
        client.set(name, 1)
    assert {name.decode() for name in client.scan_iter(f"{keys.prefix}*", count=10)} == names


def test_a_message_reaches_subscribers_at_any_node(client, cluster, keys):
    with connect(cluster.url) as other:
        subscriptions = [other.pubsub(ignore_subscribe_messages=True) for _ in range(6)]
        for each in subscriptions:
            each.subscribe(keys.wake)
            each.get_message(timeout=60)
        client.publish(keys.wake, "g 1")
        assert [each.get_message(timeout=60)["data"] for each in subscriptions] == [b"g 1"] * 6


def test_a_dead_primary_stops_no_feed_of_another(client, cluster, keys, apart, owner_of):
    """redis-py's own client asks the default node for the keys of each XREADGROUP, and fails while that is dead."""
    confirmed = client.confirmed()  # the replicas that take over have it, too
    for partition in apart:
        confirmed.xgroup_create(keys.feed(partition), GROUP, id="0", mkstream=True)
        confirmed.xadd(keys.feed(partition), {"a": 1})
    for dead in apart:
        victim = owner_of(keys.feed(dead))
        victim.kill()
        for partition in apart:
            if partition != dead:
                assert client.xreadgroup(GROUP, f"without {dead}", {keys.feed(partition): ">"}) is not None
        victim.start()
        until(cluster.is_healthy)


def test_a_pipeline_gives_the_answers_of_all_primaries_but_the_dead_one(client, keys, apart, owner_of):
    for partition in apart:
        client.set(keys.feed(partition), partition)
    owner_of(keys.feed(apart[0])).kill()
    pipe = client.pipeline(transaction=False)
    for partition in apart:
        pipe.get(keys.feed(partition))
    first, *others = pipe.execute(raise_on_error=False)
    assert isinstance(first, RedisError)
    assert others == [str(partition).encode() for partition in apart[1:]]
    for partition in apart:
        pipe.get(keys.feed(partition))
    assert execute_partial(pipe)[1:] == others


def test_errors_of_a_dead_primary_are_redis_errors_and_end_when_its_replica_takes_over(client, keys, owner_of):
    client.set(keys.feed(0), 1)
    client.confirmed().set(keys.feed(0), 2)
    owner_of(keys.feed(0)).kill()
    began, errors = monotonic(), []
    while client_error := _error(lambda: client.get(keys.feed(0))):
        errors.append(client_error)
        assert monotonic() < began + 20
    assert client.get(keys.feed(0)) == b"2"
    assert errors
    assert all(isinstance(error, RedisError) for error in errors)


def test_a_primary_that_stands_still_is_replaced_for_a_client_that_timed_out(client, cluster, keys, owner_of):
    client.confirmed().set(keys.feed(0), 1)
    paused = owner_of(keys.feed(0))
    paused.pause()
    until(lambda: client_answers(client, keys.feed(0)))
    assert client.get(keys.feed(0)) == b"1"
    paused.go_on()


def client_answers(client, key):
    return _error(lambda: client.get(key)) is None


def test_commands_follow_slots_that_move_meanwhile(client, cluster, keys, owner_of):
    slot, key = slot_of(keys.feed(0)), keys.feed(0)
    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(lambda: [client.rpush(key, number) for number in range(2000)])
        for _ in range(4):
            cluster.move_slots(slot, slot, _other_primary(cluster, owner_of(key)))
        assert writing.result(timeout=60) == [*range(1, 2001)]
    assert client.lrange(key, 0, -1) == [str(number).encode() for number in range(2000)]


def test_commands_follow_a_slot_that_moves_key_by_key(client, cluster, keys, owner_of):
    """The older way: a node answers ASK for what has gone, and TRYAGAIN for keys of which one has gone."""
    here, gone, slot = keys.feed(0), keys.timers(0), slot_of(keys.feed(0))
    client.set(here, "here")
    client.set(gone, "gone")
    source = owner_of(here)
    target = _other_primary(cluster, source)
    with closing(source.redis) as at_source, closing(target.redis) as at_target:
        at_target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", source.identity)
        at_source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", target.identity)
        at_source.execute_command("MIGRATE", "127.0.0.1", target.port, gone, 0, 5000)
        assert (client.get(here), client.get(gone)) == (b"here", b"gone")
        pipe = client.pipeline(transaction=False)
        assert pipe.get(here).get(gone).execute() == [b"here", b"gone"]
        script = client.register_script("return redis.call('GET', KEYS[1])")
        assert script(keys=[gone]) == b"gone"
        with pytest.raises(ResponseError, match="during rehashing"):
            client.register_script("return redis.call('MGET', KEYS[1], KEYS[2])")(keys=[here, gone])
        at_source.execute_command("MIGRATE", "127.0.0.1", target.port, here, 0, 5000)
        for node in (at_target, at_source):
            node.execute_command("CLUSTER SETSLOT", slot, "NODE", target.identity)
    until(lambda: cluster.owner(slot) is target)
    assert (client.get(here), client.get(gone)) == (b"here", b"gone")


def test_a_refused_node_raises_at_once_and_no_other_node_is_concerned(client, keys, apart, owner_of, monkeypatch):
    """Nobody waits for what the watch has found out."""
    refused = owner_of(keys.feed(apart[0])).name

    def guard(node):
        if node == refused:
            raise StoreUnavailable("silent")

    client.get(keys.feed(apart[0]))
    client.nodes.guard = guard
    pauses: list[float] = []
    monkeypatch.setattr("store.cluster.client.sleep", pauses.append)
    for _ in range(20):
        with pytest.raises(StoreUnavailable):
            client.get(keys.feed(apart[0]))
    assert pauses == []
    assert client.set(keys.feed(apart[1]), 1)


def test_a_client_without_a_node_that_answers_raises_a_connection_error(cluster):
    with connect("cluster://127.0.0.1:1,127.0.0.1:2", seconds=1.0) as nowhere, pytest.raises(RedisConnectionError):
        nowhere.get("a")


# Confirmation by replicas


def test_a_confirmed_write_is_on_the_replica_when_it_is_answered(client, cluster, keys, owner_of):
    confirmed = client.confirmed()
    script = confirmed.register_script("return redis.call('SET', KEYS[1], ARGV[1])")
    replica = cluster.replica_of(owner_of(keys.feed(0)))
    with closing(replica.redis) as redis:
        redis.execute_command("READONLY")
        for number in range(200):
            script(keys=[keys.feed(0)], args=[number])
            assert redis.execute_command("GET", keys.feed(0)) == str(number).encode()


@pytest.mark.parametrize("kind", ["command", "script", "pipeline", "transaction", "watched transaction"])
def test_a_write_that_no_replica_takes_is_not_confirmed(client, cluster, keys, owner_of, kind):
    confirmed, key = client.confirmed(), keys.feed(0)
    replica = cluster.replica_of(owner_of(key))
    confirmed.set(key, 0)
    replica.pause()
    writes = {
        "command": lambda: confirmed.set(key, 1),
        "script": lambda: confirmed.register_script("return redis.call('SET', KEYS[1], 1)")(keys=[key]),
        "pipeline": lambda: confirmed.pipeline(transaction=False).set(key, 1).get(key).execute(),
        "transaction": lambda: confirmed.pipeline().set(key, 1).get(key).execute(),
        "watched transaction": lambda: confirmed.transaction(lambda pipe: (pipe.multi(), pipe.set(key, 1)), key),
    }
    with pytest.raises(NotConfirmed):
        writes[kind]()
    assert confirmed.get(key) == b"1", "what is read is not confirmed, so it needs no replica"
    assert client.set(key, 2), "nor does a client that asks for no confirmation"
    replica.go_on()
    until(lambda: _error(writes[kind]) is None)


@pytest.mark.parametrize("seconds", [0.5, 2.0])
def test_one_who_waits_for_a_short_time_learns_too_that_a_write_is_not_confirmed(
    cluster, keys, owner_of, seconds: float
):
    """`seconds`: for which the client waits for an answer. The request has half a second left in both cases."""
    with connect(cluster.url, seconds=seconds) as hurried:
        assert isinstance(hurried, Cluster)
        confirmed, key = hurried.confirmed(), keys.feed(0)
        confirmed.set(key, 0)
        cluster.replica_of(owner_of(key)).pause()

        def error():
            with store_deadline().at_most(0.5):
                return _error(lambda: confirmed.set(key, 1))

        until(lambda: isinstance(error(), NotConfirmed))


def test_a_write_that_fails_says_so_whether_or_not_it_is_confirmed(client, keys):
    confirmed = client.confirmed()
    confirmed.set(keys.feed(0), "text")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        confirmed.xadd(keys.feed(0), {"a": 1})
    answers = (
        confirmed.pipeline(transaction=False).xlen(keys.feed(0)).set(keys.feed(0), 1).execute(raise_on_error=False)
    )
    assert [type(answer) for answer in answers] == [ResponseError, bool]


# Names and addresses


WITHOUT_BRACES = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), min_size=1)


@pytest.mark.slow
@given(WITHOUT_BRACES, WITHOUT_BRACES, WITHOUT_BRACES)
def test_a_key_beside_another_has_its_slot(prefix, tag, name):
    for key in (prefix, f"{prefix}{{{tag}}}:{name}", f"{{{tag}}}"):
        assert key_slot(beside(key, name).encode()) == key_slot(key.encode())


def test_a_url_with_tls_encrypts_every_connection():
    seeds = parse_cluster_url("cluster+tls://ada:hush@a:7000,b?ssl_ca_certs=/etc/ca.pem")
    assert seeds.addresses == [("a", 7000), ("b", 6379)]
    assert seeds.options["connection_class"] is SSLConnection
    assert (seeds.options["username"], seeds.options["password"]) == ("ada", "hush")
    assert seeds.options["ssl_ca_certs"] == "/etc/ca.pem"


@pytest.mark.parametrize("url", ["redis://a", "cluster://", "cluster://a,,b", "cluster://a:x", "cluster://a/1"])
def test_what_is_no_cluster_url_is_refused(url):
    with pytest.raises(ValueError, match=r"URL|host|[pP]ort"):
        parse_cluster_url(url)


def _error(act):
    try:
        act()
    except Exception as error:
        return error


def _other_primary(cluster, member):
    return next(each for each in cluster.primaries() if each is not member)


@pytest.mark.verify
@pytest.mark.usefixtures("waits")
def test_nodes_that_stand_still_do_not_use_up_the_time_of_a_request_that_needs_a_newer_map(cluster, client, keys):
    """Each reading of the map begins at a random node: eight times at one that answers once in 256 runs."""
    client.set(keys.feed(0), "text")
    for primary in cluster.primaries():
        cluster.replica_of(primary).pause()
    for _ in range(8):
        sleep(REFRESH_SECONDS)
        store_deadline().limit_to(2.0)
        client.nodes.refresh()
        assert client.get(keys.feed(0)) == b"text"
