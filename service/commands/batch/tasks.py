"""Hands tasks to an engine, a bounded number at a time, and gives their results, until somebody stops the command."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import takewhile
from threading import Event
from typing import TypeVar

from service.commands.batch.engine import Engine
from service.settings import StartError

STOP_CHECK_SECONDS = 0.2
"""How often a command checks for a stop signal."""
MAX_SUBMITTED_BYTES = 256 << 20
"""No further task is submitted while the submitted ones together are larger."""
Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")


def some_at_a_time(
    items: Iterable[Item], most: int, size: Callable[[Item], int] = lambda item: 0, max_bytes: int = 32 << 20
) -> Iterator[list[Item]]:
    """The items in their order, `most` together; fewer at the end, and where these are larger than `max_bytes`."""
    some, total = list[Item](), 0
    for item in items:
        some.append(item)
        total += size(item)
        if len(some) == most or total > max_bytes:
            yield some
            some, total = [], 0
    if some:
        yield some


def results(
    function: Callable[[Sequence[Item]], Result],
    tasks: Iterable[Sequence[Item]],
    engine: Engine,
    stop_requested: Callable[[], bool],
    *,
    size: Callable[[Item], int] = lambda item: 0,
    in_order: bool = False,
) -> Iterator[Result]:
    """What the function gives for each task, as they finish, or in the order of the tasks.

    `size`: the bytes of an item of a task, which bound how many tasks are submitted. Raises StartError if a process
    was killed or the engine was lost, KeyboardInterrupt once a stop is requested.
    """
    remaining, exhausted = iter(tasks), False
    submitted: dict[Future[Result], int] = {}
    try:
        while True:
            most = engine.max_submitted()
            while not exhausted and len(submitted) < most and sum(submitted.values()) < MAX_SUBMITTED_BYTES:
                task = next(remaining, None)
                if task is None:
                    exhausted = True
                else:
                    submitted[engine.executor.submit(function, task)] = sum(map(size, task))
            if not submitted:
                return
            awaited = [next(iter(submitted))] if in_order else [*submitted]
            finished = wait(awaited, STOP_CHECK_SECONDS, FIRST_COMPLETED).done
            if in_order:
                ready = [*takewhile(Future.done, submitted)]
            else:  # failures come last, so that the results of the other finished tasks are not lost
                ready = sorted(finished, key=_has_failed)
            for future in ready:
                del submitted[future]
                yield future.result()
            if stop_requested():
                raise KeyboardInterrupt
            if not finished:
                engine.watch()
    except BrokenProcessPool:
        if stop_requested():  # the worker processes got the signal too
            raise KeyboardInterrupt from None
        text = "a worker process was killed, perhaps for lack of memory; run the same command again to resume"
        raise StartError(text) from None
    except CancelledError:
        raise StartError("the scheduler was lost; run the same command again to resume") from None


def _has_failed(future: "Future[Result]") -> bool:
    return future.cancelled() or future.exception() is not None


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
