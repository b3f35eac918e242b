"""Threads that play games, and a search for each of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple

from bots.master.nets import Nets
from training.arrays.orders import Search, make_search
from training.arrays.position import Ints


class Searches(NamedTuple):
    """Searches that no thread uses wait in `idle`."""

    pool: ThreadPoolExecutor
    idle: SimpleQueue[Search]

    def share(self, jobs: int, do: Callable[[Search, int], object]) -> None:
        """Do all jobs, numbered from 0. A thread that is done takes the next one."""

        def do_one(job: int) -> None:
            search = self.idle.get()
            do(search, job)
            self.idle.put(search)

        for _ in self.pool.map(do_one, range(jobs)):
            pass


def make_searches(nets: Nets, threads: int, least: Ints, rivals: int = 0) -> Searches:
    """As many searches as threads, which read the nets as they are at each move. The rest is as in make_search."""
    idle: SimpleQueue[Search] = SimpleQueue()
    for _ in range(threads):
        idle.put(make_search(nets, least, rivals))
    return Searches(ThreadPoolExecutor(threads), idle)
