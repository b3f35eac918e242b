"""Reading all partitions at once, when a part of the store may be out of reach."""

from typing import Any

from redis import exceptions as errors
from redis.exceptions import AskError, ClusterDownError, RedisError, TryAgainError

from store.faults import StoreUnavailable

OUT_OF_REACH = (
    StoreUnavailable,
    errors.ConnectionError,
    errors.TimeoutError,
    AskError,
    TryAgainError,
    ClusterDownError,
)
"""Errors of one primary of a cluster that say nothing of the command. A MovedError is an AskError."""


def execute_partial(pipe: Any, harmless: str = "\0") -> list[Any]:
    """The answers of a pipeline; None for each that a primary which cannot be reached now would have to give.

    `harmless`: a word of errors that count as answers. Raises any other RedisError, and the first one if nothing can be
    reached: on a single server all answers come, or none.
    """
    answers = pipe.execute(raise_on_error=False)
    lost = [answer for answer in answers if isinstance(answer, OUT_OF_REACH)]
    if lost and len(lost) == len(answers):
        raise lost[0]
    for answer in answers:
        if isinstance(answer, RedisError) and not isinstance(answer, OUT_OF_REACH) and harmless not in str(answer):
            raise answer
    return [None if isinstance(answer, OUT_OF_REACH) else answer for answer in answers]
