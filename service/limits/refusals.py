"""Refusals: who asks on although refused gets the answers one after the other, however many connections they have."""

from collections.abc import Callable
from random import uniform
from time import monotonic

MIN_SECONDS, MAX_SECONDS = 0.25, 20.0
"""After which a refusal is answered. Those that would wait for longer are spread over the second half of MAX_SECONDS:
answered together, they would all ask again together."""
APART_SECONDS = 0.025
"""Between two refusals for the same account or address."""


class Refusals:
    """When this process answers refusals."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._last: dict[str, float] = {}
        self._forget_at = now()

    def seconds(self, whose: str) -> float:
        """For how long the next refusal of an account or address waits."""
        now = self._now()
        if now >= self._forget_at:
            self._forget_at = now + MAX_SECONDS
            self._last = {each: last for each, last in self._last.items() if last > now}
        at = max(now + MIN_SECONDS, self._last.get(whose, now) + APART_SECONDS)
        if at >= now + MAX_SECONDS:
            return uniform(MAX_SECONDS / 2, MAX_SECONDS)
        self._last[whose] = at
        return at - now
