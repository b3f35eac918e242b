"""The processes of a command that computes for long. None of them outlives the command, however it ends."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.forkserver import ensure_running
from threading import Thread


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
