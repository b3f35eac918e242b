"""What takes long in a web process lets other requests go on again and again."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import sleep
from weakref import WeakValueDictionary

SLICE = 10
"""Games, items or frames, after which other requests go on: about a millisecond of CPU."""
EVENTS_SLICE = 100
"""The same for events."""


def yield_every(count: int, every: int = SLICE) -> None:
    """Let other requests go on each time `count` has gone up by `every`."""
    if count % every == 0:
        sleep(0)


class _Holder:
    """The lock of a name, for as long as somebody needs it."""

    def __init__(self) -> None:
        self.lock = Lock()


_holders: WeakValueDictionary[str, _Holder] = WeakValueDictionary()


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Of all blocks of a name, such as an account, one goes on at a time in this process.

    Requests that one event wakes together then let others go between them.
    """
    holder = _holders.setdefault(name, _Holder())
    with holder.lock:
        yield
