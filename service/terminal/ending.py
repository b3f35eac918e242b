"""The end of a program that has changed its terminal: hidden the cursor, or taken the whole screen."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Inside the block SIGTERM and SIGHUP end the program as an error does, which leaves the terminal as it was.

    A signal that is ignored, as under nohup, stays so. Call this from the main thread.
    """
    numbers = [number for number in ENDING if signal.getsignal(number) != signal.SIG_IGN]
    previous = {number: signal.signal(number, lambda number, _: sys.exit(128 + number)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
