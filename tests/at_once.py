"""Races in which nobody knows who is first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any


def run_at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Run all actions at the same moment. Returns their results in order."""
    barrier = Barrier(len(actions))

    def do(action: Callable[[], Any]) -> Any:
        barrier.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(do, actions))
