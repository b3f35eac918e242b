"""The processes that play a tournament's games, and how they end: with the command, however that ends."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.forkserver import ensure_running
from threading import Event, Thread


@contextmanager
def stop_asked() -> Iterator[Callable[[], bool]]:
    """Whether SIGINT or SIGTERM came; meanwhile they do nothing else, however often they come."""
    asked = Event()
    handlers = {each: signal.signal(each, lambda *_: asked.set()) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


@contextmanager
def helpers(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes; in the end they are gone, and what they were still at is lost."""
    others = active_children()
    _start_the_forkserver()
    pool = ProcessPoolExecutor(count, mp_context=get_context("forkserver"), initializer=_end_with_parent)
    try:
        yield pool
    finally:
        for process in active_children():
            if process not in others:
                process.kill()
        pool.shutdown()


def _start_the_forkserver() -> None:
    """It and all its children ignore SIGINT from their first moment: a terminal sends it to them too."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ensure_running()
    finally:
        signal.signal(signal.SIGINT, handler)


def _end_with_parent() -> None:
    """End this process when its parent is gone: nobody else would tell it."""

    def watch() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
