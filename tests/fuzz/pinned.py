"""Time and randomness that follow from the seed, so that a seed gives the same requests each time.

Import this module before any module of the service: these take `time`, `choice` and others by name.
"""

import secrets
import threading
import time
from functools import partial
from random import Random, SystemRandom
from typing import Any

STEP_SECONDS = 0.25
"""Of the pinned clock, between two requests."""
_FIRST_SECOND = 1_790_000_000.0
_system = SystemRandom()
_real_sleep = time.sleep


class _Generator:
    """Draws from the seed in the main thread. Other threads race it, so they draw from the system."""

    def __init__(self) -> None:
        self.seeded = Random(0)

    def __getattr__(self, name: str) -> Any:
        source = self.seeded if threading.current_thread() is threading.main_thread() else _system
        return getattr(source, name)


_generator = _Generator()
_now = _FIRST_SECOND


def restart(seed: int) -> None:
    """Set the clock back, and draw anew: a piece does not depend on those before it."""
    global _now  # noqa: PLW0603
    _now = _FIRST_SECOND
    begin(seed, 0)


def begin(seed: int, number: int, skipped_seconds: float = 0.0) -> Random:
    """Pin time and secrets for a request. Returns the generator of the request itself."""
    global _now  # noqa: PLW0603  # a process has one clock
    _now += STEP_SECONDS + skipped_seconds
    _generator.seeded.seed(f"secrets {seed} {number}")
    return Random(f"{seed} {number}")


def install() -> None:
    """Pin the clock and the secrets of this process for good."""
    time.time = lambda: _now
    time.time_ns = lambda: int(_now * 1e9)
    time.sleep = _sleep
    secrets._sysrand = _generator  # type: ignore[attr-defined]
    secrets.choice = partial(_draw, "choice")
    secrets.randbits = partial(_draw, "getrandbits")

    from store.clock import StoreClock  # its package takes `sleep` by name

    StoreClock.__call__ = lambda self: _now  # type: ignore[method-assign]


class Stretch:
    """The longest time of CPU that the main thread took without a `sleep`, by which a request lets others go."""

    longest = began = 0.0

    @classmethod
    def begin(cls) -> None:
        cls.longest, cls.began = 0.0, time.thread_time()

    @classmethod
    def end(cls) -> float:
        """End a stretch, and begin the next one. Returns the longest since `begin`, in seconds."""
        now = time.thread_time()
        cls.longest, cls.began = max(cls.longest, now - cls.began), now
        return cls.longest


def _sleep(seconds: float) -> None:
    if threading.current_thread() is threading.main_thread():
        Stretch.end()
    _real_sleep(seconds)


def _draw(how: str, what: Any) -> Any:
    return getattr(_generator, how)(what)
