"""A time limit for code that may not end by itself.

RQ's own limit of a job sets the alarm anew and cannot be nested; this one can stand inside it.
"""

import inspect
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

REPEAT_SECONDS = 0.05
"""Between the signals after the first: Python drops an exception that a signal raises inside a `__del__`."""


class TimeLimitExceeded(BaseException):
    """The time is over. No Exception: a block that takes any error for a fault of its input must not take this one."""


class NotInterruptible(Exception):
    """Only the main thread of a process can be interrupted."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitExceeded in the block after `seconds`; there is no limit outside the main thread.

    The timer is shared with other code, such as RQ's job timeout: a shorter timer that runs already goes first, a
    longer one runs on afterwards.
    """
    left, repeat = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left <= seconds:
        yield
        return
    try:
        before = signal.signal(signal.SIGALRM, _raise)
    except ValueError:  # not the main thread
        yield
        return
    began = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # also when the signal arrives just before the timer stops
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), 0.001), repeat)


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitExceeded in the block after `seconds` of this process's CPU time.

    For blocks that compute and never wait, also in a greenlet of the main thread. Raises NotInterruptible elsewhere.
    """
    try:
        signal.signal(signal.SIGVTALRM, _raise)
    except ValueError:
        raise NotInterruptible from None
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, REPEAT_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:  # also when the signal arrives just before the timer stops
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)  # the default action would end the process


def cpu_limit_of_main_thread(seconds: float) -> AbstractContextManager[None]:
    """`cpu_limit` in the main thread; no limit in others, as with `time_limit`."""
    return cpu_limit(seconds) if threading.current_thread() is threading.main_thread() else nullcontext()


_ENDS = {inspect.unwrap(limit).__code__ for limit in (time_limit, cpu_limit)}
"""The code that sets a timer, and puts the former one back."""
_EXIT = type(time_limit(0)).__exit__.__code__
"""The code of contextlib that leads to the end of a block."""


def _raise(signum: int, frame: FrameType | None) -> None:
    """Raise TimeLimitExceeded, but not at the end of a block: a repeated signal would leave the timer behind there."""
    ends = frame is not None and frame.f_code is _EXIT
    while frame and not ends:
        ends, frame = frame.f_code in _ENDS, frame.f_back
    if not ends:
        raise TimeLimitExceeded
