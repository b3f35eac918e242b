"""Stop signals, for a command that must keep what it has."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def catch_stop_signals() -> Iterator[Callable[[], bool]]:
    """A function that tells whether SIGINT, SIGTERM or SIGHUP came. Inside the block the signals do nothing else.

    SIGHUP stays ignored under nohup.
    """
    stop = Event()
    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    handlers = {number: signal.signal(number, lambda *_: stop.set()) for number in numbers}
    try:
        yield stop.is_set
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
