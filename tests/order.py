"""The order of the tests: those that take long begin first, so that no worker is left alone with one in the end."""

from collections.abc import Sequence
from typing import TypeVar

Test = TypeVar("Test")


def long_first(tests: Sequence[Test], long: Sequence[Sequence[Test]], workers: int) -> list[Test]:
    """The tests in an order in which each worker's share begins with its groups of long ones.

    pytest-xdist gives each of the workers an equal share of the tests at first, one after the other. The tests of a
    group run one after the other: two of them at once, each with a service of its own, would be in each other's way.
    """
    chosen = {id(test) for group in long for test in group}
    rest = [test for test in tests if id(test) not in chosen]
    ordered: list[Test] = []
    for worker in range(workers):
        own = [test for group in long[worker::workers] for test in group]
        share = (len(tests) - len(ordered)) // (workers - worker)
        others = max(0, share - len(own))
        ordered += [*own, *rest[:others]]
        rest = rest[others:]
    return [*ordered, *rest]
