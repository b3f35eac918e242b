"""The engine: where tasks run, and how much it is given. Two engines of this machine."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, NamedTuple

from service.commands.batch.processes import worker_processes


class Engine(NamedTuple):
    """`executor`: takes functions and tasks that can be pickled.

    `max_submitted`: the most tasks that it gets at once; it may change. `remote`: tasks run on other machines, perhaps,
    which have neither the files nor the settings of this one. `watch`: raises StartError if no task can go on.
    `everywhere`: calls a function once on each remote worker and raises its StartError with the name of the worker.
    """

    executor: Executor
    max_submitted: Callable[[], int]
    remote: bool = False
    watch: Callable[[], None] = lambda: None
    everywhere: Callable[[Callable[[], None]], None] = lambda function: None


class _AtOnce(Executor):
    """Runs each task in this process, when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def in_this_process() -> Engine:
    """For little work: other processes take two seconds to start."""
    return Engine(_AtOnce(), lambda: 1)


@contextmanager
def local_processes(count: int) -> Iterator[Engine]:
    """`count` processes on this machine, which end with the block."""
    with worker_processes(count) as pool:
        yield Engine(pool, lambda: 2 * count)
