"""A limit of time for code that may not end by itself."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


class TooSlow(Exception):
    """The limit is over."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the block after so many seconds. Only the main thread can be interrupted; others are not.

    The timer is shared with whoever else uses it (RQ limits jobs with it): theirs goes on afterwards, and first if
    it is shorter.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left <= seconds:
        yield
        return
    before, begun = signal.signal(signal.SIGALRM, _raise), time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - begun), 0.001))


def _raise(signum: int, frame: FrameType | None) -> NoReturn:
    raise TooSlow
