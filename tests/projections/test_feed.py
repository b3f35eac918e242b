"""The feed: every append has a pointer, one consumer gets it, and another one gets it when the first one dies."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from projections.feed import GROUP
from tests.events.stories import ready, write


def pointers(found):
    """All pointers of a reading, sorted."""
    return sorted(pointer for pointers in found.values() for pointer in pointers)


def pending(parts):
    """How many pointers were taken and not acknowledged."""
    return sum(parts.redis.xpending(parts.keys.feed(p), GROUP)["pending"] for p in range(parts.keys.count))


def kept(parts):
    """How many pointers the server holds."""
    return sum(parts.redis.xlen(parts.keys.feed(p)) for p in range(parts.keys.count))


def point(parts, count):
    """So many pointers to one game, as appends write them."""
    name = parts.keys.feed(parts.keys.partition("a"))
    with parts.redis.pipeline(transaction=False) as pipe:
        for version in range(1, count + 1):
            pipe.xadd(name, {"game": "a", "version": version})
        pipe.publish(parts.keys.wake, f"a {count}")
        pipe.execute()


def test_every_append_is_pointed_to_by_its_game(log, feed):
    one = feed()
    write(log, "a", ready(0), ready(1, 2))
    write(log, "b", ready(0))
    found = one.wait(1)
    assert {game: len(found[game]) for game in found} == {"a": 2, "b": 1}


def test_games_of_all_partitions_have_pointers(log, feed, parts):
    one_a_partition = {parts.keys.partition(game): game for game in (f"game-{number}" for number in range(1000))}
    assert len(one_a_partition) == parts.keys.count
    games = {*one_a_partition.values()}
    one = feed()
    for game in games:
        write(log, game, ready(0))
    assert set(one.wait(1)) == games


def test_appends_before_the_first_consumer_are_delivered(log, feed):
    write(log, "a", ready(0))
    assert set(feed().wait(1)) == {"a"}


def test_a_pointer_is_delivered_once(log, feed):
    one = feed()
    write(log, "a", ready(0))
    assert one.wait(1)
    assert one.wait(1) == {}


def test_waiting_ends_with_the_first_append(log, feed):
    one = feed()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(one.wait, 20_000)
        write(log, "a", ready(0))
        assert set(waiting.result(timeout=60)) == {"a"}


def test_a_client_of_the_older_protocol_gets_the_same_pointers(log, feed):
    write(log, "a", ready(0), ready(1))
    old = feed("old", "?protocol=2")
    found = old.wait(1)
    assert {game: len(found[game]) for game in found} == {"a": 2}
    assert old.wait(1) == {}
    assert pointers(old.reclaim(0)) == pointers(found)
    old.acknowledge(found["a"])
    old.trim()
    assert old.reclaim(0) == {}


def test_two_consumers_share_the_pointers(log, feed):
    one, two = feed("one"), feed("two")
    write(log, "a", ready(0))
    first = one.wait(1)
    write(log, "a", ready(1))
    second = two.wait(1)
    assert len(pointers(first)) == len(pointers(second)) == 1
    assert pointers(first) != pointers(second)
    assert one.wait(1) == two.wait(1) == {}


def test_many_consumers_at_once_get_each_pointer_once(log, feed):
    consumers = [feed(f"consumer {number}") for number in range(4)]
    for number in range(150):
        write(log, f"game-{number % 30}", ready(0), ready(1))

    def take(consumer):
        taken = []
        while found := consumer.wait(50):
            taken += pointers(found)
            consumer.acknowledge(pointers(found))
        return taken

    with ThreadPoolExecutor(4) as pool:
        taken = [pointer for pointers in pool.map(take, consumers) for pointer in pointers]
    assert len(taken) == len(set(taken)) == 300


# Acknowledging and reclaiming


def test_pointers_of_a_dead_consumer_are_reclaimed(log, feed):
    write(log, "a", ready(0), ready(1))
    write(log, "b", ready(0))
    found = feed("dead").wait(1)
    alive = feed("alive")
    assert alive.wait(1) == {}
    assert pointers(alive.reclaim(0)) == pointers(found)


def test_pointers_that_were_just_taken_are_not_reclaimed(log, feed):
    write(log, "a", ready(0))
    assert feed("busy").wait(1)
    assert feed("other").reclaim(60_000) == {}


def test_acknowledged_pointers_are_not_reclaimed(log, feed, parts):
    one = feed()
    write(log, "a", ready(0))
    write(log, "b", ready(0))
    found = one.wait(1)
    one.acknowledge(found["a"])
    assert set(one.reclaim(0)) == {"b"}
    one.acknowledge(found["b"])
    assert pending(parts) == 0


def test_all_of_very_many_pointers_are_reclaimed(feed, parts):
    point(parts, 2500)
    dead = feed("dead")
    while dead.wait(1):
        pass
    assert len(feed("alive").reclaim(0)["a"]) == 2500


# Trimming


def all_taken(consumer):
    """All pointers that can be read now, oldest first; they must be of one game."""
    taken = []
    while found := consumer.wait(1):
        taken += found["a"]
    return taken


def test_acknowledged_pointers_are_dropped_in_time(feed, parts):
    one = feed()
    point(parts, 3000)
    one.acknowledge(all_taken(one))
    one.trim()
    assert kept(parts) <= 1000  # the server drops whole nodes, of at most so many


@pytest.mark.slow
@pytest.mark.parametrize("left", [0, 1, 1500, 2999])
def test_a_pointer_that_is_not_acknowledged_is_never_dropped(feed, parts, left):
    one = feed()
    point(parts, 3000)
    taken = all_taken(one)
    one.acknowledge([pointer for at, pointer in enumerate(taken) if at != left])
    one.trim()
    assert feed("another").reclaim(0) == {"a": [taken[left]]}


def test_a_pointer_that_nobody_took_is_never_dropped(feed, parts):
    one = feed()
    point(parts, 10)
    one.acknowledge(all_taken(one))
    point(parts, 2500)
    one.trim()
    assert len(all_taken(one)) == 2500


def test_trimming_an_empty_feed_is_harmless(log, feed, parts):
    one = feed()
    one.trim()
    write(log, "a", ready(0))
    one.trim()
    assert set(one.wait(1)) == {"a"}


def test_a_consumer_that_still_has_pointers_or_was_here_just_now_stays_known(log, feed, parts):
    write(log, "a", ready(0))
    busy, idle = feed("busy"), feed("idle")
    busy.wait(1)
    name = parts.keys.feed(parts.keys.partition("a"))
    parts.redis.xgroup_createconsumer(name, GROUP, "idle")  # some servers make one only with its first pointer
    idle.trim()
    names = {consumer["name"] for consumer in parts.redis.xinfo_consumers(name, GROUP)}
    assert names == {b"busy", b"idle"}


def test_a_group_that_the_server_lost_is_made_again(log, feed, parts):
    one = feed()
    write(log, "a", ready(0))
    for partition in range(parts.keys.count):
        parts.redis.delete(parts.keys.feed(partition))
    one.join()
    write(log, "b", ready(0))
    assert set(one.wait(1)) == {"b"}
    one.join()
    assert one.wait(1) == {}
