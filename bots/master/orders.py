"""The search for the best order of jobs, for many problems in lockstep: all of them value their neighbours at once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.master.problems import Problems, Setting, values_of_orders
from bots.master.rounds import Ints
from bots.search.simulation import JobOrder

BETTER = 1e-3
"""By how many points a neighbour must be better."""
MAX_STEPS = 12
"""Steps of a search from one order to a better neighbour."""
Valued = dict[JobOrder, float]
"""Orders of one problem with their values."""
MAX_PLACES = 8
"""A job goes to one of the first places of the order, or to the end."""


class Found(NamedTuple):
    """The best order of a problem, and its value in points."""

    order: JobOrder
    value: float


def find_orders(
    setting: Setting,
    problems: Problems,
    starts: Sequence[JobOrder],
    steps: int = MAX_STEPS,
    insertions_only: bool = False,
    valued: Valued | None = None,
) -> list[Found]:
    """By problem, the best order that steepest ascent from its start finds.

    `insertions_only`: neighbours have one job more, which is quicker. `valued`: takes all orders that were valued,
    if all problems are the same.
    """
    found = [Found(order, value) for order, value in zip(starts, value_all(setting, problems, starts), strict=True)]
    if valued is not None:
        valued.update(found)
    active = [*range(len(starts))]
    for _ in range(steps):
        blocks = [_neighbours(found[at].order, int(problems.jobs[at]), insertions_only) for at in active]
        filled = [at for at, block in zip(active, blocks, strict=True) if len(block)]
        blocks = [block for block in blocks if len(block)]
        if not blocks:
            break
        owners = np.repeat(filled, [len(block) for block in blocks])
        orders = _stack(blocks)
        values = values_of_orders(setting, problems, owners, orders)
        active, first = [], 0
        for at, block in zip(filled, blocks, strict=True):
            best = first + int(np.argmax(values[first : first + len(block)]))
            if values[best] > found[at].value + BETTER:
                found[at] = Found(_as_order(orders[best]), float(values[best]))
                active.append(at)
            first += len(block)
        if valued is not None:
            valued.update({_as_order(row): float(value) for row, value in zip(orders, values, strict=True)})
    return found


def value_all(setting: Setting, problems: Problems, orders: Sequence[JobOrder]) -> list[float]:
    """By problem, the value of an order."""
    values = values_of_orders(setting, problems, np.arange(len(orders)), stack_orders(orders))
    return [float(value) for value in values]


def stack_orders(orders: Sequence[JobOrder]) -> Ints:
    """The orders as rows."""
    width = max(1, *map(len, orders)) if orders else 1
    return np.array([[*order, *[-1] * (width - len(order))] for order in orders], np.int64)


def _neighbours(order: JobOrder, jobs: int, insertions_only: bool) -> Ints:
    absent = [job for job in range(jobs) if job not in order]
    places: NDArray[np.int64] = neighbour_places(len(order), len(absent), insertions_only)
    return np.array([*order, *absent, -1], np.int64)[places]


def _stack(blocks: list[Ints]) -> Ints:
    """The blocks of rows below each other."""
    width = max(block.shape[1] for block in blocks)
    stacked = np.full((sum(map(len, blocks)), width), -1, np.int64)
    first = 0
    for block in blocks:
        stacked[first : first + len(block), : block.shape[1]] = block
        first += len(block)
    return stacked


def _as_order(row: Ints) -> JobOrder:
    return tuple([job for job in row.tolist() if job >= 0])


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
