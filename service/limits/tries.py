"""Tries: how often somebody may send a wrong code in an hour, and how long a thing waits for its next time.

A try counts before its code is compared, so that nobody gets more of them by many requests at once.
"""

from collections.abc import Iterable, Mapping

from redis import Redis
from redis.client import Pipeline

WINDOW_SECONDS = 3600


class TooManyTries(Exception):
    """Too many wrong codes were sent. `seconds`: when to try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


def count_try(redis: Redis, most: Mapping[str, int], refusal: type[TooManyTries]) -> None:
    """Count a try. `most`: key of a counter → how many it allows within WINDOW_SECONDS. Raises the refusal."""
    pipe = redis.pipeline(transaction=True)
    for counter in most:
        _add(pipe, counter, 1)
        pipe.ttl(counter)
    answers = pipe.execute()
    for at, allowed in enumerate(most.values()):
        _, number, seconds = answers[3 * at : 3 * at + 3]
        if number > allowed:
            take_back_try(redis, most)
            raise refusal(max(seconds, 1))


def take_back_try(redis: Redis, counters: Iterable[str]) -> None:
    """Count a try no more: its code was right."""
    pipe = redis.pipeline(transaction=True)
    for counter in counters:
        _add(pipe, counter, -1)
    pipe.execute()


def seconds_until_next(redis: Redis, marker: str, pause_seconds: int) -> int:
    """0, and the pause begins, if none is under way; else whole seconds until its end, at least 1.

    `marker`: the key that stands while the pause is under way.
    """
    if redis.set(marker, 1, nx=True, ex=pause_seconds):
        return 0
    left_ms: int = redis.pttl(marker)
    return max(1, -(-left_ms // 1000))  # rounded up: the next one is let through


def _add(pipe: Pipeline, counter: str, number: int) -> None:
    """Change a counter, which begins at 0 and lives for WINDOW_SECONDS."""
    pipe.set(counter, 0, nx=True, ex=WINDOW_SECONDS)
    pipe.incrby(counter, number)
