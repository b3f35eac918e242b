"""Stop signals, for a command that must keep what it has."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def catch_stop_signals() -> Iterator[Callable[[], bool]]:
    """A function that tells whether SIGINT or SIGTERM came. Inside the block the signals do nothing else."""
    stop = Event()
    handlers = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop.is_set
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
