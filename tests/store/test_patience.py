"""How long a thread may wait for the store."""

from threading import Thread
from time import sleep

import pytest

from store.patience import StoreDeadline, store_deadline
from store.server import connect


def wait(waits: StoreDeadline, seconds: float) -> None:
    began = waits.begin()
    sleep(seconds)
    waits.end(began)


@pytest.mark.parametrize(("limit", "inside", "after"), [(None, 0.2, None), (1.0, 0.2, 1.0), (0.1, 0.1, 0.1)])
def test_a_part_of_a_request_gets_a_part_of_its_time(limit: float | None, inside: float, after: float | None):
    waits = StoreDeadline()
    waits.limit_to(limit)
    with waits.at_most(0.2):
        assert waits.left == pytest.approx(inside)
    assert waits.left == after


def test_what_the_part_waits_is_taken_from_the_time_of_the_request():
    waits = StoreDeadline()
    waits.limit_to(1.0)
    with waits.at_most(0.2):
        wait(waits, 0.15)
    assert waits.left is not None
    assert waits.left < 0.95


def test_a_connection_that_another_thread_gives_back_is_waited_for_no_longer(redis_url: str):
    pool = connect(redis_url, seconds=1.0).connection_pool
    connection = pool.get_connection()
    assert store_deadline().since is not None
    other = Thread(target=pool.release, args=(connection,))
    other.start()
    other.join()
    assert store_deadline().since is None
    pool.disconnect()


def test_a_connection_that_is_kept_hides_no_later_wait():
    waits = StoreDeadline()
    kept = waits.begin()
    wait(waits, 0.1)
    assert waits.since is None
    assert waits.spent > 0
    before = waits.spent
    waits.end(kept)
    assert waits.spent == before


@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_wait_for_something_else_counts_for_no_limit_and_leaves_all_as_it_was(is_waiting: bool):
    waits = StoreDeadline()
    waits.limit_to(1.0)
    wait(waits, 0.06)
    before, spent = waits.begin() if is_waiting else None, waits.spent
    with waits.not_counted():
        assert waits.since is not None
        wait(waits, 0.06)
        assert waits.spent > spent
    assert (waits.since, waits.spent) == (before, spent)
