"""The log on a Redis server: its keys, and its behaviour when the connection or the server fails."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import takewhile
from secrets import token_hex

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from events import Conflict, IdempotencyKey, RedisLog, first_link
from store.keys import NEW_STORE_PARTITIONS, Keys, PartitionsChanged, settle_partitions
from store.server import connect
from tests.events.stories import DIGEST, ready, write
from tests.store.wire import wired


@pytest.fixture
def log(redis, keys):
    return RedisLog(redis, keys)


def pointers(redis, keys, game="g"):
    """The pointers in the feed of the game's partition."""
    rows = redis.xrange(keys.feed(keys.partition(game)))
    return [(row[b"game"].decode(), int(row[b"version"])) for _, row in rows]


def heard(pubsub, redis, keys):
    """The messages since the subscription, up to one that is sent now."""
    redis.publish(keys.wake, "the last")
    texts = (message["data"] for message in pubsub.listen() if message["type"] == "message")
    return [text.decode() for text in takewhile(lambda text: text != b"the last", texts)]


def tag(key):
    return key[key.index("{") : key.index("}") + 1]


# The layout


def test_an_entrys_id_is_its_version_and_its_fields_are_named(log, redis, keys):
    write(log, "g", ready(0, 1), ready(2))
    rows = redis.xrange(keys.stream("g"))
    assert [id for id, _ in rows] == [b"1-0", b"2-0", b"3-0"]
    assert {tuple(row) for _, row in rows} == {(b"name", b"seat", b"group", b"actor", b"ms", b"data", b"salt", b"hash")}


def test_an_append_adds_a_pointer_to_the_feed_and_wakes_waiting_requests(log, redis, keys):
    with closing(redis.pubsub()) as pubsub:
        pubsub.subscribe(keys.wake)
        write(log, "g", ready(0), ready(1, 2, 3))
        assert pointers(redis, keys) == [("g", 1), ("g", 4)]
        assert heard(pubsub, redis, keys) == ["g 1", "g 4"]


def test_an_append_that_adds_nothing_leaves_no_pointer_and_wakes_nobody(log, redis, keys):
    write(log, "g", ready(0))
    with closing(redis.pubsub()) as pubsub:
        pubsub.subscribe(keys.wake)
        assert log.append("g", ready(0), 0, first_link("g"), IdempotencyKey("player:0", DIGEST)).known
        with pytest.raises(Conflict):
            log.append("g", ready(0), 0, first_link("g"), IdempotencyKey("player:new", DIGEST))
        assert heard(pubsub, redis, keys) == []
    assert pointers(redis, keys) == [("g", 1)]


def test_the_keys_of_a_game_share_the_hash_tag_of_their_partitions_feed():
    keys = Keys("wonder:", 16)
    for game in (token_hex(4) for _ in range(100)):
        partition = keys.partition(game)
        own = [keys.stream(game), keys.idempotency(game), keys.snapshot(game), keys.seed(game)]
        shared = [keys.feed(partition), keys.due(partition), keys.waiting(partition)]
        assert {tag(key) for key in (*own, *shared)} == {f"{{p{partition}}}"}
        assert len(set(own)) == 4
        assert all(key.startswith("wonder:") for key in own)


def test_games_fall_into_all_partitions_always_the_same():
    keys = Keys(count=8)
    assert {keys.partition(f"game-{number}") for number in range(200)} == set(range(8))
    assert [keys.partition(game) for game in ("aaaaaaaa", "4ryxr4qb", "zzzz9999")] == [6, 3, 3]


def test_an_append_writes_keys_of_one_hash_tag_only(log, redis, keys):
    write(log, "g", ready(0))
    assert {tag(key.decode()) for key in redis.scan_iter(f"{keys.prefix}*")} == {f"{{p{keys.partition('g')}}}"}


# Partitions


def settled(redis, keys, wanted=None):
    """How many partitions a process that starts now finds."""
    own = Keys(keys.prefix, wanted or NEW_STORE_PARTITIONS)
    settle_partitions(redis, own, wanted)
    return own.count


def test_a_new_store_has_64_partitions_unless_another_number_is_wanted(redis, keys):
    assert settled(redis, Keys(f"{keys.prefix}one:")) == 64
    assert settled(redis, Keys(f"{keys.prefix}two:"), 5) == 5


def test_the_first_number_of_partitions_is_kept_and_another_one_refused(redis, keys):
    assert settled(redis, keys, 16) == 16
    assert settled(redis, keys, 16) == 16
    with pytest.raises(PartitionsChanged, match="PARTITIONS is 8, but the server's games are laid out for 16"):
        settled(redis, keys, 8)
    assert settled(redis, keys, 16) == 16


def test_a_process_without_a_number_of_its_own_takes_that_of_the_store(redis, keys):
    assert settled(redis, keys, 8) == 8
    assert settled(redis, keys) == 8


def test_processes_that_start_together_go_on_if_they_agree_with_the_first(redis, keys):
    def taken(count):
        try:
            return settled(redis, keys, count)
        except PartitionsChanged:
            return None

    with ThreadPoolExecutor(8) as pool:
        outcomes = set(pool.map(taken, [4, 8] * 8))
    assert outcomes in ({4, None}, {8, None})


# Failures


def test_an_append_whose_reply_was_lost_is_repeated_and_stands_once(own_server):
    keys = Keys(f"{token_hex(4)}:")
    with wired(own_server.url) as wire, connect(wire.url) as client, Redis.from_url(own_server.url) as direct:
        log = RedisLog(client, keys)
        first = write(log, "g", ready(0))
        wire.lose = 1
        second = log.append("g", ready(1, 2), 1, first.entries[-1].hash, IdempotencyKey("player-1:key", DIGEST))
        assert wire.lose == 0
        assert (second.first, second.last, second.known) == (2, 3, True)
        assert [entry.seat for entry in log.read("g")] == [0, 1, 2]
        assert pointers(direct, keys) == [("g", 1), ("g", 3)]


def test_a_tail_takes_one_round_trip(own_server):
    with wired(own_server.url) as wire, connect(wire.url) as client:
        log = RedisLog(client, Keys(f"{token_hex(4)}:"))
        write(log, "g", ready(0))
        wire.sent.clear()
        entries, known = log.tail("g", 0, b"", "player:0")
        assert (len(wire.sent), len(entries), known is not None) == (1, 1, True)


def test_a_server_that_forgot_the_script_is_given_it_again(own_server):
    with Redis.from_url(own_server.url) as client:
        log = RedisLog(client, Keys(f"{token_hex(4)}:"))
        write(log, "g", ready(0))
        client.script_flush()
        write(log, "g", ready(1))
        assert [entry.seat for entry in log.read("g")] == [0, 1]


def test_an_append_to_a_server_without_memory_adds_nothing(own_server):
    with Redis.from_url(own_server.url) as client:
        keys = Keys(f"{token_hex(4)}:")
        log = RedisLog(client, keys)
        last = write(log, "g", ready(0))
        client.config_set("maxmemory", 1)
        try:
            with pytest.raises(ResponseError, match="maxmemory"):
                log.append("g", ready(1, 2), 1, last.entries[-1].hash, IdempotencyKey("player:1", DIGEST))
        finally:
            client.config_set("maxmemory", 0)
        assert log.tail("g", 0, b"", "player:1") == ([*last.entries], None)
        assert pointers(client, keys) == [("g", 1)]
        assert write(log, "g", ready(1, 2)).last == 3
