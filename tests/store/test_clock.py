"""The store's clock: what a process makes of the store's answers, and of its own monotonic clock."""

import threading
import time

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Gone

from store.clock import (
    BLURRED_SECONDS,
    DRIFT,
    LOOK_SECONDS,
    RETRY_SECONDS,
    STEP_BACK_SECONDS,
    Lead,
    StoreClock,
    combined,
    lead_of,
    read_time,
    store_clock,
)
from store.server import connect


class Surroundings:
    """A store whose clock says `lead` more than the monotonic one. Its answer takes `takes` seconds."""

    def __init__(self, lead: float = 1_000.0, takes: float = 0.002) -> None:
        self.monotonic, self.lead, self.takes = 50.0, lead, takes
        self.asked, self.error = 0, False
        self.clock = StoreClock(self._ask, lambda: self.monotonic)

    @property
    def store_seconds(self) -> float:
        return self.monotonic + self.lead

    def _ask(self) -> float:
        self.asked += 1
        if self.error:
            raise Gone("no store")
        self.monotonic += self.takes / 2
        told = self.store_seconds
        self.monotonic += self.takes / 2
        return told


def test_the_store_is_asked_once_and_its_time_goes_on_by_the_monotonic_clock():
    around = Surroundings()
    for _ in range(9):
        assert around.clock() == pytest.approx(around.store_seconds)
        around.monotonic += 1
    assert around.asked == 1


def test_the_store_is_asked_again_after_a_while_and_its_drift_is_followed():
    around = Surroundings()
    around.clock()
    for _ in range(100):
        around.monotonic += LOOK_SECONDS
        around.lead += LOOK_SECONDS * DRIFT / 2
        assert abs(around.clock() - around.store_seconds) < LOOK_SECONDS * DRIFT
    assert around.asked == 101


def test_an_answer_that_took_long_says_little_so_the_store_is_asked_again_soon():
    around = Surroundings(takes=1.0)
    assert abs(around.clock() - around.store_seconds) <= 0.5
    around.takes = BLURRED_SECONDS / 2
    around.monotonic += RETRY_SECONDS
    assert abs(around.clock() - around.store_seconds) < BLURRED_SECONDS / 2
    around.monotonic += RETRY_SECONDS
    around.clock()
    assert around.asked == 2


def test_a_late_answer_does_not_spoil_what_is_known_well():
    sharp = lead_of(0.0, 1_000.0, 0.001)
    late = combined(sharp, lead_of(10.0, 1_010.0, 11.0))
    assert late.high - late.low <= 0.001 + 2 * 11 * DRIFT
    assert late.low <= 1_000.0 <= late.high


def test_two_answers_that_both_hold_leave_what_they_have_in_common():
    assert combined(Lead(1.0, 3.0, 5.0), Lead(2.0, 4.0, 5.0)) == Lead(2.0, 3.0, 5.0)


def test_another_store_counts_at_once():
    around = Surroundings()
    around.clock()
    around.lead += 3_600
    around.monotonic += LOOK_SECONDS
    assert around.clock() == pytest.approx(around.store_seconds)
    around.lead -= 7_200
    around.monotonic += LOOK_SECONDS
    assert around.clock() == pytest.approx(around.store_seconds)


def test_the_time_of_a_process_stands_still_rather_than_go_back_a_little():
    """An append after a look at the clock must not be earlier than that: `time_expired` would be too early."""
    around = Surroundings()
    around.monotonic += LOOK_SECONDS
    before = around.clock()
    around.lead -= STEP_BACK_SECONDS / 2 + LOOK_SECONDS
    around.monotonic += LOOK_SECONDS
    assert around.clock() == before
    around.monotonic += STEP_BACK_SECONDS / 2 + 1
    assert around.clock() == pytest.approx(around.store_seconds)


def test_while_the_store_is_in_trouble_the_time_goes_on():
    around = Surroundings()
    around.clock()
    around.error = True
    for _ in range(5):
        around.monotonic += 20 * RETRY_SECONDS
        assert around.clock() == pytest.approx(around.store_seconds)
        assert around.clock() == pytest.approx(around.store_seconds)
    assert around.asked == 6, "not each time"


def test_without_any_answer_there_is_no_time():
    around = Surroundings()
    around.error = True
    with pytest.raises(Gone):
        around.clock()
    around.error = False
    assert around.clock() == pytest.approx(around.store_seconds)


def test_who_asks_while_another_thread_waits_for_the_store_does_not_wait():
    answer, asked = threading.Event(), threading.Event()
    moments = iter([0.0, 0.0, 0.0, *[LOOK_SECONDS * 2] * 20])

    def ask() -> float:
        if clock._lead:
            asked.set()
            assert answer.wait(60)
        return 1_000.0

    clock = StoreClock(ask, lambda: next(moments))
    clock()
    waiting = threading.Thread(target=clock)
    waiting.start()
    assert asked.wait(60)
    assert clock() == 1_000 + LOOK_SECONDS * 2
    answer.set()
    waiting.join()


def test_the_time_of_a_server_is_that_of_its_machine(redis_url: str):
    with connect(redis_url) as redis:
        for clock in (lambda: read_time(redis), store_clock(redis)):
            began = time.time()
            assert began - 1 < clock() < time.time() + 1


def test_no_store_is_asked_before_somebody_wants_the_time():
    store_clock(Redis(host="nowhere.invalid"))
