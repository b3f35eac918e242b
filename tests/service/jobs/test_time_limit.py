"""Time limits for code that may not end by itself."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from service.jobs.time_limit import NotInterruptible, TimeLimitExceeded, cpu_limit, time_limit


def compute_for(seconds: float) -> None:
    """Use this many seconds of processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_time_limit_interrupts_its_block():
    with pytest.raises(TimeLimitExceeded), time_limit(0.05):
        compute_for(5)


def test_a_shorter_limit_around_it_goes_first():
    with pytest.raises(TimeLimitExceeded), time_limit(0.05), time_limit(5):
        compute_for(5)


def test_a_longer_limit_around_it_runs_on():
    before, _ = signal.getitimer(signal.ITIMER_REAL)  # pytest's own, for the whole test
    with time_limit(0.2):
        with pytest.raises(TimeLimitExceeded), time_limit(0.05):
            compute_for(5)
        with pytest.raises(TimeLimitExceeded):
            compute_for(5)
    after, _ = signal.getitimer(signal.ITIMER_REAL)
    assert before - 5 < after <= before


@pytest.mark.slow
def test_a_limit_of_processor_time_interrupts_a_block_that_computes_and_not_one_that_waits():
    with cpu_limit(0.05):
        time.sleep(0.2)
    with pytest.raises(TimeLimitExceeded), cpu_limit(0.05):
        compute_for(5)


class SlowToDelete:
    def __del__(self) -> None:
        compute_for(0.5)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [time_limit, cpu_limit])
def test_a_limit_that_ends_inside_a_del_interrupts_the_block_after_it(limit: Callable[[float], Any]):
    def block() -> None:
        SlowToDelete()
        compute_for(5)

    with pytest.raises(TimeLimitExceeded), limit(0.05):
        block()


@pytest.mark.parametrize(
    ("limit", "number", "timer"),
    [(time_limit, signal.SIGALRM, signal.ITIMER_REAL), (cpu_limit, signal.SIGVTALRM, signal.ITIMER_VIRTUAL)],
)
@pytest.mark.parametrize("place", ["__exit__", "signal"])
def test_a_signal_that_is_repeated_while_the_block_ends_leaves_nothing_behind(
    limit: Callable[[float], Any], number: signal.Signals, timer: int, place: str
):
    """On a busy machine a process may stand still for longer than between two signals."""

    def repeat(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == place:
            sys.setprofile(None)
            handler = signal.getsignal(number)
            assert callable(handler)
            handler(number, frame)  # as Python calls it when the signal arrives there

    def block() -> None:
        sys.setprofile(repeat)
        signal.raise_signal(number)

    (before, _), handler_before = signal.getitimer(timer), signal.getsignal(number)
    with pytest.raises(TimeLimitExceeded) as caught, limit(20):
        block()
    after, _ = signal.getitimer(timer)
    assert before - 15 < after <= before
    assert signal.getsignal(number) in (handler_before, signal.SIG_IGN)
    assert caught.value.__traceback__, "it is kept, as the log of a job keeps it, and with it what the block has left"


def test_only_the_main_thread_has_a_limit_of_processor_time():
    raised: list[Exception] = []

    def run() -> None:
        try:
            with cpu_limit(1):
                pass
        except NotInterruptible as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(raised) == 1
