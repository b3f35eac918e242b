"""Breathing: what takes long in a web process lets other requests have their turn again and again."""

from time import sleep

BREATH = 10
"""Games, items or frames between two breaths: about a millisecond of CPU."""
EVENTS_BREATH = 100
"""The same for events."""


def breathe(count: int, every: int = BREATH) -> None:
    """Let others have their turn when `count` has gone up by so many."""
    if count % every == 0:
        sleep(0)
