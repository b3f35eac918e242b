"""What takes long in a web process lets other requests go on again and again."""

from time import sleep

SLICE = 10
"""Games, items or frames, after which other requests go on: about a millisecond of CPU."""
EVENTS_SLICE = 100
"""The same for events."""


def yield_every(count: int, every: int = SLICE) -> None:
    """Let other requests go on each time `count` has gone up by `every`."""
    if count % every == 0:
        sleep(0)
