"""The neighbours of an order of jobs: one job put in, left out, moved, or put in the place of another."""

from functools import lru_cache

import numpy as np

from bots.master.rounds import Ints

MAX_PLACES = 8
"""A job goes to one of the first places of the order, or to the end."""


@lru_cache(maxsize=1024)
def neighbour_places(size: int, absent: int, insertions_only: bool = False) -> Ints:
    """(neighbour, size + 1): the neighbours of an order of `size` jobs, as places in the list of the jobs of the order,
    then those that are absent from it, then -1."""
    order, nothing = [*range(size)], size + absent
    found: dict[tuple[int, ...], None] = {}

    def put_in(rest: list[int], job: int) -> None:
        for at in (*range(min(len(rest), MAX_PLACES + 1)), len(rest)):
            found[(*rest[:at], job, *rest[at:])] = None

    for job in range(size, nothing):
        put_in(order, job)
    for at in order if not insertions_only else ():
        rest = order[:at] + order[at + 1 :]
        found[tuple(rest)] = None
        put_in(rest, at)
        for job in range(size, nothing):
            found[(*order[:at], job, *order[at + 1 :])] = None
    found.pop(tuple(order), None)
    rows = [[*each, *[nothing] * (size + 1 - len(each))] for each in found]
    return np.array(rows, np.int64).reshape(-1, size + 1)
