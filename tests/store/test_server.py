"""Checks of a server: whether it keeps data, how clients connect to it, and the names of its keys."""

from time import sleep
from unittest.mock import Mock

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, ResponseError

from store.durability import Volatile, check_durable
from store.faults import StoreUnavailable
from store.keys import Keys, keys_of_append
from store.partial import execute_partial
from store.server import connect, connect_blocking


@pytest.fixture
def own(own_server):
    """A client of a server whose settings may be changed; they are put back."""
    with Redis.from_url(own_server.url, decode_responses=True) as client:
        before = client.config_get("appendonly", "maxmemory-policy")
        yield client
        for name, value in before.items():
            client.config_set(name, value)
        while client.info("persistence")["aof_rewrite_in_progress"]:  # a server that writes its first file does not end
            sleep(0.01)


def test_a_server_with_an_append_only_file_that_evicts_nothing_will_do(own):
    check_durable(own)


def test_one_without_an_append_only_file_is_refused_with_the_setting_to_change(own):
    own.config_set("appendonly", "no")
    with pytest.raises(Volatile, match=r"no append-only file \(set appendonly yes\); or set ALLOW_VOLATILE=1"):
        check_durable(own)


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
def test_one_that_evicts_keys_is_refused_with_its_policy(own, policy):
    own.config_set("maxmemory-policy", policy)
    with pytest.raises(Volatile, match=f"maxmemory-policy is {policy}, set noeviction") as volatile:
        check_durable(own)
    assert "append-only" not in str(volatile.value)


def test_everything_that_is_wrong_is_named_at_once(own):
    own.config_set("appendonly", "no")
    own.config_set("maxmemory-policy", "allkeys-random")
    with pytest.raises(Volatile, match=r"append-only file .*; .* allkeys-random"):
        check_durable(own)


def test_short_commands_have_a_time_limit_and_waiting_ones_have_none(own_server):
    with connect(own_server.url) as short, connect_blocking(own_server.url) as waiting:
        assert short.get_connection_kwargs()["socket_timeout"] == 1.5
        assert waiting.get_connection_kwargs()["socket_timeout"] is None
        assert short.ping() is waiting.ping() is True


def test_a_thread_that_has_waited_long_enough_sends_no_command(own_server, waits):
    with connect(own_server.url) as client:
        waits.limit_to(60)
        assert client.ping() is True
        assert 0 <= waits.spent < 60
        waits.spent = 60
        with pytest.raises(StoreUnavailable):
            client.ping()


def test_a_connection_waits_as_long_as_its_thread_may_and_the_next_one_has_all_its_time_again(own_server, waits):
    with connect(own_server.url, seconds=90) as client:
        waits.limit_to(60)
        connection = client.connection_pool.get_connection()
        assert connection.socket_timeout <= 60
        client.connection_pool.release(connection)
        assert connection.socket_timeout == 90


def test_a_unix_socket_that_failed_too_often_is_closed_as_any_other(own_server):
    """redis-py asks for the port of the connection then, to count the failure."""
    with connect(own_server.url) as client:
        connection = client.connection_pool.make_connection()
        connection.connect()
        connection.disconnect(error=ConnectionError("it stands still"), failure_count=99)
        assert connection._sock is None


def test_a_part_out_of_reach_gives_no_answers_and_all_parts_or_another_error_are_raised(own):
    own.hset("a hash", "field", 1)
    wrong = own.pipeline(transaction=False).get("a hash")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        execute_partial(wrong)
    [harmless] = execute_partial(own.pipeline(transaction=False).get("a hash"), harmless="WRONGTYPE")
    assert isinstance(harmless, ResponseError)
    own.delete("a hash")
    lost = ConnectionError("it is away")
    assert execute_partial(Mock(execute=Mock(return_value=[lost, b"1"]))) == [None, b"1"]
    with pytest.raises(ConnectionError, match="it is away"):
        execute_partial(Mock(execute=Mock(return_value=[lost, lost])))


def test_an_append_touches_the_keys_that_readers_know():
    keys = Keys("prefix:", count=5)
    partition, touched = keys_of_append(keys.prefix, keys.count, "abcdefgh")
    assert partition == keys.partition("abcdefgh")
    assert touched == [
        keys.stream("abcdefgh"),
        keys.feed(partition),
        keys.idempotency("abcdefgh"),
        keys.damage("abcdefgh"),
    ]
