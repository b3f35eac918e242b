"""Turns: several writers of one game, in one process or in several."""

from threading import Thread
from time import monotonic

import pytest

from events import IdempotencyKey, Queued, RedisLog, TookTooLong
from events.writer_queue import Writers
from tests.end_to_end.running import await_true
from tests.events.stories import DIGEST, ready, write

PATIENCE = 60


@pytest.fixture
def log(redis, keys):
    return RedisLog(redis, keys)


@pytest.fixture
def other(redis, keys):
    """The log as another process has it."""
    return RedisLog(redis, keys)


def soon():
    return monotonic() + PATIENCE


def append(log, after, writer=""):
    head = log.heads(["g"])["g"]
    return log.append("g", ready(0), after, head, IdempotencyKey(f"player:{after}", DIGEST), writer)


def test_nobody_else_appends_while_a_writer_has_the_turn(log, other):
    write(log, "g", ready(0))
    with log.turn("g", soon()) as writer:
        with pytest.raises(Queued):
            append(other, 1)
        assert append(log, 1, writer).last == 2


def test_the_turn_ends_with_the_append(log, other, redis, keys):
    write(log, "g", ready(0))
    with log.turn("g", soon()) as writer:
        append(log, 1, writer)
        assert append(other, 2).last == 3
    assert not redis.exists(keys.turns("g"))


def test_a_turn_without_an_append_ends_when_the_writer_leaves(log, other, redis, keys):
    write(log, "g", ready(0))
    with log.turn("g", soon()) as writer:
        log.leave_turn("g", writer)
    assert append(other, 1).last == 2
    with pytest.raises(RuntimeError), log.turn("g", soon()):
        raise RuntimeError
    assert append(other, 2).last == 3
    assert not redis.exists(keys.turns("g"))


def test_writers_have_their_turn_in_the_order_in_which_they_asked(log, redis, keys):
    write(log, "g", ready(0))
    served, threads = [], []

    def wait_and_append(number):
        with log.turn("g", soon()) as writer:
            served.append(number)
            append(log, number + 1, writer)

    with log.turn("g", soon()) as writer:
        for number in range(3):
            threads.append(Thread(target=wait_and_append, args=(number,)))
            threads[-1].start()
            await_true(lambda number=number: (redis.get(keys.turns("g")) or b"").count(b'["') == number + 2)
        log.leave_turn("g", writer)
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2]


def test_a_writer_who_died_keeps_nobody_from_the_game_for_long(log, other, redis, keys):
    write(log, "g", ready(0))
    log._turn(keys=[keys.turns("g")], args=["dead", 250])  # it never asks again
    with pytest.raises(Queued):
        append(other, 1)
    with other.turn("g", soon()) as writer:
        assert append(other, 1, writer).last == 2
    await_true(lambda: not redis.exists(keys.turns("g")))


def test_a_writer_who_waits_too_long_gives_up_its_place(log, other, redis, keys):
    with log.turn("g", soon()) as writer:
        with pytest.raises(TookTooLong), other.turn("g", monotonic()):
            raise AssertionError("it is not its turn")
        assert redis.get(keys.turns("g")).count(writer.encode()) == 1
        log.leave_turn("g", writer)
    assert not redis.exists(keys.turns("g"))


def test_the_writers_of_a_process_follow_each_other_in_their_order():
    writers, served, threads = Writers(), [], []

    def act(number):
        with writers.alone("g", PATIENCE):
            served.append(number)

    with writers.alone("g", PATIENCE) as had_to_wait:
        assert not had_to_wait
        for number in range(5):
            threads.append(Thread(target=act, args=(number,)))
            threads[-1].start()
            await_true(lambda number=number: len(writers._waiting["g"]) == number + 2)
        with writers.alone("another game", 0):
            assert served == []
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2, 3, 4]
    assert not writers._waiting


def test_a_writer_of_a_process_gives_up_after_its_time():
    writers = Writers()
    with writers.alone("g", PATIENCE):
        with pytest.raises(TookTooLong), writers.alone("g", 0.01):
            raise AssertionError("it is not alone")
        assert len(writers._waiting["g"]) == 1
    assert not writers._waiting
