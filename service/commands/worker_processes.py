"""The processes of a command that computes for long. None of them outlives the command, however it ends."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.forkserver import ensure_running
from threading import Event, Thread
from typing import TypeVar

from service.settings import StartError

STOP_CHECK_SECONDS = 0.2
"""How often a command checks for a stop signal."""
Task = TypeVar("Task")
Result = TypeVar("Result")


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


@contextmanager
def worker_processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of `count` processes. Leaving the block kills them; unfinished tasks are lost."""
    earlier_children = active_children()
    _start_forkserver()
    pool = ProcessPoolExecutor(count, mp_context=get_context("forkserver"), initializer=_exit_with_parent)
    try:
        yield pool
    finally:
        for process in active_children():
            if process not in earlier_children:
                process.kill()
        pool.shutdown()


def results(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    pool: ProcessPoolExecutor,
    max_submitted: int,
    stop_requested: Callable[[], bool],
) -> Iterator[Result]:
    """What the function gives for each task, as they finish, with at most `max_submitted` in the pool.

    Raises StartError if a process was killed, KeyboardInterrupt once a stop is requested.
    """
    remaining = iter(tasks)
    submitted: set[Future[Result]] = set()
    try:
        while True:
            for task in islice(remaining, max_submitted - len(submitted)):
                submitted.add(pool.submit(function, task))
            if not submitted:
                return
            finished, submitted = wait(submitted, STOP_CHECK_SECONDS, FIRST_COMPLETED)
            # Failures come last, so that the results of the other finished tasks are not lost.
            for future in sorted(finished, key=lambda future: future.exception() is not None):
                yield future.result()
            if stop_requested():
                raise KeyboardInterrupt
    except BrokenProcessPool:
        if stop_requested():  # the worker processes got the signal too
            raise KeyboardInterrupt from None
        text = "a worker process was killed, perhaps for lack of memory; run the same command again to resume"
        raise StartError(text) from None


def _start_forkserver() -> None:
    """Start it with SIGINT ignored, which its children inherit: Ctrl-C in a terminal sends SIGINT to them too."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ensure_running()
    finally:
        signal.signal(signal.SIGINT, handler)


def _exit_with_parent() -> None:
    """Make this process exit when its parent ends. The forkserver would let it wait forever."""

    def wait_for_parent() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait_for_parent, daemon=True).start()
